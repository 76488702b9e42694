"""Finds and ranks what a question or prompt is about: words, names, paths, history, links."""
