"""Writes what files refer to, once it is known; `store.code` reads it, `index.resolve` finds it.

Every method belongs inside one transaction of the caller.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence

from sightline.model.code import EDGE_KINDS, SHOWN, Edge
from sightline.store.database import Database

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# More than any file has: of a file whose ids rise with the positions only the first id counts.
_MOST_SYMBOLS = 1 << 31
_KIND = {kind: place for place, kind in enumerate(EDGE_KINDS)}


class EdgeWriter:
    """The relations of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._ids: dict[int, Sequence[int]] = {}
        self._touched: set[int] = set()

    def unresolved(self) -> list[int]:
        """The files whose relations are not known, or no longer."""
        return [row[0] for row in self._index.rows("code_write.unresolved")]

    def replace(self, files: Sequence[tuple[int, Iterable[Edge]]], *, fresh: bool = False) -> int:
        """Write the relations of files anew; `fresh` when they had none. How many there are."""
        edges: list[tuple[Any, ...]] = []
        maybes: list[tuple[Any, ...]] = []
        gone = [0, 0]
        for file_id, found in files:
            if not fresh:
                self._drop(file_id, gone)
            self._rows(file_id, found, edges, maybes)
        # In the order of the table, which is much faster than any other.
        edges.sort()
        maybes.sort()
        self._index.many("code_write.add_edge", edges)
        self._index.many("code_write.add_maybe", maybes)
        self._index.many("code_write.resolve_file", [(file_id,) for file_id, _ in files])
        changes = (("edges", len(edges) - gone[0]), ("undecided", len(maybes) - gone[1]))
        for key, change in changes:
            self._index.run("code_write.add_to_meta", key=key, change=change)
        if not fresh:
            self._touched.update(edge[1] for edge in edges)
            self._index.run("code_write.count_fan_in", ids=sorted(self._touched))
            self._touched.clear()
        return len(edges)

    def is_fresh(self) -> bool:
        """Whether this is the first time that anything is resolved."""
        counted = self._index.value("code.meta", key="counted")
        return not counted and not self._index.value("code_write.any_edge")

    def finish(self) -> None:
        """After the last file: how often each symbol is referred to, if nobody counted yet."""
        if not self._index.value("code.meta", key="counted"):
            self._index.run("code_write.clear_fan_in")
            self._index.run("code_write.count_all_fan_in")
            self._index.run("code_write.set_meta", key="counted", value=1)
        most = self._index.value("code_write.most_used")
        self._index.run("code_write.set_meta", key="most_used", value=most)

    def _drop(self, file_id: int, gone: list[int]) -> None:
        before = self._index.rows("code_write.targets_of", file_id=file_id)
        self._touched.update(row[0] for row in before)
        gone[0] += self._index.many("code_write.drop_edges_of", [(file_id,)])
        gone[1] += self._index.many("code_write.drop_maybes_of", [(file_id,)])

    def _rows(
        self,
        file_id: int,
        found: Iterable[Edge],
        edges: list[tuple[Any, ...]],
        maybes: list[tuple[Any, ...]],
    ) -> None:
        sources = self._symbol_ids(file_id)
        known: dict[tuple[int, int, str], list[Any]] = {}
        ids = self._ids
        for source, kind, (file, position), line, confidence, how, candidates in found:
            targets = ids.get(file) or self._symbol_ids(file)
            key = (sources[source], targets[position], kind)
            row = known.get(key)
            if row is None:
                known[key] = [line, confidence, how, 1, candidates]
                continue
            row[3] += 1
            if line < row[0]:
                row[0] = line
            if confidence > row[1]:
                row[1], row[2], row[4] = confidence, how, candidates
        for (source, target, kind), (line, confidence, how, times, candidates) in known.items():
            if confidence >= SHOWN:
                edges.append((source, target, _KIND[kind], line, confidence, how, times))
            else:
                maybes.append((source, target, _KIND[kind], line, confidence, how, candidates))

    def gather(self) -> None:
        """Learn the ids of all symbols at once: for when most of them will be asked for."""
        for file, least, most in self._index.stream("code_write.first_ids"):
            if least == most:
                self._ids[file] = range(least, least + _MOST_SYMBOLS)

    def _symbol_ids(self, file_id: int) -> Sequence[int]:
        """The ids of a file's symbols by their position."""
        ids = self._ids.get(file_id)
        if ids is None:
            rows = self._index.rows("code_write.symbol_ids", file_id=file_id)
            ids = self._ids[file_id] = array("q", [row[0] for row in rows])
        return ids
