"""The catalogue as the MCP library wants it: listing tools and prompts, calling, answering.

Text only: with structured results most assistants would drop every text, the frame included.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import anyio
import anyio.to_thread
from mcp import types
from mcp.server.lowlevel import Server

from sightline import __version__
from sightline.errors import SightlineError
from sightline.mcp_server import prompts
from sightline.tools.catalog import Tool, input_schema, offered

INSTRUCTIONS = (
    "Sightline knows this project's code as a graph, what was decided and learned, and what the "
    "person is working on. Ask get_context with the question before searching or reading files; "
    "get_impact_graph before changing a function; recall for decisions and past failures; "
    "save_memory when something was decided. Code it quotes was checked against the working tree."
)
# Worker threads; each has its own connections, so a few are enough for many callers.
THREADS = 4

Ask = Callable[[str, dict[str, Any], Any], list[str]]


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
    )


def build(profile: str, ask: Ask, after_answer: Callable[[], None]) -> Server[Any]:
    """The server; `ask` runs in a worker thread, `after_answer` once when something was answered."""
    tools = [described(tool) for tool in offered(profile)]
    limiter = anyio.CapacityLimiter(THREADS)
    once = threading.Event()

    def answered() -> None:
        if not once.is_set():
            once.set()
            after_answer()

    async def list_tools(context: Any, params: Any) -> types.ListToolsResult:
        answered()
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        arguments = params.arguments or {}
        try:
            texts = await anyio.to_thread.run_sync(
                ask, params.name, arguments, context, limiter=limiter
            )
            failed = False
        except SightlineError as error:
            texts, failed = [error_text(error)], True
        except Exception as error:
            # The model can do nothing with a traceback; it can with a sentence.
            texts, failed = [f"{params.name} failed: {type(error).__name__}: {error}"], True
        answered()
        content: list[Any] = [types.TextContent(type="text", text=text) for text in texts]
        return types.CallToolResult(content=content, is_error=failed)

    async def list_prompts(context: Any, params: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=prompts.listed())

    async def get_prompt(context: Any, params: types.GetPromptRequestParams) -> Any:
        return prompts.filled(params.name, params.arguments or {})

    return Server(
        "sightline",
        version=__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
    )


def error_text(error: SightlineError) -> str:
    """An error as a model can use it: what happened, and what to do."""
    return f"error: {error.message}" + (f"\n{error.hint}" if error.hint else "")
