"""What an assistant reports: one function per kind of event."""
