"""Starting, ending and locking processes, and the messages between them."""
