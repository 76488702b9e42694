"""Topics: which stream of work a prompt belongs to, what it asks for, and what may come next.

Has no state of its own; `store.topics` reads and writes it.
"""
