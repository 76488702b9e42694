"""Inserts many rows into a table, several per statement: a call costs as much as a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from sightline.store.sqlite.database import Database, Row

AT_ONCE = 20
# Fewer rows are not worth a separate prepared statement.
_MANY = 1_000


def fill(index: Database, query: str, rows: Iterable[Row]) -> None:
    """Insert rows with the query that inserts one; an error rolls the whole transaction back."""
    remaining = iter(rows)
    rest = list(islice(remaining, _MANY))
    if len(rest) == _MANY:
        all_rows = chain(rest, remaining)
        rest = []
        index.many(query, _joined(all_rows, rest), at_once=AT_ONCE)
    index.many(query, rest)


def _joined(rows: Iterator[Row], rest: list[Row]) -> Iterator[Row]:
    """The values of each AT_ONCE rows as one tuple; the last, incomplete group goes to `rest`."""
    while len(group := list(islice(rows, AT_ONCE))) == AT_ONCE:
        yield tuple(chain.from_iterable(group))
    rest.extend(group)
