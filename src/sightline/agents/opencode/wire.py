"""OpenCode's format, which we define: our plugin sends the events and reads the answers."""

from __future__ import annotations

from sightline.agents import nested
from sightline.agents.payload import json_answer
from sightline.model import event as e

LIMIT = 9_500
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER, e.COMPACT_BEFORE)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event our OpenCode plugin sent, with Claude Code's names."""
    return nested.decode(payload, "opencode")


def encode(event: e.Event, text: str) -> str:
    """The text the plugin adds to the message."""
    return json_answer({"context": text}) if event.kind in ANSWERS else ""
