"""Codex CLI's hook format: Claude Code's names, but an unknown key makes the hook fail."""

from __future__ import annotations

from sightline.agents import nested
from sightline.model import event as e

# About 2,500 tokens; beyond that Codex truncates the middle and writes the rest to a file.
LIMIT = 9_000
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER, e.SUBAGENT_START)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Codex sent."""
    return nested.decode(payload, "codex")


def encode(event: e.Event, text: str) -> str:
    """The answer with exactly the keys that Codex's schema allows."""
    return nested.encode(event, text) if event.kind in ANSWERS else ""
