"""Keeps the index of a working tree up to date: reads, resolves, writes, watches. Never memories."""
