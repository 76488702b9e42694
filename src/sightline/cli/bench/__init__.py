"""The bench command and its report."""
