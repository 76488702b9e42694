"""Notes on the symbols of a capsule: what calls, tests and last changed them, and what they call."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sightline.context.quote import qualified_name
from sightline.model.indexed import IndexedEdge, IndexedSymbol
from sightline.store.code import history, reader
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.wording import ago

CALLED, TESTED, CALLS, USES, CHANGED = "called by", "tested by", "calls", "uses", "changed"
MOST_STOPS = 2
# An open call with more candidates says nothing about where it leads.
_MOST_CANDIDATES = 5
# At most this many callers of one symbol are read.
_MOST_EDGES = 200


class SymbolNote(NamedTuple):
    """One note on a symbol: called by, tested by, changed."""

    name: str
    text: str

    @property
    def line(self) -> str:
        """The note as a line below the symbol's body."""
        return f"  {self.name:<10} {self.text}"


class Lengths(NamedTuple):
    """How many callers, tests, callees and types a symbol's notes list."""

    callers: int
    tests: int
    callees: int
    types: int


# For a symbol that the question names, and for any other.
OF_NAMED, OF_OTHERS = Lengths(8, 4, 8, 5), Lengths(3, 2, 0, 0)


class _Neighbour(NamedTuple):
    symbol: IndexedSymbol
    line: int  # of the call, or of the callee's or type's definition


class _Neighbours(NamedTuple):
    """The symbols around some symbols, by the id of the latter."""

    callers: dict[int, list[_Neighbour]]
    callees: dict[int, list[_Neighbour]]
    types: dict[int, list[_Neighbour]]


def symbol_notes(
    index: Database, symbols: Sequence[IndexedSymbol], now: int, *, named: Collection[int] = ()
) -> dict[int, list[SymbolNote]]:
    """By symbol id: who calls it, what tests it and what changed it last.

    The notes on symbols that the question names (by id) are longer, with what they call and use.
    """
    around = _neighbours(index, symbols, named)
    changes = history.last_changes(index, [(symbol.path, symbol.name) for symbol in symbols])
    notes: dict[int, list[SymbolNote]] = {}
    for symbol in symbols:
        most = OF_NAMED if symbol.id in named else OF_OTHERS
        callers = around.callers.get(symbol.id, [])
        lists = (
            (CALLED, [one for one in callers if not one.symbol.is_test], most.callers),
            (TESTED, [one for one in callers if one.symbol.is_test], most.tests),
            (CALLS, around.callees.get(symbol.id, []), most.callees),
            (USES, around.types.get(symbol.id, []), most.types),
        )
        own = [
            SymbolNote(name, _list(all, length)) for name, all, length in lists if all and length
        ]
        change = changes.get((symbol.path, symbol.name))
        if change is not None:
            time, message = change
            own.append(SymbolNote(CHANGED, f'{ago(time, now)} "{one_line(message, 72)}"'))
        notes[symbol.id] = own
    return notes


def _neighbours(
    index: Database, symbols: Sequence[IndexedSymbol], named: Collection[int]
) -> _Neighbours:
    to: dict[int, list[IndexedEdge]] = {symbol.id: [] for symbol in symbols}
    for edge in reader.edges_to(index, list(to), kind="calls"):
        if len(to[edge.target_id]) < _MOST_EDGES:
            to[edge.target_id].append(edge)
    outgoing = reader.edges_from(index, sorted(named)) if named else []
    ids = {edge.source_id for edges in to.values() for edge in edges}
    ids |= {edge.target_id for edge in outgoing}
    by_id = {symbol.id: symbol for symbol in reader.symbols(index, ids)}
    around = _Neighbours({}, {}, {})
    for target, edges in to.items():
        around.callers[target] = [
            _Neighbour(by_id[edge.source_id], edge.line)
            for edge in edges
            if edge.source_id in by_id
        ]
    for edge in outgoing:
        into = {"calls": around.callees, "type_ref": around.types}.get(edge.kind)
        if into is not None and edge.target_id in by_id:
            target_symbol = by_id[edge.target_id]
            own = into.setdefault(edge.source_id, [])
            own.append(_Neighbour(target_symbol, target_symbol.line))
    return around


def unresolved_calls(index: Database, symbols: Sequence[IndexedSymbol]) -> tuple[str, ...]:
    """Calls in these symbols whose target could not be resolved, as lines."""
    calls = reader.open_calls_from(index, [symbol.id for symbol in symbols])
    counts = reader.name_counts(index, {call.name for call in calls})
    owners = {symbol.id: symbol for symbol in symbols}
    lines: dict[str, None] = {}
    for call in calls:
        candidates = counts.get(call.name, 0)
        if 1 <= candidates <= _MOST_CANDIDATES:
            place = f"{owners[call.source_id].path}:{call.line}"
            lines[f"{call.name} at {place} is {_unresolved(candidates)}"] = None
    return tuple(lines)[:MOST_STOPS]


def _unresolved(candidates: int) -> str:
    if candidates == 1:
        return "called on something unknown (1 candidate)"
    return f"chosen at run time ({candidates} candidates)"


def _list(neighbours: Sequence[_Neighbour], most: int) -> str:
    """The first few as path:line name, and how many more."""
    best = sorted(neighbours, key=lambda n: (-n.symbol.fan_in, n.symbol.path, n.symbol.line))
    first = {neighbour.symbol.id: neighbour for neighbour in reversed(best)}
    unique = [neighbour for neighbour in best if first[neighbour.symbol.id] is neighbour]
    shown = [f"{one.symbol.path}:{one.line} {qualified_name(one.symbol)}" for one in unique[:most]]
    more = len(unique) - len(shown)
    return " · ".join(shown) + (f" · {more} more" if more > 0 else "")
