"""The tool that tells a session what it did before its context was lost (FO-26)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.memory_text import record_text
from sightline.model.memory import CLOSED, KINDS, Memory
from sightline.model.session import FILE, REPLY, SessionKey
from sightline.store import activity, topics
from sightline.store import memory as store
from sightline.text.fence import neutralise, one_line
from sightline.tools.catalog import Call, Param, Result, tool

MOST_NOTES = 20
MOST_FILES = 20
MOST_SYMBOLS = 30
MOST_TOPICS = 5
# How many of a topic's last turns are read, and how many of this session's are shown.
MOST_TURNS_READ = 60
MOST_TURNS = 6
NOTHING = "No session data found. This may be a fresh session with no prior tool usage."
# Kinds of captured memories that are shown as notes of their own session.
CAPTURED_KINDS = ("decision", "failure", "bug_fix", "pattern", "anti_pattern")


@tool(
    "recover_session",
    "After a compaction: what this session decided, did and looked at; for earlier sessions, use recall.",
    Param("session_id", "string", "another session (default: this one)", ""),
    read_only=True,
    shows_notes=True,
)
def recover_session(engine: Engine, call: Call, session_id: str) -> Result:
    """Notes, activity, files and symbols of a session; bodies are sent again from here on."""
    session = session_id or (call.session.session if call.session else "")
    key = SessionKey(call.session.agent if call.session else "", session)
    own = store.of_session(engine.memory, session) if session else []
    recovery = recover(
        session,
        _notes(engine, own),
        [memory for memory in own if memory.kind == "auto"],
        open_topics=_open_topics(engine),
        touched_files=_touched_files(engine, key),
        last_turns=_last_turns(engine, key),
        handoff=_handoff(engine),
    )
    if call.session is not None:
        activity.forget_sent(engine.activity, call.session)
    value = {
        "session_id": recovery.session,
        "summary": recovery.summary,
        "decisions": list(recovery.decisions),
        "recent_files": list(recovery.files),
        "symbols_previously_viewed": list(recovery.symbols),
        "observation_count": recovery.observations,
    }
    return Result(recovery.summary, value)


class Recovery(NamedTuple):
    """What is stored about a session, as text and as the documented values."""

    session: str
    summary: str
    decisions: tuple[str, ...]
    files: tuple[str, ...]
    symbols: tuple[str, ...]
    observations: int


def recover(
    session: str,
    notes: Sequence[Memory],
    tool_notes: Sequence[Memory],
    *,
    open_topics: Sequence[str] = (),
    touched_files: Sequence[str] = (),
    last_turns: Sequence[str] = (),
    handoff: Memory | None = None,
) -> Recovery:
    """The recovery of a session (FO-26), without reading the store.

    `notes` come newest first, notes of tool calls oldest first; `touched_files`, which the
    assistant read or edited, come last first, `last_turns` oldest first.
    """
    notes = [note for note in notes if not note.stale][:MOST_NOTES]
    decisions = tuple(f"[{note.kind}] {one_line(note.text, 400)}" for note in notes)
    linked_files = (link.path for memory in tool_notes for link in memory.links if link.path)
    files = dict.fromkeys((*touched_files, *linked_files))
    symbols = dict.fromkeys(
        link.name for memory in tool_notes for link in memory.links if link.name
    )
    blocks = [
        _block(f"Stored decisions/notes ({len(decisions)}):", decisions),
        _block("Last said in this session:", last_turns),
        _block(f"Session activity ({len(tool_notes)} tool calls):", _activity(tool_notes)),
        _block(f"Files accessed ({len(files)}):", _capped(list(files), MOST_FILES)),
        _block(
            f"Symbols previously viewed ({len(symbols)}) — bodies will be re-sent on next request:",
            _capped(list(symbols), MOST_SYMBOLS),
        ),
        _block(f"Open topics ({len(open_topics)}):", open_topics),
        "Last handoff:\n" + record_text(handoff) if handoff else "",
    ]
    text = "\n\n".join(block for block in blocks if block)
    return Recovery(
        session=session,
        summary=neutralise(text) or NOTHING,
        decisions=decisions,
        files=tuple(files),
        symbols=tuple(symbols),
        observations=len(tool_notes),
    )


def _block(title: str, lines: Sequence[str]) -> str:
    return "\n".join([title, *(f"  {line}" for line in lines)]) if lines else ""


def _activity(tool_notes: Sequence[Memory]) -> list[str]:
    """Each tool with its number of calls and the note of its last call (ruling 17)."""
    last: dict[str, tuple[int, str]] = {}
    for memory in tool_notes:
        tool = str(memory.fields.get("tool", "")) or memory.source.partition(":")[2]
        count, _ = last.get(tool, (0, ""))
        last[tool] = (count + 1, memory.text)
    return [f"{tool} ({count}): {one_line(text, 200)}" for tool, (count, text) in last.items()]


def _capped(names: Sequence[str], most: int) -> list[str]:
    shown = list(names[:most])
    return [*shown, f"… and {len(names) - most} more"] if len(names) > most else shown


def _touched_files(engine: Engine, key: SessionKey) -> list[str]:
    """The files of the topic the session is at, last first."""
    try:
        place = topics.place_of(engine.memory, engine.project.id, key)
        rows = topics.touches(engine.memory, place.topic, FILE, MOST_FILES) if place else []
    except StoreError:
        return []
    return [path for _, path, _, _ in rows]


def _last_turns(engine: Engine, key: SessionKey) -> list[str]:
    """The last prompts and replies of the session at its topic, oldest first."""
    if not key.session:
        return []
    try:
        place = topics.place_of(engine.memory, engine.project.id, key)
        turns = topics.last_turns(engine.memory, place.topic, MOST_TURNS_READ) if place else []
    except StoreError:
        return []
    own = [turn for turn in turns if (turn.agent, turn.session) == (key.agent, key.session)]
    speakers = {REPLY: "assistant"}
    return [
        f"{speakers.get(turn.role, 'person')}: {one_line(turn.text, 200)}"
        for turn in reversed(own[:MOST_TURNS])
    ]


def _notes(engine: Engine, own: Sequence[Memory]) -> list[Memory]:
    """Memories kept on purpose, and those captured in this session, newest first."""
    projects = [engine.project.id, ""]
    # Read kind by kind: notes of tool calls are newer and far more numerous.
    numbers = [
        number
        for kind in KINDS
        if kind != "auto"
        for number in store.newest(engine.memory, projects, kind=kind, limit=MOST_NOTES * 5)
    ]
    captured = {one.number for one in own if one.kind in CAPTURED_KINDS}
    notes = [
        memory
        for memory in store.of_numbers(engine.memory, numbers)
        if (not memory.automatic or memory.number in captured)
        and memory.status not in CLOSED
        and not memory.stale
    ]
    return sorted(notes, key=lambda one: (-one.created, -one.number))[:MOST_NOTES]


def _handoff(engine: Engine) -> Memory | None:
    numbers = store.newest(engine.memory, [engine.project.id], kind="handoff", limit=1)
    newest = store.of_numbers(engine.memory, numbers)
    return newest[0] if newest and newest[0].status not in CLOSED else None


def _open_topics(engine: Engine) -> list[str]:
    try:
        planted = {node.topic for node in topics.nodes(engine.memory, engine.project.id)}
        open_topics = topics.candidates(engine.memory, engine.project.id, sorted(planted))
    except StoreError:
        return []
    newest = sorted(open_topics, key=lambda topic: -topic.used)[:MOST_TOPICS]
    return [
        one_line(f"{topic.id}: {topic.title or ' '.join(topic.terms)}", 120) for topic in newest
    ]
