"""The MCP server: the catalogue of tools over stdio (standard library) or HTTP (MCP library)."""
