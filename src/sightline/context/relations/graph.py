"""Walks the code graph: the dependencies and dependents of symbols.

Reads the index only. Every walk is bounded, whatever cycles and hubs the graph has.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.context.relations.declarations import counterparts, in_all_places
from sightline.context.relations.dispatch import CONSTRUCTORS, CONTAINERS, implementers, overriding
from sightline.model.indexed import IndexedEdge, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

# A walk stops at this many symbols and says so.
MAX_REACHED = 2_000
# Kinds of edges by how much they say about a symbol, the most first.
_TELLING = ("calls", "implements", "embeds", "type_ref", "uses", "imports")
DEPENDENCIES = "dependencies"
DEPENDENTS = "dependents"


class Reached(NamedTuple):
    """A symbol a walk reached: its distance, and the edge that led to it."""

    symbol: IndexedSymbol
    distance: int
    edge_kind: str
    confidence: float
    line: int
    times: int = 1
    how: str = ""  # the rule of resolving or the analyser that decided the edge


class Walk(NamedTuple):
    """The symbols a walk reached; `cut` if it stopped at its bound."""

    reached: tuple[Reached, ...]
    cut: bool = False
    members: int = 0  # of the types among the start: what uses them counts as well


def walk(
    index: Database,
    start: Sequence[IndexedSymbol],
    direction: str,
    depth: int,
    *,
    members: bool = False,
) -> Walk:
    """The symbols within `depth` edges of the start, nearest first, each once.

    With `members`, those of types among the start belong to the start. A member that is declared
    in one place and defined in another is one symbol.
    """
    start = in_all_places(index, start)
    origins = with_constructors(index, start)
    if members:
        types = [symbol.id for symbol in start if symbol.kind in CONTAINERS]
        origins = list(dict.fromkeys((*origins, *(s.id for s in reader.children(index, types)))))
    inner = len(origins) - len(start) if members else 0
    seen = set(origins)
    level = list(origins)
    reached: list[Reached] = []
    for distance in range(1, depth + 1):
        level += counterparts(index, level)
        seen.update(level)
        best = _next_level(index, level, direction, seen)
        if distance == 1 and direction == DEPENDENTS:
            for edge in _override_edges(index, start):
                best.setdefault(edge.source_id, edge)
        if not best:
            break
        room = MAX_REACHED - len(reached)
        symbols = {symbol.id: symbol for symbol in reader.symbols(index, list(best)[:room])}
        reached += [
            _reached(symbols[other], distance, edge)
            for other, edge in best.items()
            if other in symbols
        ]
        if len(best) > room:
            return Walk(tuple(_sorted(reached)), True, inner)
        seen |= best.keys()
        level = list(best)
    return Walk(tuple(_sorted(reached)), members=inner)


def _reached(symbol: IndexedSymbol, distance: int, edge: IndexedEdge) -> Reached:
    return Reached(symbol, distance, edge.kind, edge.confidence, edge.line, edge.times, edge.how)


def certain_callers(walk: Walk) -> set[int]:
    """The direct dependents that certainly use the start, by a call or as a value."""
    return {
        reached.symbol.id
        for reached in walk.reached
        if reached.distance == 1 and reached.edge_kind in ("calls", "uses")
    }


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
    """The symbols one edge further, with the edge to each that says the most."""
    outward = direction == DEPENDENCIES
    edges = reader.edges_from(index, level) if outward else reader.edges_to(index, level)
    best: dict[int, IndexedEdge] = {}
    for edge in edges:
        other = edge.target_id if outward else edge.source_id
        if other not in seen and (other not in best or _says_more(edge, best[other])):
            best[other] = edge
    return best


def _says_more(edge: IndexedEdge, other: IndexedEdge) -> bool:
    """Whether an edge is better to show: a call says more than the import it needs."""
    one, two = _TELLING.index(edge.kind), _TELLING.index(other.kind)
    return (one, -edge.confidence) < (two, -other.confidence)


def _override_edges(index: Database, start: Sequence[IndexedSymbol]) -> list[IndexedEdge]:
    """Edges from the methods that override the start and the types that implement it."""
    return [
        IndexedEdge(symbol.id, start[0].id, "implements", symbol.line, 1.0, "override")
        for symbol in (*overriding(index, start), *implementers(index, start))
    ]


def _sorted(reached: list[Reached]) -> list[Reached]:
    """By distance, tests last, then by place, so that each file is one group."""
    return sorted(reached, key=lambda r: (r.distance, r.symbol.is_test, r.symbol.path, r.line))
