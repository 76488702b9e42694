"""Names for topics as a person would give them."""
