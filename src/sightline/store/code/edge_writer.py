"""Writes the edges and open calls that `index.resolving` found, and counts how many symbols refer to each symbol.

Every function and method must run inside a transaction of the caller.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sightline.model.code import FileReferences, OpenCall, Reference
from sightline.model.indexed import EDGE_KINDS
from sightline.store.sqlite.bulk_insert import fill
from sightline.store.sqlite.database import Database

# More than any file has. Where ids rise with the positions, only the first id is kept.
_MOST_SYMBOLS = 1 << 31
WHOLE_FILE = 0  # the line of a problem that concerns resolving the whole file
_COUNT_KEYS = {"edge": "edges", "open_call": "open_calls"}  # the meta keys that count the rows
_LATE_INDEXES = ("edge_target", "open_call_name")  # created after a first run
_KIND_NUMBERS = {kind: number for number, kind in enumerate(EDGE_KINDS)}

RowKey = tuple[Any, ...]
_new = tuple.__new__  # creates a NamedTuple faster than its class


class EdgeRow(NamedTuple):
    """A row of the edge table."""

    source_id: int
    target_id: int
    kind: int
    line: int
    confidence: float
    how: str
    times: int

    @property
    def key(self) -> RowKey:
        """The primary key."""
        return (self.source_id, self.target_id, self.kind)


class OpenCallRow(NamedTuple):
    """A row of the table of open calls."""

    source_id: int
    name: str
    line: int
    reason: str
    times: int

    @property
    def key(self) -> RowKey:
        """The primary key."""
        return (self.source_id, self.name)


_ROW_TYPES: dict[str, Any] = {"edge": EdgeRow, "open_call": OpenCallRow}


class _Edge:
    """All references from one symbol to another, collected into one edge."""

    __slots__ = ("confidence", "how", "line", "times")

    def __init__(self, line: int, confidence: float, how: str) -> None:
        self.line, self.confidence, self.how = line, confidence, how
        self.times = 1


class EdgeWriter:
    """Writes the edges of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._ids: dict[int, Sequence[int]] = {}
        self._first_ids: dict[int, int] = {}  # of files whose ids rise with the positions

    def unresolved(self) -> list[int]:
        """The files that are to be resolved."""
        return [file_id for (file_id,) in self._index.rows("code_write.unresolved")]

    def replace(self, files: Sequence[tuple[int, FileReferences]], *, fresh: bool = False) -> int:
        """Write the edges of files; `fresh` when they had none. Returns the number of edges."""
        edges: list[EdgeRow] = []
        open_calls: list[OpenCallRow] = []
        for file_id, (references, calls) in files:
            self._add_edges(file_id, references, edges)
            self._add_open_calls(file_id, calls, open_calls)
        ids = [file_id for file_id, _ in files]
        targets = self._update("edge", edges, () if fresh else ids)
        self._update("open_call", open_calls, () if fresh else ids)
        self._index.many("code_write.resolve_file", [(file_id,) for file_id in ids])
        if not fresh:
            recount_fan_in(self._index, sorted(targets))
        return len(edges)

    def set_failures(self, files: Sequence[int], failures: Sequence[tuple[int, str]]) -> None:
        """Record which of these files could not be resolved, and clear earlier failures."""
        self._index.run("code_write.drop_failed", ids=list(files))
        if failures:
            rows = [(file_id, WHOLE_FILE, message) for file_id, message in failures]
            self._index.many("code_write.set_problem", rows)

    def begin(self, *, many: bool) -> bool:
        """Prepare for the first file; returns whether nothing was ever resolved before.

        On a first run over many files the indexes on edge targets are dropped and `finish` creates
        them again. After an interrupted first run, the next run creates them here.
        """
        if self._is_counted():
            return False
        fresh = not self._index.value("code_write.any_edge")
        if many or not fresh:
            self._late_indexes("drop" if fresh else "make")
        return fresh

    def finish(self) -> None:
        """After the last file of a first run, count how many symbols refer to each symbol."""
        if not self._is_counted():
            self._late_indexes("make")
        count_all_fan_in(self._index)

    def load_all_ids(self) -> None:
        """Load the first symbol id of all files at once, for runs that need most of them."""
        for file_id, least, greatest in self._index.stream("code_write.first_ids"):
            if least == greatest:
                self._first_ids[file_id] = least

    def _is_counted(self) -> bool:
        return bool(self._index.value("code.meta", key="counted"))

    def _late_indexes(self, action: str) -> None:
        with self._index.transaction():
            for name in _LATE_INDEXES:
                self._index.run(f"code_write.{action}_{name}")

    def _update(self, table: str, rows: list[Any], files: Sequence[int]) -> set[int]:
        """Write the rows that differ from the stored ones; returns the targets gained or lost."""
        old: dict[RowKey, Any] = {}
        for file_id in files:
            stored = self._index.rows(f"code_write.{table}s_of", file_id=file_id)
            old.update((row.key, row) for row in map(_ROW_TYPES[table]._make, stored))
        # SQLite inserts rows in the order of the table much faster than in any other.
        rows.sort()
        added, changed = rows, []
        gone: set[RowKey] = set()
        if old:
            added = [row for row in rows if row.key not in old]
            changed = [row for row in rows if old.get(row.key, row) != row]
            gone = old.keys() - {row.key for row in rows}
        if gone:
            self._index.many(f"code_write.drop_{table}", sorted(gone))
        if changed:
            self._index.many(f"code_write.change_{table}", [row._asdict() for row in changed])
        fill(self._index, f"code_write.add_{table}", added)
        change = len(added) - len(gone)
        self._index.run("code_write.add_to_meta", key=_COUNT_KEYS[table], change=change)
        if not files or table != "edge":
            return set()
        return {row.target_id for row in added} | {key[1] for key in gone}

    def _add_edges(
        self,
        file_id: int,
        references: Iterable[Reference],
        edges: list[EdgeRow],
    ) -> None:
        """Add the rows of a file's edges."""
        first_ids, ids_of = self._first_ids, self._symbol_ids
        collected: dict[tuple[int, int, str], _Edge] = {}
        for source, line, targets in references:
            for kind, (file, position), confidence, how in targets:
                if position == source and file == file_id:
                    continue  # a symbol that refers to itself
                target = first_ids[file] + position if file in first_ids else ids_of(file)[position]
                key = (source, target, kind)
                edge = collected.get(key)
                if edge is None:
                    collected[key] = _Edge(line, confidence, how)
                    continue
                edge.times += 1
                if line < edge.line:
                    edge.line = line
                if confidence > edge.confidence:
                    edge.confidence, edge.how = confidence, how
        ids = ids_of(file_id)
        for (source, target, kind), edge in collected.items():
            row = (ids[source], target, _KIND_NUMBERS[kind], edge.line, edge.confidence, edge.how)
            edges.append(_new(EdgeRow, (*row, edge.times)))

    def _add_open_calls(
        self, file_id: int, calls: Iterable[OpenCall], rows: list[OpenCallRow]
    ) -> None:
        """Add one row for all open calls of one name in one symbol."""
        collected: dict[tuple[int, str], list[OpenCall]] = {}
        for call in calls:
            collected.setdefault((call.source, call.name), []).append(call)
        ids = self._symbol_ids(file_id)
        for (source, name), same in collected.items():
            first = min(same, key=lambda call: call.line)
            rows.append(OpenCallRow(ids[source], name, first.line, first.reason, len(same)))

    def _symbol_ids(self, file_id: int) -> Sequence[int]:
        """The ids of a file's symbols by their position."""
        ids = self._ids.get(file_id)
        if ids is None and file_id in self._first_ids:
            first = self._first_ids[file_id]
            ids = self._ids[file_id] = range(first, first + _MOST_SYMBOLS)
        elif ids is None:
            rows = self._index.rows("code_write.symbol_ids", file_id=file_id)
            ids = self._ids[file_id] = array("q", [symbol_id for symbol_id, _ in rows])
        return ids


