"""What becomes of memories whose time is over (PC-16, FO-4, FO-28). Manual ones without a time stay."""

from __future__ import annotations

from typing import NamedTuple

from sightline.memory.keeper import UNDO_DAYS
from sightline.memory.vocabulary import search_words
from sightline.model.memory import DAY_MS, KINDS, Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database


class Expired(NamedTuple):
    """How many memories were marked, archived, deleted, and how many observations went."""

    marked: int = 0
    archived: int = 0
    deleted: int = 0
    observations: int = 0
    erased: int = 0


def as_of(memory: Memory, now: int) -> Memory | None:
    """The memory by its policy, whoever applies it to the store later; None when it is deleted."""
    if not memory.ttl_seconds or memory.immutable:
        return memory
    if memory.refreshed + memory.ttl_seconds * 1000 > now:
        return memory
    if memory.on_expire == "delete":
        return None
    if memory.on_expire == "archive":
        return memory._replace(status="archived")
    return memory._replace(stale=True)


def process_expired(database: Database, *, now: int, auto_days: int | None = None) -> Expired:
    """Apply each expired memory's policy; let old observations of tool calls go.

    Genes (immutable facts) never expire. What is deleted lies under a tombstone like any other.
    """
    counts = {"mark_stale": 0, "archive": 0, "delete": 0}
    with database.transaction():
        for memory in store.expired(database, now):
            counts[memory.on_expire] += 1
            changed = as_of(memory, now)
            if changed is None:
                store.bury(database, memory, now)
                continue
            changed = changed._replace(updated=now)
            store.change(database, changed, search_words(changed), at=now, what="expired")
        gone = _outlived(database, now, auto_days)
        erased = store.erase_forgotten(database, now - UNDO_DAYS * DAY_MS)
    return Expired(counts["mark_stale"], counts["archive"], counts["delete"], gone, erased)


def _outlived(database: Database, now: int, auto_days: int | None) -> int:
    gone = 0
    for kind in KINDS.values():
        days = auto_days if auto_days is not None and kind.name == "auto" else kind.days
        if kind.days:
            numbers = store.outlived(database, kind.name, now - days * DAY_MS)
            for number in numbers:
                store.remove(database, number)
            gone += len(numbers)
    return gone
