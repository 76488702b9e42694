"""Reads the code graph: dependencies and dependents, call paths and overrides.

Reads the index only. Every walk is bounded, whatever cycles and hubs the graph has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.model.indexed import IndexedEdge, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

# Documented bounds: nodes on one path, and partial paths that are held at once.
MAX_PATH = 10
MAX_QUEUE = 10_000
# A walk stops at this many symbols and says so.
MAX_REACHED = 2_000
DEPENDENCIES = "dependencies"
DEPENDENTS = "dependents"
# The names of constructors, which do not override each other.
CONSTRUCTORS = ("__init__", "__new__", "constructor", "new", "init", "initialize", "__construct")
CONTAINERS = ("class", "struct", "interface", "trait", "enum", "union")
# How far above or below a type its bases and subtypes are searched, and how many of them.
MOST_STEPS = 6
MOST_TYPES = 500


class Reached(NamedTuple):
    """A symbol a walk reached: its distance, and the edge that led to it."""

    symbol: IndexedSymbol
    distance: int
    edge_kind: str
    confidence: float
    line: int
    times: int = 1


class Walk(NamedTuple):
    """The symbols a walk reached; `undecided` counts the edges it could not follow."""

    reached: tuple[Reached, ...]
    undecided: int = 0
    cut: bool = False


def walk(index: Database, start: Sequence[IndexedSymbol], direction: str, depth: int) -> Walk:
    """The symbols within `depth` edges of the start, nearest first, each once."""
    origins = with_constructors(index, start)
    seen = set(origins)
    level = list(origins)
    reached: list[Reached] = []
    for distance in range(1, depth + 1):
        best = _next_level(index, level, direction, seen)
        if distance == 1 and direction == DEPENDENTS:
            for edge in _override_edges(index, start):
                best.setdefault(edge.source_id, edge)
        if not best:
            break
        room = MAX_REACHED - len(reached)
        symbols = {symbol.id: symbol for symbol in reader.symbols(index, list(best)[:room])}
        reached += [
            Reached(symbols[other], distance, edge.kind, edge.confidence, edge.line, edge.times)
            for other, edge in best.items()
            if other in symbols
        ]
        if len(best) > room:
            return Walk(tuple(_sorted(reached)), _undecided(index, origins, direction), True)
        seen |= best.keys()
        level = list(best)
    return Walk(tuple(_sorted(reached)), _undecided(index, origins, direction))


def with_constructors(index: Database, start: Sequence[IndexedSymbol]) -> list[int]:
    """The ids of the start, with the constructors of classes among them."""
    ids = [symbol.id for symbol in start]
    classes = [symbol.id for symbol in start if symbol.kind in CONTAINERS]
    if classes:
        inside = reader.children(index, classes)
        ids += [child.id for child in inside if child.name in CONSTRUCTORS]
    return ids


def _next_level(
    index: Database, level: list[int], direction: str, seen: set[int]
) -> dict[int, IndexedEdge]:
    """The symbols one edge further, with the most confident edge to each."""
    outward = direction == DEPENDENCIES
    edges = reader.edges_from(index, level) if outward else reader.edges_to(index, level)
    best: dict[int, IndexedEdge] = {}
    for edge in edges:
        other = edge.target_id if outward else edge.source_id
        if other not in seen and (other not in best or edge.confidence > best[other].confidence):
            best[other] = edge
    return best


def _override_edges(index: Database, start: Sequence[IndexedSymbol]) -> list[IndexedEdge]:
    """Edges from the methods that override the start: they change with it."""
    return [
        IndexedEdge(method.id, start[0].id, "implements", method.line, 1.0, "override")
        for method in overriding(index, start)
    ]


def _undecided(index: Database, ids: list[int], direction: str) -> int:
    read = reader.edges_from if direction == DEPENDENCIES else reader.edges_to
    return len(read(index, ids, undecided=True))


def _sorted(reached: list[Reached]) -> list[Reached]:
    """By distance, then tests last, confidence and place, so that answers are stable."""
    return sorted(
        reached,
        key=lambda r: (r.distance, r.symbol.is_test, -r.confidence, r.symbol.path, r.symbol.line),
    )


class CallPaths(NamedTuple):
    """Paths from one symbol to another; `cut` if the search stopped at its bound."""

    paths: list[list[IndexedSymbol]]
    cut: bool = False


def paths(index: Database, start: IndexedSymbol, goal: IndexedSymbol, most: int) -> CallPaths:
    """Up to `most` distinct paths along dependencies, the shortest first."""
    if start.id == goal.id:
        return CallPaths([[start]])
    goals = set(with_constructors(index, [goal]))
    complete: list[list[int]] = []
    queue: list[tuple[int, ...]] = [(start.id,)]
    dependencies = _Dependencies(index)
    for _ in range(MAX_PATH - 1):
        ahead: list[tuple[int, ...]] = []
        dependencies.load({path[-1] for path in queue})
        for path in queue:
            for other in dependencies.of(path[-1]):
                if other in goals:
                    complete.append([*path, other])
                    if len(complete) == most:
                        return CallPaths(_symbol_paths(index, complete))
                elif other not in path:
                    ahead.append((*path, other))
        if len(ahead) > MAX_QUEUE:
            return CallPaths(_symbol_paths(index, complete), cut=True)
        if not ahead:
            break
        queue = ahead
    return CallPaths(_symbol_paths(index, complete))


class _Dependencies:
    """The ids each symbol depends on, read once per symbol."""

    def __init__(self, index: Database) -> None:
        self.index = index
        self._targets: dict[int, list[int]] = {}

    def load(self, ids: set[int]) -> None:
        missing = [id for id in ids if id not in self._targets]
        for id in missing:
            self._targets[id] = []
        for edge in reader.edges_from(self.index, missing):
            if edge.target_id not in self._targets[edge.source_id]:
                self._targets[edge.source_id].append(edge.target_id)

    def of(self, id: int) -> list[int]:
        return self._targets[id]


def _symbol_paths(index: Database, paths: list[list[int]]) -> list[list[IndexedSymbol]]:
    ids = {id for path in paths for id in path}
    symbols = {symbol.id: symbol for symbol in reader.symbols(index, ids)}
    return [[symbols[id] for id in path if id in symbols] for path in paths]


def overridden(index: Database, methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods of base types that these methods override."""
    return _namesakes(index, methods, above=True)


