"""Recognises in a session what is worth keeping, by rules and no model call."""
