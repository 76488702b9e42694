"""Turns files into records for the index: symbols, facts and words, without secrets."""
