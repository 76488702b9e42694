"""Writes what files refer to, once it is known; `store.code` reads it, `index.resolve` finds it.

Every method belongs inside one transaction of the caller.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import Any

from sightline.model.code import EDGE_KINDS, SHOWN, Reference
from sightline.store.code import fan_in
from sightline.store.sqlite.bulk_insert import fill
from sightline.store.sqlite.database import Database, Row

# More than any file has: of a file whose ids rise with the positions only the first id counts.
_MOST_SYMBOLS = 1 << 31
OF_FILE = 0  # the line of a problem that is one of resolving the whole file
_COUNTED = {"edge": "edges", "maybe": "undecided"}  # as what they are counted
_KIND = {kind: place for place, kind in enumerate(EDGE_KINDS)}


class EdgeWriter:
    """The relations of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._ids: dict[int, Sequence[int]] = {}
        self._firsts: dict[int, int] = {}  # of files whose ids rise with the positions

    def unresolved(self) -> list[int]:
        """The files whose relations are not known, or no longer."""
        return [row[0] for row in self._index.rows("code_write.unresolved")]

    def replace(self, files: Sequence[tuple[int, list[Reference]]], *, fresh: bool = False) -> int:
        """Write the relations of files anew; `fresh` when they had none. How many there are."""
        edges: list[Row] = []
        maybes: list[Row] = []
        for file_id, found in files:
            known, undecided = relations(
                file_id, found, self._firsts, self._symbol_ids, SHOWN, _KIND
            )
            edges += known
            maybes += undecided
        ids = [file_id for file_id, _ in files]
        touched = self._renew("edge", edges, () if fresh else ids)
        self._renew("maybe", maybes, () if fresh else ids)
        self._index.many("code_write.resolve_file", [(file_id,) for file_id in ids])
        if not fresh:
            fan_in.recount(self._index, sorted(touched))
        return len(edges)

    def note_failed(self, files: Sequence[int], failed: Sequence[tuple[int, str]]) -> None:
        """Of these files some could not be resolved: what is said of each. The others could."""
        self._index.run("code_write.drop_failed", ids=list(files))
        if failed:
            rows = [(file_id, OF_FILE, message) for file_id, message in failed]
            self._index.many("code_write.set_problem", rows)

    def _renew(self, table: str, rows: list[Row], files: Sequence[int]) -> set[int]:
        """Write what differs from what the files had; the targets that were gained or lost."""
        old: dict[Row, Row] = {}
        for file_id in files:
            found = self._index.rows(f"code_write.{table}s_of", file_id=file_id)
            old.update((row[:3], row) for row in found)
        # In the order of the table, which is much faster than any other.
        rows.sort()
        added = [row for row in rows if row[:3] not in old] if old else rows
        gone = old.keys() - {row[:3] for row in rows} if old else set()
        changed = [row for row in rows if old.get(row[:3], row) != row] if old else []
        for query, values in (
            (f"drop_{table}", sorted(gone)),
            (f"change_{table}", [(*row[3:], *row[:3]) for row in changed]),
        ):
            if values:
                self._index.many(f"code_write.{query}", values)
        fill(self._index, f"code_write.add_{table}", added)
        change = len(added) - len(gone)
        self._index.run("code_write.add_to_meta", key=_COUNTED[table], change=change)
        return {row[1] for row in (*added, *gone)} if files else set()

    def begin(self, *, many: bool) -> bool:
        """Before the first file: whether this is the first time that anything is resolved.

        Then many are written without what finds them by their targets, which is made at the end.
        An interrupted run leaves it out, and the next one, not the first any more, makes it.
        """
        if self._is_counted():
            return False
        fresh = not self._index.value("code_write.any_edge")
        if many or not fresh:
            self._find_by_targets("drop" if fresh else "make")
        return fresh

    def finish(self) -> None:
        """After the last file: how often each symbol is referred to, if nobody counted yet."""
        if not self._is_counted():
            self._find_by_targets("make")
        fan_in.count_all(self._index)

    def _is_counted(self) -> bool:
        return bool(self._index.value("code.meta", key="counted"))

    def _find_by_targets(self, change: str) -> None:
        with self._index.transaction():
            for table in _COUNTED:
                self._index.run(f"code_write.{change}_{table}_target")

    def gather(self) -> None:
        """Learn the ids of all symbols at once: for when most of them will be asked for."""
        for file, least, most in self._index.stream("code_write.first_ids"):
            if least == most:
                self._firsts[file] = least

    def _symbol_ids(self, file_id: int) -> Sequence[int]:
        """The ids of a file's symbols by their position."""
        ids = self._ids.get(file_id)
        if ids is None and file_id in self._firsts:
            first = self._firsts[file_id]
            ids = self._ids[file_id] = range(first, first + _MOST_SYMBOLS)
        elif ids is None:
            rows = self._index.rows("code_write.symbol_ids", file_id=file_id)
            ids = self._ids[file_id] = array("q", [row[0] for row in rows])
        return ids


def relations(
    file_id: int,
    found: list[Reference],
    firsts: dict[int, int],
    ids_of: Callable[[int], Sequence[int]],
    shown: float,
    kinds: dict[str, int],
) -> tuple[list[Row], list[Row]]:
    """The rows of a file's relations, and those of its undecided ones."""
    known: dict[tuple[int, int, str], list[Any]] = {}
    for source, line, ends in found:
        for kind, (file, position), confidence, how, candidates in ends:
            if position == source and file == file_id:
                continue  # what refers to itself says nothing
            target = firsts[file] + position if file in firsts else ids_of(file)[position]
            key = (source, target, kind)
            row = known.get(key)
            if row is None:
                known[key] = [line, confidence, how, 1, candidates]
                continue
            row[3] += 1
            if line < row[0]:
                row[0] = line
            if confidence > row[1]:
                row[1], row[2], row[4] = confidence, how, candidates
    edges: list[Row] = []
    maybes: list[Row] = []
    sources = ids_of(file_id)
    for (source, target, kind), (line, confidence, how, times, candidates) in known.items():
        if confidence >= shown:
            edges.append((sources[source], target, kinds[kind], line, confidence, how, times))
        else:
            maybes.append((sources[source], target, kinds[kind], line, confidence, how, candidates))
    return edges, maybes
