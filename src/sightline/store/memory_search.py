"""The queries that searching memories consists of; `memory.search` scores their rows.

The memories of one session are ordered: they share a `session_no` and each has a `position` in it.
A memory that belongs to no session has 0 for both.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.store.sqlite.database import Database, Row


class SearchRow(NamedTuple):
    """A memory as the search reads it."""

    number: int
    session_no: int
    position: int
    length: int  # of its text, in words
    asks: int  # whether it only asks a question
    words: str
    created: int
    author: str
    project: str
    kind: str
    status: str
    level: int
    stale: int
    id: str
    confirmed: int  # when it was last written, renewed or reviewed


class SearchTotals(NamedTuple):
    """How many memories can be searched, and how many words they have in total."""

    memories: int
    words: int


class PositionRange(NamedTuple):
    """Consecutive positions of one session, `first` and `last` included."""

    session_no: int
    first: int
    last: int


def totals(database: Database) -> SearchTotals:
    """The size of the search index."""
    row = database.row("recall.total")
    return SearchTotals._make(row) if row else SearchTotals(0, 0)


def counts(database: Database, terms: Iterable[str]) -> dict[str, int]:
    """In how many memories each word, or mark of a project, kind or author, occurs.

    Terms without a match are left out.
    """
    return dict(database.rows("recall.counts", terms=list(terms)))


def marked(database: Database, marks: Sequence[str]) -> int:
    """The sum of how many memories have each of these marks."""
    return sum(counts(database, marks).values())


def matching(
    database: Database, word: str, marks: Sequence[Sequence[str]], limit: int
) -> list[int]:
    """The newest memories with this word and at least one mark of each group."""
    groups = [" OR ".join(f'scope:"{mark}"' for mark in group) for group in marks]
    question = " AND ".join([f'words:"{word}"', *(f"({group})" for group in groups)])
    return list(json.loads(database.value("recall.matching", question=question, limit=limit)))


def rows_of(database: Database, numbers: Sequence[int]) -> list[SearchRow]:
    """The rows of these memories."""
    return _search_rows(
        database.rows("recall.rows", numbers=list(numbers), hidden=database.hidden)
        if numbers
        else []
    )


def at_project_level(database: Database, project: str, *, limit: int = 50) -> list[SearchRow]:
    """The rows of project-level memories (L0) of this project or of all, oldest first."""
    return _search_rows(
        database.rows("recall.of_level", project=project, hidden=database.hidden, limit=limit)
    )


def rows_between(database: Database, ranges: Sequence[PositionRange]) -> list[SearchRow]:
    """The rows in these ranges of positions, ordered by session and position."""
    values = [list(position_range) for position_range in ranges]
    return _search_rows(
        database.rows("recall.in_ranges", ranges=values, hidden=database.hidden) if values else []
    )


def _search_rows(rows: list[Row]) -> list[SearchRow]:
    return list(map(SearchRow._make, rows))
