"""MCP over stdin and stdout: one process per assistant, gone when the assistant is."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import anyio
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server

from sightline.mcp_server.ending import Answers, Calls, Requests
from sightline.mcp_server.life import end_on_signals, end_with_parent
from sightline.mcp_server.repair import Repaired


def serve_stdio(server: Server[Any], stop: Callable[[], None]) -> None:
    """Serve until stdin ends, the parent dies or a signal comes."""
    end_on_signals(stop)
    end_with_parent(stop)
    try:
        anyio.run(_serve, server)
    finally:
        stop()
    # Worker threads may still be inside a query; nobody waits for their answer any more.
    os._exit(0)


async def _serve(server: Server[Any]) -> None:
    async with stdio_server() as (read_stream, write_stream):
        calls = Calls()
        answers = Answers(write_stream, calls)
        messages = Requests(Repaired(read_stream, answers), calls)
        await server.run(messages, answers, server.create_initialization_options())
