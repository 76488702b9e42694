"""The blast radius of a symbol as plain values: who depends on it, by distance and certainty."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from sightline.context.relations import graph
from sightline.context.relations.callers import possible_callers
from sightline.engine import Engine
from sightline.errors import SightlineError, StoreError
from sightline.model.frame import CODE, Item
from sightline.model.indexed import IndexedSymbol
from sightline.store import statistics
from sightline.store.code import reader
from sightline.tools.choose_symbol import choose_symbol
from sightline.workspace.source import Sources

MOST_NODES = 250
DEPTH = 2
MOST_DEPTH = 4
CERTAIN, POSSIBLE = "certain", "possible"
# How many injections are searched for symbols, and the lines that an item names.
MOST_TOLD = 60
LINE = re.compile(r":(\d+)\b")
# Edges that the resolver was less sure of are drawn as possible.
LEAST_CERTAIN = 0.6


def impact(engine: Engine, name: str, depth: int = DEPTH) -> dict[str, Any]:
    """What a change of a symbol may reach; at most MOST_NODES are listed, the rest is counted."""
    symbols = choose_symbol(engine, name).symbols
    origin = symbols[0]
    depth = max(1, min(depth, MOST_DEPTH))
    walk = graph.walk(engine.index, symbols, graph.DEPENDENTS, depth, members=True)
    certain = graph.certain_callers(walk)
    sources = Sources(engine.project.root)
    possible = possible_callers(engine.index, sources, symbols, certain)
    nodes = [_node(origin, 0, CERTAIN)]
    listed = {symbol.id for symbol in symbols}
    for reached in walk.reached:
        if len(nodes) < MOST_NODES and reached.symbol.id not in listed:
            listed.add(reached.symbol.id)
            nodes.append(_node(reached.symbol, reached.distance, _certainty(reached.confidence)))
    known = {reached.symbol.id for reached in walk.reached} | listed
    callers = {caller.symbol.id: caller.symbol for caller in possible.callers}
    extra = [symbol for id, symbol in callers.items() if id not in known]
    for symbol in extra:
        if len(nodes) < MOST_NODES:
            listed.add(symbol.id)
            nodes.append(_node(symbol, 1, POSSIBLE))
    everyone = [*(reached.symbol for reached in walk.reached), *extra]
    return {
        "symbol": origin.qualified,
        "path": origin.path,
        "line": origin.line,
        "depth": depth,
        "nodes": nodes,
        "edges": _edges(engine, symbols, nodes, walk.reached),
        "total": len(everyone),
        "tests": sum(symbol.is_test for symbol in everyone),
        "files": len({symbol.path for symbol in everyone}),
        "possible": len(extra),
        "rest": max(0, len(everyone) + 1 - len(nodes)),
        "cut": walk.cut,
    }


def _node(symbol: IndexedSymbol, distance: int, certainty: str) -> dict[str, Any]:
    return {
        "id": symbol.id,
        "name": symbol.name,
        "qualified": symbol.qualified,
        "kind": symbol.kind,
        "path": symbol.path,
        "line": symbol.line,
        "distance": distance,
        "test": bool(symbol.is_test),
        "certainty": certainty,
        "fan_in": symbol.fan_in,
    }


def _edges(
    engine: Engine,
    symbols: list[IndexedSymbol],
    nodes: list[dict[str, Any]],
    reached: Sequence[graph.Reached],
) -> list[dict[str, Any]]:
    """The edges between the listed symbols, one per pair; overloads of the origin are one node.

    What uses a member of the origin, or overrides it, is joined to the origin itself.
    """
    origin = symbols[0].id
    listed = {node["id"]: node["id"] for node in nodes} | {one.id: origin for one in symbols}
    best: dict[tuple[int, int], dict[str, Any]] = {}
    for edge in reader.edges_from(engine.index, sorted(listed)):
        source, target = listed[edge.source_id], listed.get(edge.target_id)
        if target is None or source == target:
            continue
        certainty = _certainty(edge.confidence)
        if (source, target) not in best or certainty == CERTAIN:
            best[source, target] = _edge(source, target, edge.kind, certainty)
    kinds = {one.symbol.id: one.edge_kind for one in reached}
    for node in nodes:
        id = node["id"]
        if node["distance"] == 1 and (id, origin) not in best:
            best[id, origin] = _edge(id, origin, kinds.get(id, "calls"), node["certainty"])
    return list(best.values())


def _edge(source: int, target: int, kind: str, certainty: str) -> dict[str, Any]:
    return {"from": source, "to": target, "kind": kind, "certainty": certainty}


def _certainty(confidence: float) -> str:
    return CERTAIN if confidence >= LEAST_CERTAIN else POSSIBLE


def told_symbols(engine: Engine, most: int) -> list[str]:
    """The symbols of the newest injections, which a page without a server shows."""
    names: dict[str, None] = {}
    for row in statistics.injections(engine.activity, project=engine.project.id, limit=MOST_TOLD):
        injection = statistics.injection(engine.activity, row.id, project=engine.project.id)
        for item in injection.frame.items:
            names.update(dict.fromkeys(symbols_named_in(engine, item)))
        if len(names) >= most:
            break
    return list(names)[:most]


def symbols_named_in(engine: Engine, item: Item) -> list[str]:
    """The symbols that an item about code names: by its key, or by lines of a file."""
    path, is_symbol, _ = item.key.partition("::")
    if item.kind != CODE or is_symbol:
        return [item.key] if item.kind == CODE else []
    try:
        file = reader.file_at(engine.index, path)
    except StoreError:  # not indexed
        return []
    first = item.text.partition("\n")[0]
    lines = [int(line) for line in LINE.findall(first)] if file else []
    symbols = [reader.symbol_at_line(engine.index, file.id, line) for line in lines if file]
    return [f"{path}::{one.qualified}" for one in symbols if one and one.kind != "module"]


def impacts(engine: Engine, names: list[str], depth: int = DEPTH) -> dict[str, dict[str, Any]]:
    """The blast radius of each symbol that exists."""
    radii = {}
    for name in names:
        try:
            radii[name] = impact(engine, name, depth)
        except SightlineError:
            continue
    return radii


def symbol_names(engine: Engine, part: str, most: int = 30) -> list[dict[str, Any]]:
    """Symbols whose name contains this text, for the search box."""
    names = reader.names_with(engine.index, part, limit=most)
    symbols = [
        symbol for name in names for symbol in reader.symbols_named(engine.index, name, limit=3)
    ]
    return [
        {
            "name": f"{symbol.path}::{symbol.qualified}",
            "label": symbol.qualified,
            "path": symbol.path,
            "line": symbol.line,
            "kind": symbol.kind,
        }
        for symbol in symbols[:most]
    ]
