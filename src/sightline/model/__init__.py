"""What things are: immutable values that travel between the layers. No I/O."""
