"""Edits other programs' configuration files as text, so that nothing else in them changes."""
