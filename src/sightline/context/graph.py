"""Reads the code graph: dependencies and dependents, call paths, overrides, and notes on symbols.

Reads the index only. Every walk is bounded, whatever cycles and hubs the graph has.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.context.capsule_text import SymbolNote
from sightline.model.indexed import IndexedEdge, IndexedSymbol
from sightline.store.code import history, reader
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.wording import ago

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
CALLED, TESTED, CHANGED = "called by", "tested by", "changed"
MOST_CALLERS, MOST_TESTS, MOST_STOPS = 3, 2, 2
# At most this many callers of one symbol are read.
_MOST_EDGES = 200


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


class _Caller(NamedTuple):
    symbol: IndexedSymbol
    line: int  # of the call


def symbol_notes(
    index: Database, symbols: Sequence[IndexedSymbol], now: int
) -> dict[int, list[SymbolNote]]:
    """By symbol id: who calls it, what tests it and what changed it last."""
    edges: dict[int, list[IndexedEdge]] = {symbol.id: [] for symbol in symbols}
    for edge in reader.edges_to(index, list(edges), kind="calls"):
        if len(edges[edge.target_id]) < _MOST_EDGES:
            edges[edge.target_id].append(edge)
    sources = {edge.source_id for group in edges.values() for edge in group}
    by_id = {symbol.id: symbol for symbol in reader.symbols(index, sources)}
    changes = history.last_changes(index, [(symbol.path, symbol.name) for symbol in symbols])
    notes: dict[int, list[SymbolNote]] = {}
    for symbol in symbols:
        own = notes.setdefault(symbol.id, [])
        callers = [
            _Caller(by_id[edge.source_id], edge.line)
            for edge in edges[symbol.id]
            if edge.source_id in by_id
        ]
        plain = [caller for caller in callers if not caller.symbol.is_test]
        tests = [caller for caller in callers if caller.symbol.is_test]
        if plain:
            own.append(SymbolNote(CALLED, _caller_list(plain, MOST_CALLERS)))
        if tests:
            own.append(SymbolNote(TESTED, _caller_list(tests, MOST_TESTS)))
        change = changes.get((symbol.path, symbol.name))
        if change is not None:
            time, message = change
            own.append(SymbolNote(CHANGED, f'{ago(time, now)} "{one_line(message, 72)}"'))
    return notes


def unresolved_calls(index: Database, symbols: Sequence[IndexedSymbol]) -> tuple[str, ...]:
    """Calls in these symbols whose target could not be resolved, as lines."""
    open_ends: dict[tuple[int, int], list[int]] = {}
    for edge in reader.edges_from(index, [s.id for s in symbols], kind="calls", undecided=True):
        open_ends.setdefault((edge.source_id, edge.line), []).append(edge.target_id)
    if not open_ends:
        return ()
    first = {targets[0] for targets in open_ends.values()}
    names = {symbol.id: symbol.name for symbol in reader.symbols(index, first)}
    owners = {symbol.id: symbol for symbol in symbols}
    lines: dict[str, None] = {}
    for (source, line), targets in sorted(open_ends.items()):
        name = names.get(targets[0])
        if name and source in owners:
            place = f"{owners[source].path}:{line}"
            lines[f"{name} at {place} is {_unresolved(len(targets))}"] = None
    return tuple(lines)[:MOST_STOPS]


def _unresolved(candidates: int) -> str:
    if candidates == 1:
        return "called on something unknown (1 candidate)"
    return f"chosen at run time ({candidates} candidates)"


def _caller_list(callers: Sequence[_Caller], most: int) -> str:
    """The first few as path:line name, where line is that of the call, and how many more."""
    best = sorted(callers, key=lambda c: (-c.symbol.fan_in, c.symbol.path, c.symbol.line))
    shown = [f"{c.symbol.path}:{c.line} {c.symbol.name}" for c in best[:most]]
    more = len(best) - len(shown)
    return " · ".join(shown) + (f" · {more} more" if more > 0 else "")
