"""The catalogue as the MCP library wants it: listing tools and prompts, calling, answering.

Text only: with structured results most assistants would drop every text, the frame included.
"""

from __future__ import annotations

from typing import Any, Protocol

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.shared.exceptions import MCPError

from sightline import __version__
from sightline.errors import SightlineError
from sightline.mcp_server import prompts
from sightline.tools.catalog import LEAN, Tool, input_schema, offered

INSTRUCTIONS = (
    "Sightline knows this project's code as a graph, what was decided and learned, and what the "
    "person is working on. Ask get_context with the question before searching or reading files; "
    "get_impact_graph before changing a function; recall for decisions and past failures; "
    "save_memory when something was decided. Code it quotes was checked against the working tree."
)
# Worker threads; each has its own connections, so a few are enough for many callers.
THREADS = 4
# Claude Code hides tools behind a search unless they say this: the few that matter say it.
ALWAYS = {"anthropic/alwaysLoad": True}
# The lists never change while a server lives.
FIXED = CacheHint(ttl_ms=3_600_000)


class Answering(Protocol):
    """What stands behind the protocol."""

    def ask(self, name: str, arguments: dict[str, Any], context: Any) -> list[str]:
        """The texts that answer a call; runs in a worker thread."""

    def answered(self) -> None:
        """Something was answered: work that nobody waits for may begin."""

    async def before_call(self, context: Any, limiter: anyio.CapacityLimiter) -> None:
        """Whatever a call has to wait for."""

    async def client_ready(self, context: Any) -> None:
        """The client of the older era has said that it is there."""


def described(tool: Tool) -> types.Tool:
    """One tool as a client sees it."""
    hints = types.ToolAnnotations(
        read_only_hint=tool.read_only,
        destructive_hint=None if tool.read_only else tool.name.startswith("delete"),
        open_world_hint=False,
    )
    return types.Tool(
        name=tool.name,
        description=tool.summary,
        input_schema=input_schema(tool),
        annotations=hints,
        _meta=ALWAYS if tool.name in LEAN else None,
    )


def build(profile: str, answering: Answering) -> Server[Any]:
    """The server: what it lists, and how it answers."""
    tools = [described(tool) for tool in offered(profile)]
    names = {tool.name for tool in tools}
    limiter = anyio.CapacityLimiter(THREADS)

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        answering.answered()
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        name, arguments = params.name, params.arguments or {}
        answering.answered()
        try:
            if name in names:
                await answering.before_call(context, limiter)
            texts = await anyio.to_thread.run_sync(
                answering.ask, name, arguments, context, limiter=limiter
            )
            failed = False
        except SightlineError as error:
            texts, failed = [error_text(error)], True
        except Exception as error:
            # The model can do nothing with a traceback; it can with a sentence.
            texts, failed = [unexpected(name, error)], True
        content: list[Any] = [types.TextContent(type="text", text=text) for text in texts]
        return types.CallToolResult(content=content, is_error=failed)

    async def ready(context: Any, params: Any) -> None:
        await answering.client_ready(context)

    server = Server(
        "sightline",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=_list_prompts,
        on_get_prompt=_get_prompt,
        cache_hints={"tools/list": FIXED, "prompts/list": FIXED},
    )
    for moment in ("notifications/initialized", "notifications/roots/list_changed"):
        server.add_notification_handler(moment, types.NotificationParams, ready)
    return server


async def _list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
    return types.ListPromptsResult(prompts=prompts.listed())


async def _get_prompt(context: Any, params: types.GetPromptRequestParams) -> Any:
    try:
        return prompts.filled(params.name, params.arguments or {})
    except SightlineError as error:
        raise MCPError(code=types.INVALID_PARAMS, message=error_text(error)) from error


def error_text(error: SightlineError) -> str:
    """An error as a model can use it: what happened, and what to do."""
    return f"error: {error.message}" + (f"\n{error.hint}" if error.hint else "")


def unexpected(name: str, error: Exception) -> str:
    """A fault of ours in one sentence; the whole of it goes into the log."""
    from sightline.events.log import log_failure

    log_failure()
    return (
        f"error: {name} failed: {type(error).__name__}: {error}\n"
        "this is a fault in Sightline, not in the question; sightline doctor says where its log is"
    )
