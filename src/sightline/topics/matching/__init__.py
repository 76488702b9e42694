"""Which topic a prompt belongs to, by which evidence, and why in words."""
