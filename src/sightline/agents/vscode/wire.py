"""VS Code's agent hooks: Claude Code's format, but the answer to a prompt adds no context."""

from __future__ import annotations

from sightline.agents import nested
from sightline.model import event as e

LIMIT = 9_500
ANSWERS = (e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER, e.SUBAGENT_START)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event VS Code sent."""
    return nested.decode(payload, "vscode")


def encode(event: e.Event, text: str) -> str:
    """The nested answer; empty for events that ignore it."""
    return nested.encode(event, text) if event.kind in ANSWERS else ""
