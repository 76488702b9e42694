"""Serves the tools through the MCP library; used for HTTP only, with the http extra."""

from __future__ import annotations

from functools import partial
from typing import Any

import anyio
import anyio.from_thread
import anyio.to_thread
from mcp import types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from sightline import __version__
from sightline.errors import SightlineError
from sightline.server import protocol
from sightline.server.backend import THREADS, Backend, Caller
from sightline.server.background import Report

# The lists never change while a server runs.
FIXED = CacheHint(ttl_ms=3_600_000)


def build_server(profile: str, backend: Backend) -> Server[Any]:
    """An MCP server of the library that answers from the backend."""
    tools = types.ListToolsResult.model_validate(protocol.list_tools(profile))
    limiter = anyio.CapacityLimiter(THREADS)

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        return tools

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        call = partial(
            backend.call,
            params.name,
            params.arguments or {},
            caller_of(context),
            report=_reporter(context),
        )
        result = await anyio.to_thread.run_sync(call, limiter=limiter)
        return types.CallToolResult.model_validate(result)

    return Server(
        "sightline",
        version=__version__,
        instructions=protocol.INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        cache_hints={"tools/list": FIXED, "prompts/list": FIXED},
    )


def caller_of(context: Any) -> Caller:
    """The client behind a request, with or without a handshake."""
    parameters = getattr(getattr(context, "session", None), "client_params", None)
    information = getattr(parameters, "client_info", None)
    headers = getattr(getattr(context, "request", None), "headers", None) or {}
    name = str(getattr(information, "name", "") or "")
    return Caller(name, headers.get("mcp-session-id") or "")


def _reporter(context: Any) -> Report | None:
    """A function that reports progress from a worker thread; None if the client wants none."""
    meta = getattr(context, "meta", None) or {}
    if meta.get("progress_token", meta.get("progressToken")) is None:
        return None

    def report(percent: int) -> None:
        message = f"index {percent} % complete"
        anyio.from_thread.run(context.session.report_progress, percent, 100, message)

    return report


async def _list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
    return types.ListPromptsResult.model_validate(protocol.list_prompts())


async def _get_prompt(context: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
    try:
        result = protocol.get_prompt(params.name, params.arguments or {})
    except SightlineError as error:
        text = protocol.error_text(error)
        raise MCPError(code=types.INVALID_PARAMS, message=text) from error
    return types.GetPromptResult.model_validate(result)
