"""The doctor command: its checks, and the fixes it can apply."""
