"""Reads past commits from git into the index."""
