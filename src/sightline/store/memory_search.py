"""The reads that searching memories is made of; how they are scored is in `memory.search`.

The rows of one session sit in one party, in the order of their seats.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from sightline.store.sqlite.database import Database, Row

T = TypeVar("T")


class Found(NamedTuple):
    """A memory as the search reads it: the columns of each row."""

    number: int
    party: int
    seat: int
    length: int
    asks: int
    words: str
    created: int
    author: str
    project: str
    kind: str
    status: str
    level: int
    stale: int
    id: str


def totals(database: Database) -> tuple[int, int]:
    """How many memories can be searched, and how many words they have together."""
    memories, words = database.row("recall.total") or (0, 0)
    return int(memories), int(words)


def counts(database: Database, terms: Iterable[str]) -> dict[str, int]:
    """In how many memories each word, and each mark of project, kind or author, stands.

    Those of none are left out.
    """
    return dict(database.rows("recall.counts", terms=list(terms)))


def marked(database: Database, marks: Sequence[str]) -> int:
    """How many memories have these marks, each counted for itself."""
    return sum(counts(database, marks).values())


def matching(
    database: Database, word: str, marks: Sequence[Sequence[str]], limit: int
) -> list[int]:
    """The newest memories with this word and, of each group of marks, any."""
    groups = [" OR ".join(f'scope:"{mark}"' for mark in group) for group in marks]
    question = " AND ".join([f'words:"{word}"', *(f"({group})" for group in groups)])
    return list(json.loads(database.value("recall.matching", question=question, limit=limit)))


def rows_of(database: Database, numbers: Sequence[int]) -> list[Row]:
    """The rows of these memories."""
    return database.rows("recall.rows", numbers=list(numbers)) if numbers else []


def at_project_level(database: Database, project: str, *, limit: int = 50) -> list[Row]:
    """The rows of what holds for the whole project (L0) or everywhere, oldest first."""
    return database.rows("recall.of_level", project=project, limit=limit)


def rows_between(database: Database, stretches: Sequence[Sequence[int]]) -> list[Row]:
    """The rows of these stretches of seats (party, first, last), in the order of the seats."""
    wanted = [list(stretch) for stretch in stretches]
    return database.rows("recall.in_row", stretches=wanted) if wanted else []
