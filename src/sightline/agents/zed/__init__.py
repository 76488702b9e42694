"""Zed: MCP only, it has no hooks."""
