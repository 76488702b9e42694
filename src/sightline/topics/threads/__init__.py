"""Changes to whole topics that an agent or a person asks for: merge, split, pin, compact, undo."""
