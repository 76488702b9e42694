"""The MCP server: the catalogue of tools over stdio or HTTP. The only user of the MCP library."""
