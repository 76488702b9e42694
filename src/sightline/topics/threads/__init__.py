"""Whole topics, changed at an agent's request: merge, split, pin, compact, undo."""
