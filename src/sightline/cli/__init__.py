"""The command line: starts any surface or pipeline, prints for people and scripts."""
