"""Keeping, finding, verifying and ranking memories."""
