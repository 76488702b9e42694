"""Keeps the memories of a project the same on this machine and on its team server."""
