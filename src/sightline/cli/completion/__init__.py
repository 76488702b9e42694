"""Shell completion scripts."""
