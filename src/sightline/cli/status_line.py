"""`sightline statusline`: one line about the current session, for Claude Code's status line."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import Any

from sightline.cli.command import Command, no_arguments
from sightline.engine import Lifetime, open_engine
from sightline.errors import SightlineError
from sightline.store.timeline import SessionLine, session_line
from sightline.workspace.privacy import is_paused

# A request that reads at least this share of its input from the cache has not lost it.
INTACT_SHARE = 0.5


def _run(arguments: Namespace) -> int:
    """Print the line; whatever fails prints nothing, as Claude Code shows errors to nobody."""
    try:
        state = json.load(sys.stdin)
        print(_line(state if isinstance(state, dict) else {}))
    except (ValueError, OSError, SightlineError):
        pass
    return 0


def _line(state: dict[str, Any]) -> str:
    workspace = state.get("workspace") or {}
    path = workspace.get("project_dir") or workspace.get("current_dir") or state.get("cwd") or "."
    engine = open_engine(str(path), Lifetime.HOOK)
    try:
        if is_paused(engine.project, engine.home):
            return "sightline paused"
        counts = session_line(engine.activity, "claude", str(state.get("session_id", "")))
    finally:
        engine.close()
    usage = (state.get("context_window") or {}).get("current_usage") or {}
    return status_text(counts, cache_word(usage))


def status_text(counts: SessionLine, cache: str) -> str:
    """The line: prompts, how many of them were told something, how often that was used, the cache."""
    prompts = f"{counts.prompts} prompt" + ("" if counts.prompts == 1 else "s")
    parts = [prompts, f"{counts.told} told", f"{counts.used} used"]
    return " · ".join([*parts, cache] if cache else parts)


def cache_word(usage: dict[str, Any]) -> str:
    """Whether the last request read its beginning from the prompt cache; empty if not known."""
    names = ("cache_read_input_tokens", "cache_creation_input_tokens", "input_tokens")
    read, written, plain = (int(usage.get(name) or 0) for name in names)
    if not read + written + plain:
        return ""
    return "cache intact" if read >= INTACT_SHARE * (read + written + plain) else "cache cold"


COMMANDS = (
    Command(
        name="statusline",
        summary="print one line about the session for Claude Code's status line",
        example="sightline install --agent claude --status-line\n"
        "sightline statusline < status.json",
        arguments=no_arguments,
        run=_run,
        prints_facts=False,
        in_project=False,
    ),
)
