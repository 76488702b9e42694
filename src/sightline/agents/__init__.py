"""One folder per assistant: wire.py converts its hook format, install.py knows its files.

A wire module has `LIMIT` (the most characters of context the assistant passes on untruncated),
`decode(payload, environ)` and `encode(event, text)`. A hook loads only the wire it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from sightline.model.event import Event


class Wire(Protocol):
    """The interface of every wire module."""

    LIMIT: int

    @staticmethod
    def decode(payload: dict[str, object], environ: dict[str, str]) -> Event: ...

    @staticmethod
    def encode(event: Event, text: str) -> str: ...


# Assistants whose hooks we answer; the others get only our MCP server.
NAMES = ("claude", "codex", "gemini", "copilot", "cursor", "opencode", "vscode", "cline")
INSTALLABLE = (*NAMES, "windsurf", "zed")


def wire(agent: str) -> Wire | None:
    """The wire module of an agent, or None for an unknown agent."""
    if agent not in NAMES:
        return None
    return cast("Wire", import_module(f"sightline.agents.{agent}.wire"))
