"""The server: tools over MCP (stdio or HTTP), and hook events over a socket or HTTP."""
