"""The SQL of the named queries, read from `sql/<noun>.sql` when first asked for; runs none of it."""

from __future__ import annotations

import os

from sightline.errors import StoreError

SQL_FOLDER = os.path.join(os.path.dirname(__file__), "sql")

_queries: dict[str, str] = {}
# What an earlier process read, by noun: when the file was changed, its size, its queries.
kept_queries: dict[str, tuple[tuple[int, int], dict[str, str]]] = {}
read_queries: list[str] = []  # nouns that this process had to read


def query_text(query: str) -> str:
    """The SQL of `noun.name`, read from `sql/<noun>.sql` when first asked for.

    `noun.name@other` is a query written for any noun, here for that one.
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
    """The SQL of a query that adds one row, for so many at once.

    Not to have to take back some of its rows SQLite takes all back: the whole transaction.
    """
    key = f"{query} * {rows}"
    if key not in _queries:
        head, _, values = query_text(query).rpartition("VALUES")
        head = head.replace("INSERT INTO", "INSERT OR ROLLBACK INTO", 1)
        _queries[key] = f"{head}VALUES {', '.join([values.strip().rstrip(';')] * rows)}"
    return _queries[key]


def _load(noun: str) -> None:
    path = f"{SQL_FOLDER}/{noun}.sql"
    try:
        status = os.stat(path)
    except FileNotFoundError:
        raise StoreError(f"no queries for {noun!r}") from None
    kept = kept_queries.get(noun)
    if kept is None or kept[0] != (status.st_mtime_ns, status.st_size):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        found = {}
        for part in text.split("-- name: ")[1:]:
            name, _, sql = part.partition("\n")
            found[f"{noun}.{name.strip()}"] = sql
        kept = kept_queries[noun] = ((status.st_mtime_ns, status.st_size), found)
        read_queries.append(noun)
    _queries.update(kept[1])
