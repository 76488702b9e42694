"""Finds the callers of a symbol that are possible but not certain, and says whether a list is complete.

A caller is possible when it calls what the symbol overrides or an overload of it, when it calls
the name on a receiver of unknown type, or when it uses the name without calling it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from sightline.context.relations.declarations import in_all_places
from sightline.context.relations.dispatch import (
    namesakes_of_unnamed,
    overloads_below,
    overridden,
)
from sightline.context.relations.value_uses import ValueUse, value_uses
from sightline.model.code import OVERLOADED, UNKNOWN_NAME
from sightline.model.indexed import TYPES, IndexedOpenCall, IndexedSymbol, name_parts
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

COMPLETE, POSSIBLE = "complete", "possible"
# Languages whose code can call each other's methods.
_FAMILIES = (
    frozenset(("javascript", "typescript", "tsx")),
    frozenset(("c", "cpp", "objc")),
    frozenset(("java", "kotlin", "scala")),
)
# Languages in which a function of a module can be called on an object.
_OPEN_MODULES = frozenset(("ruby", "javascript", "typescript", "tsx", "lua", "elixir"))
# Languages in which extensions anywhere add overloads to a type.
_EXTENDED = frozenset(("swift", "kotlin", "csharp", "dart"))
# How many namesakes are counted, and how many possible callers are listed at most.
MOST_CANDIDATES = 200
MOST_POSSIBLE = 500
_THROUGH, _LIKELY, _OPEN, _VALUE = range(4)  # the order in which possible callers are listed


class PossibleCaller(NamedTuple):
    """A symbol that may call another, and why that is not certain."""

    symbol: IndexedSymbol
    line: int
    times: int
    reason: str
    rank: int = _OPEN


class PossibleCallers(NamedTuple):
    """The possible callers of a symbol, likely ones first, and what the verdict on them is."""

    callers: tuple[PossibleCaller, ...] = ()
    candidates: tuple[IndexedSymbol, ...] = ()  # what open calls of the name may mean instead
    unchecked: str = ""  # why uses without a call were not looked for

    @property
    def verdict(self) -> str:
        """Whether the list of certain callers is complete."""
        return POSSIBLE if self.callers or self.unchecked else COMPLETE


def possible_callers(
    index: Database,
    sources: Sources | None,
    symbols: Sequence[IndexedSymbol],
    certain: Collection[int],
) -> PossibleCallers:
    """The symbols that may use these symbols (one with its overloads), except the certain ones.

    Without `sources` uses of the name as a value are not searched.
    """
    symbols = in_all_places(index, symbols)
    callers: dict[int, PossibleCaller] = {}
    _add_callers_through(index, overridden(index, symbols), "through", callers)
    _add_callers_through(index, namesakes_of_unnamed(index, symbols), "through", callers)
    overloads = [*_overloads_apart(index, symbols), *overloads_below(index, symbols)]
    _add_callers_through(index, overloads, "overload of", callers)
    open_calls = _open_calls(index, symbols)
    _add_open_calls(index, symbols, open_calls, callers)
    unchecked = ""
    if sources is not None:
        uses = value_uses(index, sources, symbols)
        unchecked = uses.unchecked
        for overload in overloads:
            if _calls_own_name(sources, overload):
                reason = f"overload of {symbols[0].qualified}"
                _add(callers, PossibleCaller(overload, overload.line, 1, reason, _THROUGH))
        for use in uses.uses:
            _add(callers, _value_caller(use))
    excluded = {*certain, *(symbol.id for symbol in symbols)}
    remaining = [caller for id, caller in callers.items() if id not in excluded]
    remaining.sort(key=lambda c: (c.rank, c.symbol.is_test, c.symbol.path, c.line))
    candidates = _candidates(index, symbols) if open_calls else ()
    return PossibleCallers(tuple(remaining[:MOST_POSSIBLE]), candidates, unchecked)


def _add(callers: dict[int, PossibleCaller], caller: PossibleCaller) -> None:
    known = callers.get(caller.symbol.id)
    if known is None or caller.rank < known.rank:
        callers[caller.symbol.id] = caller


def _calls_own_name(sources: Sources, symbol: IndexedSymbol) -> bool:
    """Whether a function calls something of its own name: itself, or another overload."""
    body = (sources.read(symbol.path) or b"")[symbol.start : symbol.end]
    return len(re.findall(rb"\b%s\s*\(" % re.escape(symbol.name.encode()), body)) > 1


def _overloads_apart(index: Database, symbols: Sequence[IndexedSymbol]) -> list[IndexedSymbol]:
    """Methods of the same name that extensions in other places give the same type."""
    first = symbols[0]
    if first.kind != "method" or first.language not in _EXTENDED:
        return []
    own = {symbol.id for symbol in symbols}
    member = name_parts(first.qualified)[-2:]
    return [
        symbol
        for symbol in reader.symbols_named(index, first.name, kind="method")
        if symbol.language == first.language
        and symbol.id not in own
        and name_parts(symbol.qualified)[-2:] == member
    ]


def _add_callers_through(
    index: Database,
    others: Sequence[IndexedSymbol],
    reason_start: str,
    callers: dict[int, PossibleCaller],
) -> None:
    """Add the callers of symbols whose calls may run the wanted one."""
    bases = {base.id: base for base in others}
    edges = reader.edges_to(index, list(bases), kind="calls")
    by_id = {s.id: s for s in reader.symbols(index, {edge.source_id for edge in edges})}
    for edge in edges:
        if edge.source_id in by_id:
            reason = f"{reason_start} {bases[edge.target_id].qualified}"
            source = by_id[edge.source_id]
            _add(callers, PossibleCaller(source, edge.line, edge.times, reason, _THROUGH))


def _open_calls(index: Database, symbols: Sequence[IndexedSymbol]) -> list[IndexedOpenCall]:
    """The open calls that may mean one of these symbols."""
    calls = []
    for name in dict.fromkeys(symbol.name for symbol in symbols):
        named = [symbol for symbol in symbols if symbol.name == name]
        calls += [
            call
            for call in reader.open_calls_named(index, name)
            if any(_may_mean(call, symbol) for symbol in named)
        ]
    return calls


def _may_mean(call: IndexedOpenCall, symbol: IndexedSymbol) -> bool:
    if symbol.kind == "method" or call.reason in (UNKNOWN_NAME, OVERLOADED):
        return True
    return symbol.language in _OPEN_MODULES and symbol.kind == "function"


def _add_open_calls(
    index: Database,
    symbols: Sequence[IndexedSymbol],
    calls: list[IndexedOpenCall],
    callers: dict[int, PossibleCaller],
) -> None:
    if not calls:
        return
    by_id = {s.id: s for s in reader.symbols(index, {call.source_id for call in calls})}
    owners = {symbol.parent_id for symbol in symbols}
    near = reader.files_referring(index, owners) | {symbol.file_id for symbol in symbols}
    languages = {symbol.language for symbol in symbols}
    for call in calls:
        source = by_id.get(call.source_id)
        if source is not None and any(_is_related(source.language, one) for one in languages):
            rank = _LIKELY if source.file_id in near else _OPEN
            _add(callers, PossibleCaller(source, call.line, call.times, call.reason, rank))


def _is_related(language: str, other: str) -> bool:
    return language == other or any(language in family and other in family for family in _FAMILIES)


def _candidates(index: Database, symbols: Sequence[IndexedSymbol]) -> tuple[IndexedSymbol, ...]:
    """The other symbols that a call of the same name may mean."""
    own = {symbol.id for symbol in symbols}
    first = symbols[0]
    named = reader.symbols_named(index, first.name, limit=MOST_CANDIDATES)
    return tuple(
        symbol
        for symbol in named
        if symbol.id not in own
        and (symbol.kind in ("function", "method") or symbol.kind in TYPES)
        and _is_related(symbol.language, first.language)
    )


def _value_caller(use: ValueUse) -> PossibleCaller:
    return PossibleCaller(use.symbol, use.line, use.times, use.reason, _VALUE)
