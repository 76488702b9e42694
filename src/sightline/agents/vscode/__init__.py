"""VS Code agents."""
