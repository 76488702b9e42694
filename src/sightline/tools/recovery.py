"""The tool that gives a session back what it did before its context was lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.errors import StoreError
from sightline.memory.recovery import MOST_FILES, MOST_NOTES, recover
from sightline.model.memory import CLOSED
from sightline.model.session import FILE, SessionKey
from sightline.store import activity
from sightline.store import memory as store
from sightline.store import session as topics
from sightline.text.fence import one_line
from sightline.tools.catalog import Call, Param, Result, tool

if TYPE_CHECKING:
    from sightline.engine import Engine
    from sightline.model.memory import Memory

MOST_TOPICS = 5


@tool(
    "recover_session",
    "After a compaction: what this session decided, did and looked at.",
    Param("session_id", "string", "another session (default: this one)", ""),
    read_only=True,
)
def recover_session(engine: Engine, call: Call, session_id: str) -> Result:
    """The notes, the activity, files and symbols of a session; bodies are sent anew from here."""
    session = session_id or (call.session.session if call.session else "")
    observed = [one for one in store.of_session(engine.memory, session) if one.kind == "auto"]
    found = recover(
        session,
        _notes(engine),
        observed,
        topics=_topics(engine),
        touched=_touched(engine, SessionKey(call.session.agent if call.session else "", session)),
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
        rows = topics.touches(engine.memory, place[0], FILE, MOST_FILES) if place else []
    except StoreError:
        return []
    return [path for _, path, _, _ in rows]


def _notes(engine: Engine) -> list[Memory]:
    """What people and assistants kept on purpose, newest first."""
    numbers = store.newest(engine.memory, [engine.project.id, ""], limit=MOST_NOTES * 10)
    return [
        memory
        for memory in store.of_numbers(engine.memory, numbers)
        if not memory.automatic and memory.status not in CLOSED and not memory.stale
    ][:MOST_NOTES]


def _handoff(engine: Engine) -> Memory | None:
    numbers = store.newest(engine.memory, [engine.project.id], kind="handoff", limit=1)
    found = store.of_numbers(engine.memory, numbers)
    return found[0] if found else None


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
