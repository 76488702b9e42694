"""Walks the code graph: what depends on a symbol, what it depends on, how one reaches another.

Reads the index only. Every walk is bounded, so cycles and hubs cannot make it run away.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.context.overrides import CONSTRUCTORS, CONTAINERS, overriding
from sightline.model.indexed import IndexedEdge, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

# Documented bounds: nodes on one path, and partial paths that are held at once.
MAX_PATH = 10
MAX_QUEUE = 10_000
# More than this many symbols no answer can show; the walk stops and says so.
MAX_REACHED = 2_000
DEPENDENCIES = "dependencies"
DEPENDENTS = "dependents"


class Reached(NamedTuple):
    """A symbol found by a walk: how far away, over which kind of edge, how sure, how often."""

    symbol: IndexedSymbol
    distance: int
    edge_kind: str
    confidence: float
    line: int
    times: int = 1


class Walk(NamedTuple):
    """Everything a walk found; `undecided` counts the edges it could not follow."""

    reached: tuple[Reached, ...]
    undecided: int = 0
    cut: bool = False


def walk(index: Database, start: Sequence[IndexedSymbol], direction: str, depth: int) -> Walk:
    """The symbols within so many edges of the start, nearest first, each once."""
    origins = with_constructors(index, start)
    seen = set(origins)
    level = list(origins)
    reached: list[Reached] = []
    for distance in range(1, depth + 1):
        best = _next_level(index, level, direction, seen)
        if distance == 1 and direction == DEPENDENTS:
            for edge in _stand_ins(index, start):
                best.setdefault(edge.source_id, edge)
        if not best:
            break
        room = MAX_REACHED - len(reached)
        found = {symbol.id: symbol for symbol in reader.symbols(index, list(best)[:room])}
        reached += [
            Reached(found[other], distance, edge.kind, edge.confidence, edge.line, edge.times)
            for other, edge in best.items()
            if other in found
        ]
        if len(best) > room:
            return Walk(tuple(_sorted(reached)), _undecided(index, origins, direction), True)
        seen |= best.keys()
        level = list(best)
    return Walk(tuple(_sorted(reached)), _undecided(index, origins, direction))


def with_constructors(index: Database, start: Sequence[IndexedSymbol]) -> list[int]:
    """The ids of the start, with what runs when a class among them is called."""
    ids = [symbol.id for symbol in start]
    classes = [symbol.id for symbol in start if symbol.kind in CONTAINERS]
    if classes:
        inside = reader.children(index, classes)
        ids += [child.id for child in inside if child.name in CONSTRUCTORS]
    return ids


def _next_level(
    index: Database, level: list[int], direction: str, seen: set[int]
) -> dict[int, IndexedEdge]:
    """The symbols one edge further, with the surest edge to each."""
    outward = direction == DEPENDENCIES
    edges = reader.edges_from(index, level) if outward else reader.edges_to(index, level)
    best: dict[int, IndexedEdge] = {}
    for edge in edges:
        other = edge.target_id if outward else edge.source_id
        if other not in seen and (other not in best or edge.confidence > best[other].confidence):
            best[other] = edge
    return best


def _stand_ins(index: Database, start: Sequence[IndexedSymbol]) -> list[IndexedEdge]:
    """What overrides a method changes with it, though it may never mention it."""
    return [
        IndexedEdge(one.id, start[0].id, "implements", one.line, 1.0, "override")
        for one in overriding(index, start)
    ]


def _undecided(index: Database, ids: list[int], direction: str) -> int:
    read = reader.edges_from if direction == DEPENDENCIES else reader.edges_to
    return len(read(index, ids, undecided=True))


def _sorted(reached: list[Reached]) -> list[Reached]:
    """Nearest first, then the surest, then by place, so that answers are stable."""
    return sorted(
        reached,
        key=lambda r: (r.distance, r.symbol.is_test, -r.confidence, r.symbol.path, r.symbol.line),
    )


def paths(
    index: Database, start: IndexedSymbol, goal: IndexedSymbol, most: int
) -> tuple[list[list[IndexedSymbol]], bool]:
    """Up to so many distinct shortest-first paths along dependencies, and whether it was cut."""
    if start.id == goal.id:
        return [[start]], False
    goals = set(with_constructors(index, [goal]))
    found: list[list[int]] = []
    queue: list[tuple[int, ...]] = [(start.id,)]
    followed = _Neighbours(index)
    for _ in range(MAX_PATH - 1):
        ahead: list[tuple[int, ...]] = []
        followed.load({path[-1] for path in queue})
        for path in queue:
            for other in followed.of(path[-1]):
                if other in goals:
                    found.append([*path, other])
                    if len(found) == most:
                        return _named(index, found), False
                elif other not in path:
                    ahead.append((*path, other))
        if len(ahead) > MAX_QUEUE:
            return _named(index, found), True
        if not ahead:
            break
        queue = ahead
    return _named(index, found), False


class _Neighbours:
    """What each symbol depends on, read once per symbol."""

    def __init__(self, index: Database) -> None:
        self.index = index
        self.known: dict[int, list[int]] = {}

    def load(self, ids: set[int]) -> None:
        missing = [one for one in ids if one not in self.known]
        for one in missing:
            self.known[one] = []
        for edge in reader.edges_from(self.index, missing):
            if edge.target_id not in self.known[edge.source_id]:
                self.known[edge.source_id].append(edge.target_id)

    def of(self, one: int) -> list[int]:
        return self.known[one]


def _named(index: Database, found: list[list[int]]) -> list[list[IndexedSymbol]]:
    ids = {one for path in found for one in path}
    symbols = {symbol.id: symbol for symbol in reader.symbols(index, ids)}
    return [[symbols[one] for one in path if one in symbols] for path in found]
