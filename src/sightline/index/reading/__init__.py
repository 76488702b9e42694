"""Reads files into records: symbols, facts and words, without secrets."""
