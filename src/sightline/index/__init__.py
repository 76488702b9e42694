"""Keeps the index of a working tree up to date: reads files, resolves names, reads history, watches."""
