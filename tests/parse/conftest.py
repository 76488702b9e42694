"""Case folders hold source to be read, not tests to be run."""

collect_ignore = ["cases"]
