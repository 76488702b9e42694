"""Adds many rows to a table, several with each call of SQLite: a call costs as much as a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from sightline.store.sqlite.database import Database, Row

AT_ONCE = 20
# For fewer rows it is not worth preparing a statement of its own.
_MANY = 1_000


def fill(index: Database, query: str, rows: Iterable[Row]) -> None:
    """Add rows by the query that adds one; one that cannot be added takes the transaction back."""
    coming = iter(rows)
    left = list(islice(coming, _MANY))
    if len(left) == _MANY:
        every = chain(left, coming)
        left = []
        index.many(query, _joined(every, left), at_once=AT_ONCE)
    index.many(query, left)


def _joined(rows: Iterator[Row], left: list[Row]) -> Iterator[Row]:
    """The values of several rows in one; what is left over is kept apart."""
    while len(some := list(islice(rows, AT_ONCE))) == AT_ONCE:
        yield tuple(chain.from_iterable(some))
    left.extend(some)
