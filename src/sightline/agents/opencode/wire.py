"""OpenCode's format: our own plugin file sends it and reads the answer, so it is ours."""

from __future__ import annotations

import json

from sightline.agents import nested
from sightline.model import event as e

LIMIT = 9_500
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER, e.COMPACT_BEFORE)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event our OpenCode plugin sent, in Claude's names."""
    return nested.decode(payload, "opencode")


def encode(event: e.Event, text: str) -> str:
    """The text the plugin pushes into the message."""
    return json.dumps({"context": text}, ensure_ascii=False) if event.kind in ANSWERS else ""
