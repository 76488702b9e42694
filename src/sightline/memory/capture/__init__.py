"""Recognises in a session what is worth keeping, by rules without a model."""