def overriding(index: Database, methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods of subtypes that override these methods."""
    return _namesakes(index, methods, above=False)


def _namesakes(
    index: Database, methods: Iterable[IndexedSymbol], *, above: bool
) -> list[IndexedSymbol]:
    plain = [m for m in methods if m.kind == "method" and m.name not in CONSTRUCTORS]
    parents = reader.symbols(index, {method.parent_id for method in plain})
    types = {parent.id for parent in parents if parent.kind in CONTAINERS}
    if not types:
        return []
    names = {method.name for method in plain if method.parent_id in types}
    members = reader.children(index, _related_types(index, types, above=above))
    return [member for member in members if member.name in names and member.kind == "method"]


def _related_types(index: Database, types: set[int], *, above: bool) -> list[int]:
    """The base types or the subtypes of these types, nearest first, without these types."""
    seen = set(types)
    related: list[int] = []
    level = sorted(types)
    for _ in range(MOST_STEPS):
        if above:
            near = [edge.target_id for edge in reader.edges_from(index, level, kind="implements")]
        else:
            near = [edge.source_id for edge in reader.edges_to(index, level, kind="implements")]
        level = [id for id in dict.fromkeys(near) if id not in seen]
        seen.update(level)
        related += level
        if not level or len(related) > MOST_TYPES:
            break
    return related[:MOST_TYPES]
