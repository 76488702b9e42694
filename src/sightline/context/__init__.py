"""Finds the code for a question or a prompt: evidence, ranking, choice within a budget, text."""
