"""A person's past sessions with assistants, as prompts and what was edited after each.

Reads what Claude Code and Codex keep below the home directory; nothing is written, nothing leaves.
"""

import json
import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from sightline.agents.transcript import parse_steps
from sightline.model import event as kinds
from sightline.model.transcript_step import PROMPT, TOOL, Step

# Where assistants keep their transcripts, below the home directory.
PLACES = {
    "claude": (".claude/projects",),
    "codex": (".codex/sessions", ".codex/archived_sessions"),
}
# What Claude Code writes in the person's name when it goes on after a compaction.
CONTINUED = "This session is being continued from a previous conversation"
MOST_BYTES = 200_000_000


class Turn(NamedTuple):
    """One prompt, where and when it was given, and the files edited and read before the next."""

    agent: str
    session: str
    at: int
    cwd: str
    prompt: str
    edited: tuple[str, ...]
    read: tuple[str, ...]
    after_compaction: bool = False


def default_folders(home: str) -> list[tuple[str, str]]:
    """The agents' own folders that exist, each with the agent's name."""
    return [
        (agent, folder)
        for agent, places in PLACES.items()
        for place in places
        if os.path.isdir(folder := os.path.join(home, *place.split("/")))
    ]


def transcripts(folder: str) -> list[str]:
    """Every transcript below a folder, in a fixed order."""
    found = []
    for parent, folders, names in os.walk(folder):
        folders.sort()
        found += [os.path.join(parent, name) for name in sorted(names) if name.endswith(".jsonl")]
    return found


def turns_of(path: str, agent: str) -> Iterator[Turn]:
    """The prompts of one transcript in order; nothing where it cannot be read."""
    try:
        if os.path.getsize(path) > MOST_BYTES:
            return
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read().split("\n")
    except OSError:
        return
    session = os.path.splitext(os.path.basename(path))[0]
    started_in = _first_cwd(lines)
    open_turn: Turn | None = None
    emptied, before = compactions(lines), 0
    for step in parse_steps(lines):
        if step.kind == PROMPT:
            if open_turn is not None:
                yield open_turn
            open_turn = None
            at, cwd = _when_and_where(lines, step)
            if at:
                number = int(step.place[1:])
                compacted = any(before < line < number for line in emptied)
                place = cwd or started_in
                open_turn = Turn(agent, session, at, place, step.text, (), (), compacted)
                before = number
        elif open_turn is not None and step.kind == TOOL and not step.failed:
            open_turn = _with(open_turn, step)
    if open_turn is not None:
        yield open_turn


def compactions(lines: list[str]) -> list[int]:
    """The numbers of the lines where a session goes on after a compaction."""
    return [
        number
        for number, line in enumerate(lines, 1)
        if CONTINUED in line and _entry(lines, number - 1).get("type") == "user"
    ]


def all_turns(paths: Iterable[tuple[str, str]]) -> list[Turn]:
    """The turns of many transcripts by time; a resumed session repeats what was said: once each."""
    found: dict[tuple[int, str], Turn] = {}
    for agent, path in paths:
        for turn in turns_of(path, agent):
            known = found.get((turn.at, turn.prompt[:200]))
            if known is None or len(turn.edited) > len(known.edited):
                found[turn.at, turn.prompt[:200]] = turn
    return sorted(found.values(), key=lambda turn: (turn.at, turn.session))


def _with(turn: Turn, step: Step) -> Turn:
    if step.action == kinds.EDIT:
        return turn._replace(edited=tuple(dict.fromkeys((*turn.edited, *step.files))))
    if step.action == kinds.READ:
        return turn._replace(read=tuple(dict.fromkeys((*turn.read, *step.files))))
    return turn


def _when_and_where(lines: list[str], step: Step) -> tuple[int, str]:
    entry = _entry(lines, int(step.place[1:]) - 1)
    stamp = entry.get("timestamp")
    try:
        at = datetime.fromisoformat(str(stamp).replace("Z", "+00:00")).timestamp() * 1000
    except ValueError:
        return 0, ""
    return int(at), str(entry.get("cwd") or "")


def _first_cwd(lines: list[str]) -> str:
    """Where the session was started: Claude Code says it in each line, Codex in the first."""
    for number in range(min(50, len(lines))):
        entry = _entry(lines, number)
        payload = entry.get("payload")
        for values in (entry, payload if isinstance(payload, dict) else {}):
            if isinstance(values.get("cwd"), str):
                return str(values["cwd"])
    return ""


def _entry(lines: list[str], number: int) -> dict[str, Any]:
    try:
        value = json.loads(lines[number])
    except (ValueError, IndexError):
        return {}
    return value if isinstance(value, dict) else {}
