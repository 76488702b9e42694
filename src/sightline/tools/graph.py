"""Tools about relations: what a symbol needs, what needs it, what a change reaches, paths."""

from __future__ import annotations

from itertools import groupby

from sightline.context import graph
from sightline.context.overrides import overridden
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol
from sightline.text.numbers import counted
from sightline.tools.catalog import Call, Param, Result, tool
from sightline.tools.find_symbol import one_symbol, picked

REPO = Param("repo", "string", "name of a root", "")
MAX_LINES = 120
MAX_ABOVE = 5


def _depth(default: int, most: int) -> Param:
    return Param("depth", "integer", "", default, low=1, high=most)


_ONE = {graph.DEPENDENCIES: "dependency", graph.DEPENDENTS: "dependent"}
SYMBOL = Param("symbol_name", "string", "name, Class.name, path::name or path:line")


def related(engine: Engine, symbol_name: str, depth: int, direction: str) -> Result:
    """What is reached in one direction, as text and as the documented nodes."""
    symbols = one_symbol(engine, symbol_name)
    found = graph.walk(engine.index, symbols, direction, depth)
    number = len(found.reached)
    what = direction if number != 1 else _ONE[direction]
    title = f"{number} {what} of {symbols[0].qualified} within {depth}"
    lines = [title, *_lines(found, direction), *_above(engine, symbols, direction), *_stops(found)]
    value = [
        {
            "name": r.symbol.name,
            "qualified_name": r.symbol.qualified,
            "kind": r.symbol.kind,
            "signature": r.symbol.signature,
            "file_path": r.symbol.path,
            "edge_kind": r.edge_kind,
            "depth": r.distance,
            "line": r.line,
            "confidence": r.confidence,
        }
        for r in found.reached
    ]
    count = len(found.reached)
    observation = f"Traversed {direction} of '{symbol_name}' (depth={depth}, {count} nodes)"
    return Result("\n".join(lines), value, observation if count else "", _names(symbols))


def _lines(found: graph.Walk, direction: str) -> list[str]:
    """The symbols grouped by distance, nearest first; dependents with the line that depends."""
    lines = []
    for distance, group in groupby(found.reached[:MAX_LINES], key=lambda r: r.distance):
        lines.append(f"distance {distance}")
        for r in group:
            sure = "" if r.confidence >= 0.9 else f"  ({r.confidence:.0%} sure)"
            mark = "  test" if r.symbol.is_test else ""
            often = f" {r.times} times" if r.times > 1 else ""
            line = r.line if direction == graph.DEPENDENTS else r.symbol.line
            place = f"{r.symbol.path}:{line}"
            lines.append(f"  {place}  {r.symbol.qualified}  {r.edge_kind}{often}{sure}{mark}")
    if len(found.reached) > MAX_LINES:
        lines.append(f"and {len(found.reached) - MAX_LINES} more; ask with a smaller depth")
    return lines


def _above(engine: Engine, symbols: list[IndexedSymbol], direction: str) -> list[str]:
    """What a method overrides: those who call that may well mean it."""
    if direction != graph.DEPENDENTS:
        return []
    return [
        f"it overrides {one.qualified} ({one.path}:{one.line}); "
        f"calls of that may lead here, it has {counted(one.fan_in, 'dependent')}"
        for one in overridden(engine.index, symbols)[:MAX_ABOVE]
    ]


def _stops(found: graph.Walk) -> list[str]:
    """Where the graph stops, in words."""
    lines = []
    if found.undecided:
        lines.append(
            "where the graph stops: chosen at run time or ambiguous are "
            + counted(found.undecided, "call")
        )
    if found.cut:
        lines.append(f"the walk was cut at {graph.MAX_REACHED} symbols")
    return lines


def _names(symbols: list[IndexedSymbol]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((symbol.path, symbol.qualified) for symbol in symbols))


@tool("get_dependencies", "What a symbol uses.", SYMBOL, _depth(1, 3), read_only=True)
def get_dependencies(engine: Engine, call: Call, symbol_name: str, depth: int) -> Result:
    """What a symbol calls, imports, extends or mentions."""
    return related(engine, symbol_name, depth, graph.DEPENDENCIES)


@tool("get_dependents", "What uses a symbol.", SYMBOL, _depth(1, 3), read_only=True)
def get_dependents(engine: Engine, call: Call, symbol_name: str, depth: int) -> Result:
    """What calls, imports, extends or mentions a symbol."""
    return related(engine, symbol_name, depth, graph.DEPENDENTS)


@tool(
    "get_impact_graph",
    "What a change of a symbol reaches, by distance: ask before changing it.",
    SYMBOL,
    _depth(2, 5),
    REPO,
    read_only=True,
)
def get_impact_graph(engine: Engine, call: Call, symbol_name: str, depth: int, repo: str) -> Result:
    """Everything that depends on a symbol, grouped by distance."""
    engine = picked(engine, repo)
    symbols = one_symbol(engine, symbol_name)
    found = graph.walk(engine.index, symbols, graph.DEPENDENTS, depth)
    tests = sum(r.symbol.is_test for r in found.reached)
    files = len({r.symbol.path for r in found.reached})
    count = len(found.reached)
    numbers = f"{counted(count, 'symbol')} in {counted(files, 'file')}, {counted(tests, 'test')}"
    title = f"changing {symbols[0].qualified} reaches {numbers}"
    value = [
        {
            "name": r.symbol.name,
            "qualified_name": r.symbol.qualified,
            "kind": r.symbol.kind,
            "file_path": r.symbol.path,
            "distance": r.distance,
            "edge_kind": r.edge_kind,
            "confidence": r.confidence,
        }
        for r in found.reached
    ]
    observation = f"Impact analysis of '{symbol_name}' (depth={depth}, {count} affected)"
    direction = graph.DEPENDENTS
    lines = [*_lines(found, direction), *_above(engine, symbols, direction), *_stops(found)]
    text = "\n".join([title, *lines])
    return Result(text, value, observation if count else "", _names(symbols))


@tool(
    "search_logic_flow",
    "How one symbol reaches another: call paths.",
    Param("from_symbol", "string", "where it starts"),
    Param("to_symbol", "string", "where it ends"),
    Param("max_paths", "integer", "", 3, low=1, high=20),
    REPO,
    read_only=True,
)
def search_logic_flow(
    engine: Engine, call: Call, from_symbol: str, to_symbol: str, max_paths: int, repo: str
) -> Result:
    """Up to so many paths of at most ten symbols."""
    engine = picked(engine, repo)
    start, goal = one_symbol(engine, from_symbol)[0], one_symbol(engine, to_symbol)[0]
    found, cut = graph.paths(engine.index, start, goal, max_paths)
    lines = []
    for number, path in enumerate(found, 1):
        lines.append(f"path {number}")
        lines += [
            f"  {'-> ' if at else ''}{s.path}:{s.line}  {s.qualified}" for at, s in enumerate(path)
        ]
    if not found:
        lines.append(f"no path from {start.qualified} to {goal.qualified} within {graph.MAX_PATH}")
    if cut:
        lines.append(f"the search was cut at {graph.MAX_QUEUE:,} open paths")
    return Result("\n".join(lines), [[symbol.name for symbol in path] for path in found])
