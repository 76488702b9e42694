"""Reads and writes what happened in each turn: its session, how it was settled, what it touched."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sightline.model.session import (
    ChangePoint,
    ChangeReason,
    Habits,
    Said,
    SessionKey,
    SessionPrompt,
    TopicEvidence,
    TurnTouch,
)
from sightline.store.sqlite.database import Database

# So many prompts of a session tell how it went from topic to topic.
MOST_VISITS = 200
# How many turns of a session are what it said last, and how much of a prompt and of a reply.
MOST_SAID, MOST_PROMPT, MOST_REPLY = 2, 400, 2000


def session_prompts(
    memory: Database, project: str, key: SessionKey, most: int = 2
) -> list[SessionPrompt]:
    """The last prompts of a session, newest first."""
    query = "session.session_prompts" if key.session else "session.prompts_without_session"
    rows = memory.rows(query, project=project, agent=key.agent, session=key.session, most=most)
    return [SessionPrompt(turn, topic, at, bool(settled)) for turn, topic, at, settled in rows]


def said_last(memory: Database, project: str, key: SessionKey, before: int = 0) -> list[Said]:
    """What a session said last, prompts and replies in order; `before` a turn if given."""
    rows = memory.rows(
        "session.said_last",
        project=project,
        agent=key.agent,
        session=key.session,
        before=before or sys.maxsize,
        prompt=MOST_PROMPT,
        reply=MOST_REPLY,
        last=MOST_SAID - 1,
    )
    return [Said._make(row) for row in rows]


def said_turns(memory: Database, project: str, key: SessionKey, most: int) -> list[Said]:
    """The last prompts and replies of a session, oldest first."""
    rows = memory.rows(
        "session.said_turns", project=project, agent=key.agent, session=key.session, most=most
    )
    return [Said._make(row) for row in reversed(rows)]


def agent_of_session(memory: Database, project: str, key: SessionKey) -> str:
    """The agent whose hooks recorded a session, if its caller does not know; "" if none did."""
    row = memory.row(
        "session.agent_of_session", project=project, agent=key.agent, session=key.session
    )
    return str(row[0]) if row else ""


def newest_session(memory: Database, project: str) -> SessionKey | None:
    """The session that submitted the project's last prompt."""
    row = memory.row("session.newest_session", project=project)
    return SessionKey(*row) if row else None


def visits(memory: Database, project: str, key: SessionKey) -> list[str]:
    """The topics of a session's latest prompts, the last one first."""
    query = "session.visits" if key.session else "session.visits_without_session"
    rows = memory.rows(
        query, project=project, agent=key.agent, session=key.session, most=MOST_VISITS
    )
    return [topic for (topic,) in rows]


def settle_turn(memory: Database, number: int, reason: ChangeReason | None = None) -> None:
    """Save that a turn ended, and the reason if the topic changed."""
    stored = json.dumps(_stored_reason(reason), ensure_ascii=False) if reason else ""
    memory.run("session.settle_turn", number=number, evidence=stored)


def change_points(memory: Database, project: str, most: int = 200) -> list[ChangePoint]:
    """The turns that began or took up a topic, newest first."""
    rows = memory.rows("session.change_points", project=project, most=most)
    return [
        ChangePoint(number, topic, origin, text, created, _reason(stored, topic, origin))
        for number, topic, origin, stored, text, created in rows
    ]


def _stored_reason(reason: ChangeReason) -> dict[str, Any]:
    """A reason as it is stored: what is empty is left out, but never how the turn was settled."""
    value: dict[str, Any] = {"settled": reason.settled}
    if reason.placed:
        value["placed"] = reason.placed
    for name in ("chosen", "left", "nearest"):
        evidence: TopicEvidence | None = getattr(reason, name)
        if evidence is not None:
            parts = {part: round(gain, 3) for part, gain in evidence.parts.items()}
            value[name] = {"topic": evidence.topic, "parts": parts, "about": evidence.about}
    return value


def _reason(stored: str, topic: str, origin: str) -> ChangeReason:
    value = json.loads(stored)
    if "settled" not in value:
        return _reason_of_parts(value, topic, origin)
    return ChangeReason(
        value["settled"],
        value.get("placed", ""),
        *(_evidence(value.get(name)) for name in ("chosen", "left", "nearest")),
    )


def _evidence(value: Mapping[str, Any] | None) -> TopicEvidence | None:
    if value is None:
        return None
    about = {part: tuple(names) for part, names in value["about"].items()}
    return TopicEvidence(value["topic"], value["parts"], about)


def _reason_of_parts(parts: Mapping[str, float], topic: str, origin: str) -> ChangeReason:
    """The reason of a turn stored before reasons were: only the parts for one topic.

    "stay" is a part of the topic left only, and a first topic had nothing but `{"start": 0}`.
    """
    if "stay" in parts:
        return ChangeReason(left=TopicEvidence(origin, parts))
    return ChangeReason(chosen=TopicEvidence(topic, parts) if any(parts.values()) else None)


def touch_turn(memory: Database, turn: int, kind: str, keys: Iterable[str]) -> None:
    """Record what a turn had to do with, each thing once."""
    memory.run("session.touch_turn", turn=turn, touched=[[kind, key] for key in keys])


def untouch_turn(memory: Database, turn: int, kind: str, key: str) -> None:
    """Forget that a turn had to do with something."""
    memory.run("session.untouch_turn", turn=turn, kind=kind, key=key)


def failed_commands(memory: Database, project: str, most: int) -> list[TurnTouch]:
    """The commands that failed in so many of a project's last turns, whether they passed since or not."""
    rows = memory.rows("session.failed_commands", project=project, most=most)
    return [TurnTouch(turn, kind, key) for turn, kind, key in rows]


def turn_touches(memory: Database, turns: Sequence[int]) -> list[TurnTouch]:
    """What these turns had to do with."""
    rows = memory.rows("session.turn_touches", turns=list(turns))
    return [TurnTouch(turn, kind, key) for turn, kind, key in rows]


def topic_files(memory: Database, topics: Sequence[str]) -> dict[str, dict[str, int]]:
    """The files of these topics, each with the number of turns that touched it."""
    files: dict[str, dict[str, int]] = {}
    for topic, path, count in memory.rows("session.topic_files", topics=list(topics)):
        files.setdefault(topic, {})[path] = count
    return files


def count_habit(memory: Database, project: str, *, stays: bool) -> None:
    """Count that a prompt stayed with the topic of its session, or changed it."""
    memory.run("session.count_habit", project=project, stays=int(stays), changes=int(not stays))


def habits(memory: Database, project: str) -> Habits:
    """How often prompts of a project stay with their topic."""
    row = memory.row("session.habits", project=project)
    return Habits._make(row) if row else Habits()
