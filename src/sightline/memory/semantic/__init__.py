"""Finds memories by meaning with the optional extra `sightline[semantic]`; without it nothing changes."""
