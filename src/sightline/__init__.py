"""Sightline: a local context engine for AI coding assistants.

Kept empty but for the version: the prompt hook imports this package on every prompt.
"""

__version__ = "0.1.0"
