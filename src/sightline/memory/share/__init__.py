"""Memories that a team shares as files in its repository."""
