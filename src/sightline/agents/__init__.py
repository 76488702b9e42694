"""One folder per assistant: wire.py speaks its hook format, install.py knows its files.

A wire module has `EVENTS` (its event names), `LIMIT` (characters that arrive whole),
`decode(payload, environ)` and `encode(event, text)`. Hooks load only the wire they need.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from sightline.model.event import Event


class Wire(Protocol):
    """What every wire module offers."""

    LIMIT: int

    @staticmethod
    def decode(payload: dict[str, object], environ: dict[str, str]) -> Event: ...

    @staticmethod
    def encode(event: Event, text: str) -> str: ...


# Assistants whose hooks we answer, and those we can only give our tools.
NAMES = ("claude", "codex", "gemini", "copilot", "cursor", "opencode", "vscode", "cline")
INSTALLABLE = (*NAMES, "windsurf", "zed")


def wire(agent: str) -> Wire | None:
    """The wire module of an agent, or None for an agent we do not know."""
    if agent not in NAMES:
        return None
    return cast("Wire", import_module(f"sightline.agents.{agent}.wire"))
