"""Finds what a new memory repeats or contradicts among those that are kept."""

from __future__ import annotations

from typing import NamedTuple

from sightline.memory.duplicates import (
    contradiction,
    correction,
    different_values,
    same_words,
    shared_subject,
)
from sightline.memory.search import Scope, search
from sightline.memory.vocabulary import roots
from sightline.model.memory import CLOSED, Memory
from sightline.store import memory as store
from sightline.store import memory_search
from sightline.store.sqlite.database import Database

# Kinds that say how something is or should be.
STATING = ("decision", "convention", "fact", "architecture", "pattern", "pin")
# How many similar memories are compared with a new one.
MOST_COMPARED = 20


class Contradiction(NamedTuple):
    """A memory that may say the opposite of another, and why."""

    memory: Memory
    reason: str


class Relatives(NamedTuple):
    similar: tuple[Memory, ...]
    contradicts: tuple[Contradiction, ...]


def relatives(database: Database, memory: Memory, now: int) -> Relatives:
    """The memories that say nearly the same, and active ones that may say the opposite.

    Among those that state something the kinds may differ.

    Values are compared with all that states something, other contradictions among decisions.
    """
    kinds = STATING if memory.kind in STATING else (memory.kind,)
    scope = Scope((memory.project,), kinds)
    hits = search(database, memory.text, now=now, scope=scope, limit=MOST_COMPARED)
    numbers = dict.fromkeys(hit.number for hit in hits)
    newest = store.newest(database, [memory.project], kind=memory.kind, limit=MOST_COMPARED)
    numbers |= dict.fromkeys(newest)
    if memory.links:
        names = [link.name for link in memory.links if link.name]
        numbers |= dict.fromkeys(store.linked_to_names(database, names, limit=MOST_COMPARED))
    similar, contradicts = [], []
    counts = memory_search.counts(database, set(roots(memory.text)))
    for other in store.of_numbers(database, list(numbers)):
        if other.status in CLOSED or other.kind not in kinds or other.project != memory.project:
            continue
        same_kind = other.kind == memory.kind
        if same_words(memory.text, other.text) and not contradiction(memory.text, other.text):
            similar.append(other)
        elif reason := correction(memory.text, other.text):
            contradicts.append(Contradiction(other, reason))
        elif memory.kind in STATING:
            compare = contradiction if same_kind and memory.kind == "decision" else different_values
            subject = shared_subject(memory, other, counts)
            reason = compare(memory.text, other.text) if subject else ""
            if reason:
                contradicts.append(Contradiction(other, f"{subject}: {reason}"))
    return Relatives(tuple(similar), tuple(contradicts))
