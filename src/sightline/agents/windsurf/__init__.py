"""Windsurf: MCP only, its hooks cannot add context."""
