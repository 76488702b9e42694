"""Keeping what was captured: marked as captured, with where it was said, and never twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from sightline.memory.capture.captured import Captured
from sightline.memory.draft import draft
from sightline.memory.keeper import save
from sightline.memory.search import Scope, search
from sightline.memory.vocabulary import command_words
from sightline.model.memory import Link, Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database


class Origin(NamedTuple):
    """Where captured memories come from."""

    project: str
    agent: str = ""
    session: str = ""
    branch: str = ""
    transcript: str = ""


def keep_captured(
    database: Database,
    captured: Iterable[Captured],
    origin: Origin,
    *,
    now: int,
    inside: Callable[[str], str] = str,
) -> list[Memory]:
    """Keep those that say something new; `inside` makes a path relative to the project, or empty."""
    kept = []
    for one in captured:
        links = [Link("", path) for path in dict.fromkeys(map(inside, one.files)) if path]
        memory = draft(
            one.kind,
            one.text,
            now=now,
            project=origin.project,
            agent=origin.agent,
            session=origin.session,
            branch=origin.branch,
            source=f"capture:{one.rule}",
            origin=f"{origin.transcript}#{one.place}" if origin.transcript else one.place,
            fields=dict(one.fields),
            links=tuple(links[:5]),
        )
        if memory.kind == "failure" and _failed_before(database, memory, now):
            continue
        done = save(database, memory, now=now)
        if done.new:
            kept.append(done.memory)
    return kept


def _failed_before(database: Database, memory: Memory, now: int) -> bool:
    """Whether the same program, called for the same, is known to fail with these words."""
    command = str(memory.fields.get("command", ""))
    words = command_words(command)
    scope = Scope((memory.project,), ("failure",))
    hits = search(database, f"{command} {memory.text}", now=now, scope=scope)
    for other in store.of_numbers(database, [hit.number for hit in hits]):
        if command_words(str(other.fields.get("command", "")))[:2] == words[:2]:
            said = [
                re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "", one.text.rpartition("`")[2])
                for one in (memory, other)
            ]
            if said[0] == said[1]:
                return True
    return False
