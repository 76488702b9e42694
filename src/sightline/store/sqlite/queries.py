"""Loads the SQL of named queries from `sql/<noun>.sql` on first use; does not run it."""

from __future__ import annotations

import os

from sightline.errors import StoreError

SQL_FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "sql")

_queries: dict[str, str] = {}


def query_text(query: str) -> str:
    """The SQL of the query `noun.name`.

    `noun.name@other` is a query for any noun, with `other` in place of `{noun}`.
    """
    text = _queries.get(query)
    if text is None:
        name, _, other = query.partition("@")
        if name not in _queries:
            _load(name.partition(".")[0])
        if name not in _queries or not (other or "x").isidentifier():
            raise StoreError(f"no query called {query!r}")
        text = _queries[query] = _queries[name].replace("{noun}", other)
    return text


def wide_text(query: str, rows: int) -> str:
    """The SQL of a query that inserts one row, changed to insert this many at once.

    On an error it rolls back the whole transaction, which saves SQLite a statement journal.
    """
    key = f"{query} * {rows}"
    if key not in _queries:
        head, _, values = query_text(query).rpartition("VALUES")
        head = head.replace("INSERT INTO", "INSERT OR ROLLBACK INTO", 1)
        _queries[key] = f"{head}VALUES {', '.join([values.strip().rstrip(';')] * rows)}"
    return _queries[key]


def _load(noun: str) -> None:
    try:
        with open(os.path.join(SQL_FOLDER, f"{noun}.sql"), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        raise StoreError(f"no queries for {noun!r}") from None
    for part in text.split("-- name: ")[1:]:
        name, _, sql = part.partition("\n")
        _queries[f"{noun}.{name.strip()}"] = sql
