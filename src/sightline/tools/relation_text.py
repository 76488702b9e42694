"""Writes relations between symbols as text and JSON: one heading per file, short names below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sightline.context.relations import graph
from sightline.context.relations.callers import COMPLETE, PossibleCaller, PossibleCallers
from sightline.engine import Engine
from sightline.model.indexed import OWN_RULES, IndexedSymbol
from sightline.store.code import reader
from sightline.text.wording import counted

MAX_LINES = 120
MAX_POSSIBLE = 40
MAX_CANDIDATES = 6
_CERTAIN = 0.9  # below this confidence a line says how sure it is


class _Line(NamedTuple):
    """One symbol in a list."""

    symbol: IndexedSymbol
    line: int
    note: str


def file_groups(engine: Engine, walk: graph.Walk, direction: str) -> list[str]:
    """The symbols by distance and file; a dependent is shown at the line that uses the symbol."""
    lines = []
    shown = walk.reached[:MAX_LINES]
    for distance, group in groupby(shown, key=lambda reached: reached.distance):
        lines.append(f"distance {distance}")
        rows = [
            _Line(r.symbol, r.line if direction == graph.DEPENDENTS else r.symbol.line, _note(r))
            for r in group
        ]
        lines += _grouped(engine, rows)
    if len(walk.reached) > MAX_LINES:
        lines.append(f"and {len(walk.reached) - MAX_LINES} more; ask with a smaller depth")
    if walk.cut:
        lines.append(f"the walk was cut at {graph.MAX_REACHED} symbols")
    return lines


def _note(reached: graph.Reached) -> str:
    parts = [
        "" if reached.edge_kind == "calls" else reached.edge_kind,
        f"{reached.times} times" if reached.times > 1 else "",
        "" if reached.confidence >= _CERTAIN else f"({reached.confidence:.0%} sure)",
        "" if reached.how in OWN_RULES else f"by {reached.how.partition(' ')[0]}",
        "test" if reached.symbol.is_test else "",
    ]
    return "  ".join(filter(None, parts))


def _grouped(engine: Engine, rows: Sequence[_Line]) -> list[str]:
    """The path of each file once, then a line number and a short name for each symbol."""
    modules = reader.module_names(engine.index, {row.symbol.file_id for row in rows})
    lines = []
    for path, group in groupby(rows, key=lambda row: row.symbol.path):
        lines.append(f"  {path}")
        for row in group:
            name = short_name(row.symbol, modules.get(row.symbol.file_id, ""))
            lines.append(f"    :{row.line} {name}" + (f"  {row.note}" if row.note else ""))
    return lines


def short_name(symbol: IndexedSymbol, module: str) -> str:
    """The qualified name without the module, which the path says already."""
    if symbol.kind == "module":
        return "(module)"
    if module and symbol.qualified.startswith(module):
        return symbol.qualified[len(module) :].lstrip(".:#\\/") or symbol.name
    return symbol.qualified


def possible_lines(
    engine: Engine, possible: PossibleCallers, most: int = MAX_POSSIBLE
) -> list[str]:
    """The possible callers with the reason for each, and what else their calls may mean."""
    if not possible.callers:
        return []
    lines = [f"possible: {counted(len(possible.callers), 'more caller')}"]
    rows = [
        _Line(c.symbol, c.line, _possible_note(c))
        for c in sorted(
            possible.callers[:most], key=lambda c: (c.rank, c.symbol.is_test, c.symbol.path, c.line)
        )
    ]
    lines += _grouped(engine, rows)
    if len(possible.callers) > most:
        lines.append(f"  and {len(possible.callers) - most} more possible callers")
    if possible.candidates:
        lines.append("  the same name may mean: " + _some(possible.candidates))
    return lines


def _possible_note(caller: PossibleCaller) -> str:
    times = f"  {caller.times} times" if caller.times > 1 else ""
    return caller.reason + times + ("  test" if caller.symbol.is_test else "")


def _some(symbols: Sequence[IndexedSymbol]) -> str:
    names = list(dict.fromkeys(symbol.qualified for symbol in symbols))
    more = f" and {len(names) - MAX_CANDIDATES} more" if len(names) > MAX_CANDIDATES else ""
    return ", ".join(names[:MAX_CANDIDATES]) + more


def verdict_line(possible: PossibleCallers, depth: int = 1) -> str:
    """Whether the list of direct callers is complete, and if not, why."""
    where = " at distance 1" if depth > 1 else ""
    if possible.verdict == COMPLETE:
        return f"complete{where}: every parsed use of this name in the project was accounted for"
    reasons = dict.fromkeys(caller.reason.partition(" ")[0] for caller in possible.callers)
    causes = [_CAUSES[reason] for reason in reasons if reason in _CAUSES]
    if possible.unchecked:
        causes.append(possible.unchecked)
    return f"not complete{where}: " + "; ".join(causes)


# Why a list is not complete, by the first word of the reasons.
_CAUSES = {
    "through": "what it overrides may be called in its place",
    "overload": "calls of its overloads may mean it",
    "unknown": "calls of this name have a receiver of unknown type",
    "chosen": "functions of this name in several files are told apart by their arguments",
    "no": "calls of this name are on types that do not define it",
    "used": "the name is used without a call",
    "in": "some files were not parsed completely",
}


def dependency_lines(engine: Engine, symbols: Iterable[IndexedSymbol]) -> list[str]:
    """The open calls of these symbols with their candidates, and whether the list is complete."""
    owners = {symbol.id: symbol for symbol in symbols}
    calls = reader.open_calls_from(engine.index, list(owners))
    if not calls:
        return ["complete at distance 1: every call was resolved or leaves the project"]
    lines = [f"possible: {counted(len(calls), 'call')} whose target is not known"]
    for call in calls[:MAX_POSSIBLE]:
        named = reader.symbols_named(engine.index, call.name, limit=50)
        candidates = [s for s in named if s.language == owners[call.source_id].language]
        place = f"{owners[call.source_id].path}:{call.line}"
        lines.append(f"  {place}  {call.name}  {call.reason}; may mean: {_some(candidates)}")
    lines.append("not complete: these calls are chosen at run time or have an unknown receiver")
    return lines


def relation_nodes(
    walk: graph.Walk, distance_key: str, possible: PossibleCallers | None = None
) -> list[dict[str, Any]]:
    """The documented nodes, certain ones first; possible callers say why they are only possible."""
    nodes = [
        _node(r.symbol, distance_key, r.distance, r.edge_kind, r.line)
        | {"confidence": r.confidence, "certainty": "certain", "source": _source(r.how)}
        for r in walk.reached
    ]
    if possible is None:
        return nodes
    candidates = [symbol.qualified for symbol in possible.candidates[:MAX_CANDIDATES]]
    nodes += [
        _node(c.symbol, distance_key, 1, "calls", c.line)
        | {"confidence": 0.0, "certainty": "possible", "reason": c.reason, "candidates": candidates}
        for c in possible.callers
    ]
    return nodes


def _source(how: str) -> str:
    """Who found an edge: resolving, or the analyser it was taken from."""
    return "sightline" if how in OWN_RULES else how


def _node(
    symbol: IndexedSymbol, distance_key: str, distance: int, edge_kind: str, line: int
) -> dict[str, Any]:
    return {
        "name": symbol.name,
        "qualified_name": symbol.qualified,
        "kind": symbol.kind,
        "signature": symbol.signature,
        "file_path": symbol.path,
        "edge_kind": edge_kind,
        distance_key: distance,
        "line": line,
    }
