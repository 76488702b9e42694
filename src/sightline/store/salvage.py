"""Copies what a damaged memory database still contains into a sound one.

Each table is read from both ends up to the damage, so a damaged page costs only the rows on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sightline.errors import StoreCorrupt, StoreError
from sightline.store.sqlite.database import Database, Row
from sightline.store.sqlite.repair import ordinary_tables

_BATCH = 200
# Kept by triggers on the tables that are copied.
_DERIVED = ("memory_count", "memory_total")
# These come first: a memory that was forgotten since must not come back from the backup.
_FIRST = ("memory_tombstone", "memory")


class Salvaged(NamedTuple):
    """How many rows were copied, and how many of them are memories."""

    rows: int
    memories: int


class _Table(NamedTuple):
    """A table that both databases have, with the columns they share."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


def salvage(source: str, target: Database) -> Salvaged:
    """Add every row of the damaged file at `source` that the target lacks or has an older state of."""
    database = Database(source, "memory", readonly=True, busy_ms=target.busy_ms)
    try:
        database.connect()
        database.replace_invalid_text()
        tables = _shared_tables(database, target)
    except StoreError:
        database.close()
        return Salvaged(0, 0)  # too damaged to be read at all
    copied: dict[str, int] = {}
    try:
        with target.transaction():
            for table in tables:
                copied[table.name] = _copy(database, target, table)
    finally:
        database.close()
    return Salvaged(sum(copied.values()), copied.get("memory", 0))


def _shared_tables(source: Database, target: Database) -> list[_Table]:
    """The ordinary tables of the target, in the order in which they can be filled."""
    tables = []
    for name in ordinary_tables(target):
        info = target.statement(f'PRAGMA table_info("{name}")')
        known = {str(column) for _, column, *_ in source.statement(f'PRAGMA table_info("{name}")')}
        columns = tuple(str(row[1]) for row in info if row[1] in known)
        key = tuple(str(row[1]) for row in sorted(info, key=lambda row: row[5]) if row[5])
        if columns and name not in _DERIVED:
            tables.append(_Table(name, columns, key or ("rowid",)))
    return sorted(tables, key=lambda table: table.name not in _FIRST)


def _copy(source: Database, target: Database, table: _Table) -> int:
    """Copy the readable rows of a table; how many were added."""
    names = ", ".join(f'"{column}"' for column in table.columns)
    marks = ", ".join("?" for _ in table.columns)
    insert = f'INSERT OR IGNORE INTO "{table.name}" ({names}) VALUES ({marks}) RETURNING 1'
    added = 0
    for row in _readable_rows(source, table):
        values = dict(zip(table.columns, row, strict=True))
        try:
            if table.name == "memory":
                _remove_older(target, values)
            new = len(target.statement(insert, row))
        except StoreCorrupt:
            raise
        except StoreError:
            continue  # it refers to a row that could not be read, or is damaged itself
        if new and table.name == "memory_tombstone":
            target.statement("DELETE FROM memory WHERE id = ?", (values["id"],))
        added += new
    return added


def _remove_older(target: Database, values: dict[str, object]) -> None:
    """Make room for a memory that was edited after the backup was made."""
    target.statement(
        "DELETE FROM memory WHERE id = ? AND updated < ?", (values["id"], values["updated"])
    )


def _readable_rows(source: Database, table: _Table) -> Iterator[Row]:
    """The rows before the first damage and those after the last one, each once."""
    seen: set[Row] = set()
    for direction in ("ASC", "DESC"):
        complete = True
        for row in _rows_from(source, table, direction):
            if row is None:
                complete = False
            elif row not in seen:
                seen.add(row)
                yield row
        if complete:
            return


def _rows_from(source: Database, table: _Table, direction: str) -> Iterator[Row | None]:
    """The rows from one end; None in place of those that cannot be read."""
    names = ", ".join(f'"{column}"' for column in table.columns)
    order = ", ".join(f"{column} {direction}" for column in table.key)
    offset, size = 0, _BATCH
    while True:
        sql = f'SELECT {names} FROM "{table.name}" ORDER BY {order} LIMIT {size} OFFSET {offset}'
        try:
            rows = source.statement(sql)
        except StoreError:
            if size == 1:
                yield None
                return
            size = 1  # find the last row before the damage
            continue
        yield from rows
        offset += len(rows)
        if len(rows) < size:
            return
