"""Recognises in a session what is worth keeping, by rules without a model, and keeps it.

Few and good: decisions of the person, failures with what fixed them, causes that were found.
Every memory is marked as captured, with its rule and place; nothing is kept twice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from sightline.memory.capture.decisions import answers, directives, plans
from sightline.memory.capture.failures import fixes, miscalls
from sightline.memory.capture.findings import abandoned, causes, commits
from sightline.memory.capture.sentences import Capture
from sightline.memory.capture.statements import statements
from sightline.memory.draft import draft
from sightline.memory.keeper import save
from sightline.memory.search import Scope, search
from sightline.memory.vocabulary import command_words
from sightline.model.memory import Link, Memory
from sightline.model.transcript_step import Step
from sightline.store import memory as store
from sightline.store.sqlite.database import Database

RULES = (statements, miscalls, fixes, plans, answers, directives, causes, abandoned, commits)


def recognise(steps: Sequence[Step]) -> list[Capture]:
    """Everything worth keeping in these steps, rule by rule, each once."""
    captures: dict[tuple[str, str], Capture] = {}
    stated: set[str] = set()
    for rule in RULES:
        for capture in rule(steps):
            # A prompt makes one memory: what it states, or what the general rule for prompts reads.
            if rule is directives and capture.place in stated:
                continue
            if rule is statements:
                stated.add(capture.place)
            captures.setdefault((capture.kind, capture.text.lower()), capture)
    return list(captures.values())


class Origin(NamedTuple):
    """Where captured memories come from."""

    project: str
    agent: str = ""
    session: str = ""
    branch: str = ""
    transcript: str = ""
    branch_only: bool = False  # kept to the branch until it is merged


def save_captures(
    database: Database,
    captures: Iterable[Capture],
    origin: Origin,
    *,
    now: int,
    relative_path: Callable[[str], str] = str,
) -> list[Memory]:
    """Save captures that are new.

    `relative_path` makes a path relative to the project; empty outside of it.
    """
    memories = []
    for capture in captures:
        paths = dict.fromkeys(map(relative_path, capture.files))
        links = [Link("", path) for path in paths if path]
        memory = draft(
            capture.kind,
            capture.text,
            now=now,
            project=origin.project,
            agent=origin.agent,
            session=origin.session,
            branch=origin.branch,
            branch_only=origin.branch_only,
            source=f"capture:{capture.rule}",
            origin=f"{origin.transcript}#{capture.place}" if origin.transcript else capture.place,
            fields=dict(capture.fields),
            links=tuple(links[:5]),
        )
        if memory.kind == "failure" and _failed_before(database, memory, now):
            continue
        outcome = save(database, memory, now=now)
        if outcome.new:
            memories.append(outcome.memory)
    return memories


def _failed_before(database: Database, memory: Memory, now: int) -> bool:
    """Whether a failure of the same program and subcommand with the same message is known."""
    command = str(memory.fields.get("command", ""))
    words = command_words(command)
    scope = Scope((memory.project,), ("failure",))
    hits = search(database, f"{command} {memory.text}", now=now, scope=scope)
    for other in store.of_numbers(database, [hit.number for hit in hits]):
        if command_words(str(other.fields.get("command", "")))[:2] == words[:2]:
            messages = [
                re.sub(r"\d+|'[^']*'|\"[^\"]*\"", "", one.text.rpartition("`")[2])
                for one in (memory, other)
            ]
            if messages[0] == messages[1]:
                return True
    return False
