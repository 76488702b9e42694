"""The doctor command: what is checked, and how it is fixed."""
