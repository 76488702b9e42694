"""What a session did so far, for an assistant that lost it (FO-26): pure text out of what is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.memory.memory_text import record_text
from sightline.model.memory import Memory
from sightline.text.fence import neutralise, one_line

MOST_NOTES = 20
MOST_FILES = 20
MOST_SYMBOLS = 30
NOTHING = "No session data found. This may be a fresh session with no prior tool usage."


class Recovery(NamedTuple):
    """What is left of a session."""

    session: str
    summary: str
    decisions: tuple[str, ...]
    files: tuple[str, ...]
    symbols: tuple[str, ...]
    observations: int


def recover(
    session: str,
    notes: Sequence[Memory],
    observed: Sequence[Memory],
    *,
    topics: Sequence[str] = (),
    touched: Sequence[str] = (),
    said: Sequence[str] = (),
    handoff: Memory | None = None,
) -> Recovery:
    """Notes of people (newest first), what tools looked at (oldest first), topics, last handoff.

    `touched` are the files the assistant read or edited with its own tools, last first; `said` is
    what was said last, oldest first.
    """
    notes = [note for note in notes if not note.stale][:MOST_NOTES]
    decisions = tuple(f"[{note.kind}] {one_line(note.text, 400)}" for note in notes)
    looked_at = (link.path for memory in observed for link in memory.links if link.path)
    files = dict.fromkeys((*touched, *looked_at))
    symbols = dict.fromkeys(link.name for memory in observed for link in memory.links if link.name)
    blocks = [
        _block(f"Stored decisions/notes ({len(decisions)}):", decisions),
        _block("Last said in this session:", said),
        _block(f"Session activity ({len(observed)} tool calls):", _activity(observed)),
        _block(f"Files accessed ({len(files)}):", _capped(list(files), MOST_FILES)),
        _block(
            f"Symbols previously viewed ({len(symbols)}) — bodies will be re-sent on next request:",
            _capped(list(symbols), MOST_SYMBOLS),
        ),
        _block(f"Open topics ({len(topics)}):", topics),
        "Last handoff:\n" + record_text(handoff) if handoff else "",
    ]
    text = "\n\n".join(block for block in blocks if block)
    return Recovery(
        session=session,
        summary=neutralise(text) or NOTHING,
        decisions=decisions,
        files=tuple(files),
        symbols=tuple(symbols),
        observations=len(observed),
    )


def _block(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)]) if lines else ""


def _activity(observed: Sequence[Memory]) -> list[str]:
    """Each tool with how often it was called and what it looked at last (ruling 17)."""
    last: dict[str, tuple[int, str]] = {}
    for memory in observed:
        tool = str(memory.fields.get("tool", "")) or memory.source.partition(":")[2]
        count, _ = last.get(tool, (0, ""))
        last[tool] = (count + 1, memory.text)
    return [f"{tool} ({count}): {one_line(text, 200)}" for tool, (count, text) in last.items()]


def _capped(names: Sequence[str], most: int) -> list[str]:
    shown = list(names[:most])
    return [*shown, f"… and {len(names) - most} more"] if len(names) > most else shown