def recount_fan_in(index: Database, ids: Sequence[int]) -> None:
    """Count again how many symbols refer to each of these."""
    before = _highest_fan_in(index, ids)
    index.run("code_write.count_fan_in", ids=ids)
    after = _highest_fan_in(index, ids)
    most = _most_used(index)
    if after > most:
        _set_meta(index, most_used=after)
    elif after < before and before >= most:
        # The highest may be lower now: `count_all_fan_in` searches for it.
        _set_meta(index, most_used_open=1)


def note_dropped_symbols(index: Database, ids: Sequence[int]) -> None:
    """Before symbols are dropped: note whether the highest fan-in must be searched again."""
    if _highest_fan_in(index, ids) >= _most_used(index):
        _set_meta(index, most_used_open=1)


def count_all_fan_in(index: Database) -> None:
    """Count the fan-in of all symbols if that was never done, and find the highest if unknown."""
    if not index.value("code.meta", key="counted"):
        index.run("code_write.clear_fan_in")
        index.run("code_write.count_all_fan_in")
        _set_meta(index, counted=1, most_used_open=1)
    if index.value("code.meta", key="most_used_open"):
        _set_meta(index, most_used=int(index.value("code_write.most_used")), most_used_open=0)


def _highest_fan_in(index: Database, ids: Sequence[int]) -> int:
    return int(index.value("code_write.most_used_of", ids=ids))


def _most_used(index: Database) -> int:
    return int(index.value("code.meta", key="most_used") or 0)


def _set_meta(index: Database, **values: int) -> None:
    for key, value in values.items():
        index.run("code_write.set_meta", key=key, value=value)
