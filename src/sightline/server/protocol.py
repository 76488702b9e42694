"""MCP as plain JSON values: versions, negotiation, the shapes of results, prompts.

Shared by stdio and HTTP. Tools answer in text only: most assistants show the model nothing but
structured results where there are any, and the frame would be lost.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline import __version__
from sightline.errors import SightlineError, UnknownName, UsageError
from sightline.server.jsonrpc import INVALID_PARAMS, Message, RpcError, is_message_id
from sightline.tools.catalog import LEAN, Tool, input_schema, offered

# Versions that begin with the `initialize` handshake, oldest first.
HANDSHAKE_VERSIONS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
# The version without a handshake: every request carries an envelope in `_meta` instead.
ENVELOPE_VERSION = "2026-07-28"
# The only version that has batches: an array of messages on one line.
BATCH_VERSION = "2025-03-26"

HANDSHAKE_METHODS = frozenset(
    (
        *("initialize", "ping", "logging/setLevel"),
        *("tools/list", "tools/call", "prompts/list", "prompts/get"),
    )
)
ENVELOPE_METHODS = frozenset(
    ("server/discover", "tools/list", "tools/call", "prompts/list", "prompts/get")
)
LOG_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
UNSUPPORTED_VERSION = -32022

_META = "io.modelcontextprotocol/"
_VERSION_KEY, _CAPABILITIES_KEY = _META + "protocolVersion", _META + "clientCapabilities"
# The lists never change while a server runs; its capabilities may change with an update.
_LIFETIME_MS = {"tools/list": 3_600_000, "prompts/list": 3_600_000, "server/discover": 0}

SERVER_INFO = {"name": "sightline", "version": __version__}
CAPABILITIES: Message = {"tools": {"listChanged": False}, "prompts": {"listChanged": False}}
INSTRUCTIONS = (
    "Sightline knows this project's code as a graph, what was decided and learned, and what the "
    "person is working on. Ask get_context with the question before searching or reading files; "
    "get_impact_graph before changing a function; recall for decisions and past failures; "
    "save_memory when something was decided. Code it quotes was checked against the working tree."
)
# Claude Code hides tools behind a search unless they say this; the most useful ones do.
ALWAYS_LOAD = {"anthropic/alwaysLoad": True}


class PromptTemplate(NamedTuple):
    """A ready-made prompt for clients that offer them; `argument` is empty if it has none."""

    name: str
    purpose: str
    argument: str
    text: str


PROMPTS = (
    PromptTemplate(
        "brief_me",
        "What is this project, and where did the work stop?",
        "",
        "Brief me on this project. Call recover_session, then get_repo_overview, then recall with "
        '"handoff". Say in at most ten lines: what the project is, what was decided lately, what '
        "is open, and what you would do first.",
    ),
    PromptTemplate(
        "hand_off",
        "Write down where the work stops, for whoever goes on.",
        "",
        "Hand this work off. Save one memory of kind handoff with save_memory: what was done, the "
        "next steps, blockers and open questions, each in one line, linked to the symbols that "
        "were changed. Then show me its id and text.",
    ),
    PromptTemplate(
        "what_breaks",
        "What breaks if I change this?",
        "symbol",
        "What breaks if I change {symbol}? Call get_impact_graph for it with depth 3, then "
        "get_skeleton for the files named most often. List what depends on it by distance, which "
        "tests cover it, and where the graph stops.",
    ),
)


class Envelope(NamedTuple):
    """The client of a request without a handshake."""

    client_name: str


def envelope_of(params: Message) -> Envelope | None:
    """The envelope of a request, None if it has none; raises RpcError if it is not valid."""
    meta = params.get("_meta")
    if not isinstance(meta, dict) or _VERSION_KEY not in meta:
        return None
    version = meta[_VERSION_KEY]
    if not isinstance(version, str):
        raise RpcError(INVALID_PARAMS, f"_meta: {_VERSION_KEY} must be a string")
    if version != ENVELOPE_VERSION:
        data = {"supported": [ENVELOPE_VERSION], "requested": version}
        raise RpcError(UNSUPPORTED_VERSION, "Unsupported protocol version", data=data)
    if _CAPABILITIES_KEY not in meta:
        raise RpcError(INVALID_PARAMS, f"_meta: {_CAPABILITIES_KEY} is missing")
    return Envelope(client_name(meta.get(_META + "clientInfo")))


def client_name(info: object) -> str:
    """The name in the description that a client sends, or nothing."""
    name = info.get("name") if isinstance(info, dict) else None
    return name if isinstance(name, str) else ""


def negotiate(requested: object) -> str:
    """The version to use: the one the client requests, else the newest we have."""
    if not isinstance(requested, str):
        raise RpcError(INVALID_PARAMS, "protocolVersion must be a string")
    return requested if requested in HANDSHAKE_VERSIONS else HANDSHAKE_VERSIONS[-1]


def progress_token(params: Message) -> str | int | None:
    """The token for progress notifications, None if the client does not want any."""
    meta = params.get("_meta")
    token = meta.get("progressToken") if isinstance(meta, dict) else None
    return token if is_message_id(token) else None


def initialize_result(version: str) -> Message:
    """The result of `initialize`."""
    return {
        "protocolVersion": version,
        "capabilities": CAPABILITIES,
        "serverInfo": SERVER_INFO,
        "instructions": INSTRUCTIONS,
    }


def discover_result() -> Message:
    """The result of `server/discover`."""
    return {
        "supportedVersions": [ENVELOPE_VERSION],
        "capabilities": CAPABILITIES,
        "instructions": INSTRUCTIONS,
    }


def in_envelope(method: str, result: Message) -> Message:
    """A result in the form of the version without a handshake."""
    wrapped = {"resultType": "complete", **result, "_meta": {_META + "serverInfo": SERVER_INFO}}
    if method in _LIFETIME_MS:
        wrapped |= {"ttlMs": _LIFETIME_MS[method], "cacheScope": "private"}
    return wrapped


def list_tools(profile: str) -> Message:
    """The result of `tools/list`."""
    return {"tools": [tool_description(tool, profile) for tool in offered(profile)]}


def tool_description(tool: Tool, profile: str) -> Message:
    """One tool as a client sees it."""
    hints: Message = {"readOnlyHint": tool.read_only, "openWorldHint": False}
    if not tool.read_only:
        hints["destructiveHint"] = tool.name.startswith("delete")
    description: Message = {
        "name": tool.name,
        "description": tool.summary,
        "inputSchema": input_schema(tool, profile),
        "annotations": hints,
    }
    if tool.name in LEAN:
        description["_meta"] = ALWAYS_LOAD
    return description


def call_result(texts: list[str], *, failed: bool) -> Message:
    """The result of `tools/call`."""
    return {"content": [{"type": "text", "text": text} for text in texts], "isError": failed}


def error_text(error: SightlineError) -> str:
    """An error as text for a model: what happened, and what to do."""
    return f"error: {error.message}" + (f"\n{error.hint}" if error.hint else "")


def list_prompts() -> Message:
    """The result of `prompts/list`."""
    return {"prompts": [_prompt_description(prompt) for prompt in PROMPTS]}


def get_prompt(name: str, arguments: Message) -> Message:
    """The result of `prompts/get`: one prompt with its argument filled in."""
    prompt = next((template for template in PROMPTS if template.name == name), None)
    if prompt is None:
        raise UnknownName("prompt", name, nearest=tuple(template.name for template in PROMPTS))
    text = prompt.text
    if prompt.argument:
        if not arguments.get(prompt.argument):
            raise UsageError(f"Missing required parameter: {prompt.argument}")
        text = text.replace("{" + prompt.argument + "}", str(arguments[prompt.argument]))
    message = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": prompt.purpose, "messages": [message]}


def _prompt_description(prompt: PromptTemplate) -> Message:
    description: Message = {"name": prompt.name, "description": prompt.purpose}
    if prompt.argument:
        description["arguments"] = [{"name": prompt.argument, "required": True}]
    return description
