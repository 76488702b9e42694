"""What is worth saying about a symbol beside its code: who calls it, what tests it, who changed it.

Reads the index only; a line each, short.
"""

from __future__ import annotations

from collections.abc import Sequence

from sightline.model.indexed import IndexedEdge, IndexedSymbol
from sightline.store.code import history, reader
from sightline.store.sqlite.database import Database
from sightline.text.ages import ago
from sightline.text.fence import one_line

CALLED, TESTED, CHANGED = "called by", "tested by", "changed"
MOST_CALLERS, MOST_TESTS, MOST_STOPS = 3, 2, 2
# More callers than this are not looked at one by one.
_MOST_EDGES = 200


def about(
    index: Database, symbols: Sequence[IndexedSymbol], now: int
) -> dict[int, list[tuple[str, str]]]:
    """The notes on each of the symbols, by id."""
    edges: dict[int, list[IndexedEdge]] = {symbol.id: [] for symbol in symbols}
    for edge in reader.edges_to(index, list(edges), kind="calls"):
        if len(edges[edge.target_id]) < _MOST_EDGES:
            edges[edge.target_id].append(edge)
    sources = {edge.source_id for group in edges.values() for edge in group}
    known = {symbol.id: symbol for symbol in reader.symbols(index, sources)}
    changes = history.last_changes(index, [(symbol.path, symbol.name) for symbol in symbols])
    said: dict[int, list[tuple[str, str]]] = {}
    for symbol in symbols:
        own = said.setdefault(symbol.id, [])
        callers = [
            (known[edge.source_id], edge.line)
            for edge in edges[symbol.id]
            if edge.source_id in known
        ]
        plain = [one for one in callers if not one[0].is_test]
        tests = [one for one in callers if one[0].is_test]
        if plain:
            own.append((CALLED, _places(plain, MOST_CALLERS)))
        if tests:
            own.append((TESTED, _places(tests, MOST_TESTS)))
        change = changes.get((symbol.path, symbol.name))
        if change is not None:
            time, message = change
            own.append((CHANGED, f'{ago(time, now)} "{one_line(message, 72)}"'))
    return said


def stops(index: Database, symbols: Sequence[IndexedSymbol]) -> tuple[str, ...]:
    """Where the graph stops: calls out of these symbols that could not be decided."""
    open_ends: dict[tuple[int, int], list[int]] = {}
    for edge in reader.edges_from(index, [s.id for s in symbols], kind="calls", undecided=True):
        open_ends.setdefault((edge.source_id, edge.line), []).append(edge.target_id)
    if not open_ends:
        return ()
    first = {targets[0] for targets in open_ends.values()}
    named = {symbol.id: symbol.name for symbol in reader.symbols(index, first)}
    owners = {symbol.id: symbol for symbol in symbols}
    said: dict[str, None] = {}
    for (source, line), targets in sorted(open_ends.items()):
        name = named.get(targets[0])
        if name and source in owners:
            place = f"{owners[source].path}:{line}"
            said[f"{name} at {place} is {_undecided(len(targets))}"] = None
    return tuple(said)[:MOST_STOPS]


def _undecided(candidates: int) -> str:
    if candidates == 1:
        return "called on something unknown (1 candidate)"
    return f"chosen at run time ({candidates} candidates)"


def _places(callers: Sequence[tuple[IndexedSymbol, int]], most: int) -> str:
    """The first few as path:line name, the line being that of the call, and how many more."""
    best = sorted(callers, key=lambda one: (-one[0].fan_in, one[0].path, one[0].line))
    shown = [f"{one.path}:{line} {one.name}" for one, line in best[:most]]
    more = len(best) - len(shown)
    return " · ".join(shown) + (f" · {more} more" if more > 0 else "")
