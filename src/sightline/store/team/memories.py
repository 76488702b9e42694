"""Reads and writes the memories of a team server: changes, revisions, search and reviews.

What may be sent, and what a received state does to the local memories, is decided in `memory.sync`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sightline.store.team.database import TeamDatabase, storable

# What became of a change that was sent.
ACCEPTED, CONFLICT, DELETED, REFUSED = "accepted", "conflict", "deleted", "refused"
_LONGEST_WORD = 200


class Change(NamedTuple):
    """A change to send: the revision it was made from, and the new state; None deletes."""

    id: str
    base: int
    key: str
    record: dict[str, Any] | None
    words: str = ""


class Outcome(NamedTuple):
    """What became of a change, and the revision that counts now."""

    id: str
    outcome: str
    revision: int


class State(NamedTuple):
    """The current state of a memory on the server; without a record it was deleted."""

    seq: int
    id: str
    revision: int
    needs_review: bool
    author: str
    changed_by: str
    changed: int
    record: dict[str, Any] | None


class Revision(NamedTuple):
    """One state a memory had, and the revision it was made from."""

    revision: int
    base: int
    concurrent: bool
    person: str
    at: int
    record: dict[str, Any]


class TeamHit(NamedTuple):
    """A memory that a search on the server found."""

    id: str
    rank: float
    author: str
    changed: int
    record: dict[str, Any]


def push(database: TeamDatabase, project: str, changes: Sequence[Change]) -> list[Outcome]:
    """Send changes in one transaction; sending one twice changes nothing."""
    values = [
        {
            "id": change.id,
            "base": change.base,
            "change": change.key,
            "deleted": change.record is None,
            "record": change.record,
            "words": change.words,
        }
        for change in changes
    ]
    with database.transaction():
        rows = database.rows("remote.push", project=project, changes=values)
    return [Outcome._make(row) for row in rows]


def pull(database: TeamDatabase, project: str, after: int, limit: int) -> list[State]:
    """The states after a change, in the server's order."""
    rows = database.rows("remote.pull", project=project, after=after, limit=limit)
    return [State._make(row) for row in rows]


def of_ids(database: TeamDatabase, project: str, ids: Sequence[str]) -> list[State]:
    """The states of these memories; deleted ones are left out."""
    return [State._make(row) for row in database.rows("remote.of_ids", project=project, ids=ids)]


def to_review(database: TeamDatabase, project: str) -> list[State]:
    """The memories that wait for a reviewer."""
    return [State._make(row) for row in database.rows("remote.to_review", project=project)]


def revisions(database: TeamDatabase, project: str, id: str) -> list[Revision]:
    """Every state of a memory, oldest first."""
    rows = database.rows("remote.revisions", project=project, id=id)
    return [Revision._make(row) for row in rows]


def review(database: TeamDatabase, project: str, id: str, revision: int, words: str) -> int:
    """Let a revision stand; the number under which it counts now."""
    return int(
        database.value("remote.review", project=project, id=id, revision=revision, words=words)
    )


def search(
    database: TeamDatabase, project: str, words: Iterable[str], *, limit: int = 20
) -> list[TeamHit]:
    """The memories with any of these prepared words, the best first."""
    quoted = [_lexeme(word) for word in dict.fromkeys(words) if word]
    if not quoted:
        return []
    rows = database.rows("remote.search", project=project, question=" | ".join(quoted), limit=limit)
    return [TeamHit._make(row) for row in rows]


def searchable(words: str) -> str:
    """Prepared words as the server stores them: each once, none too long for its full text."""
    kept = [word for word in storable(words).split() if len(word.encode()) <= _LONGEST_WORD]
    return " ".join(dict.fromkeys(kept))


def _lexeme(word: str) -> str:
    escaped = word.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"
