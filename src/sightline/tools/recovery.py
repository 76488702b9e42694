"""The tool that gives a session back what it did before its context was lost."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.recovery import MOST_FILES, MOST_NOTES, recover
from sightline.model.memory import CLOSED, KINDS, Memory
from sightline.model.session import FILE, REPLY, SessionKey
from sightline.store import activity, topics
from sightline.store import memory as store
from sightline.text.fence import one_line
from sightline.tools.catalog import Call, Param, Result, tool

MOST_TOPICS = 5
# Of a topic's last turns, other sessions' among them, so many of this one are told.
MOST_LOOKED_AT = 60
MOST_SAID = 6
CAPTURED = ("decision", "failure", "bug_fix", "pattern", "anti_pattern")


@tool(
    "recover_session",
    "After a compaction: what this session decided, did and looked at.",
    Param("session_id", "string", "another session (default: this one)", ""),
    read_only=True,
    shows_notes=True,
)
def recover_session(engine: Engine, call: Call, session_id: str) -> Result:
    """The notes, the activity, files and symbols of a session; bodies are sent anew from here."""
    session = session_id or (call.session.session if call.session else "")
    key = SessionKey(call.session.agent if call.session else "", session)
    own = store.of_session(engine.memory, session) if session else []
    found = recover(
        session,
        _notes(engine, own),
        [one for one in own if one.kind == "auto"],
        topics=_topics(engine),
        touched=_touched(engine, key),
        said=_said(engine, key),
        handoff=_handoff(engine),
    )
    if call.session is not None:
        activity.forget_sent(engine.activity, call.session)
    value = {
        "session_id": found.session,
        "summary": found.summary,
        "decisions": list(found.decisions),
        "recent_files": list(found.files),
        "symbols_previously_viewed": list(found.symbols),
        "observation_count": found.observations,
    }
    return Result(found.summary, value)


def _touched(engine: Engine, key: SessionKey) -> list[str]:
    """The files of the topic the session is at, last first."""
    try:
        place = topics.place_of(engine.memory, engine.project.id, key)
        rows = topics.touches(engine.memory, place.topic, FILE, MOST_FILES) if place else []
    except StoreError:
        return []
    return [path for _, path, _, _ in rows]


def _said(engine: Engine, key: SessionKey) -> list[str]:
    """The last prompts and replies of the session at its topic, oldest first."""
    if not key.session:
        return []
    try:
        place = topics.place_of(engine.memory, engine.project.id, key)
        turns = topics.last_turns(engine.memory, place.topic, MOST_LOOKED_AT) if place else []
    except StoreError:
        return []
    own = [turn for turn in turns if (turn.agent, turn.session) == (key.agent, key.session)]
    who = {REPLY: "assistant"}
    return [
        f"{who.get(turn.role, 'person')}: {one_line(turn.text, 200)}"
        for turn in reversed(own[:MOST_SAID])
    ]


def _notes(engine: Engine, own: Sequence[Memory]) -> list[Memory]:
    """What was kept on purpose, and what was captured of this session's own, newest first."""
    projects = [engine.project.id, ""]
    # Asked for by their kinds: notes of tool calls are many more, and newer.
    numbers = [
        number
        for kind in KINDS
        if kind != "auto"
        for number in store.newest(engine.memory, projects, kind=kind, limit=MOST_NOTES * 5)
    ]
    captured = {one.number for one in own if one.kind in CAPTURED}
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
    found = store.of_numbers(engine.memory, numbers)
    return found[0] if found and found[0].status not in CLOSED else None


def _topics(engine: Engine) -> list[str]:
    try:
        planted = {node.topic for node in topics.nodes(engine.memory, engine.project.id)}
        found = topics.candidates(engine.memory, engine.project.id, sorted(planted))
    except StoreError:
        return []
    newest = sorted(found, key=lambda topic: -topic.used)[:MOST_TOPICS]
    return [
        one_line(f"{topic.id}: {topic.title or ' '.join(topic.terms)}", 120) for topic in newest
    ]
