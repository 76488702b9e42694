"""What lets a hook start fast: stand-ins for the slow parts of the standard library."""
