"""What an assistant tells us: one function per event."""
