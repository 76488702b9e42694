"""Measures Sightline on a person's own repository and transcripts; writes to no store of theirs."""
