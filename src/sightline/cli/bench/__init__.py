"""The bench command and the text of its report."""
