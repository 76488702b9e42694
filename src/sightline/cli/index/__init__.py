"""The index and watch commands and what they print."""
