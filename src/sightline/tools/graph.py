"""Tools about relations: dependencies, dependents, the reach of a change, and call paths."""

from __future__ import annotations

from itertools import groupby

from sightline.context import graph
from sightline.context.graph import overridden
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol
from sightline.text.wording import counted
from sightline.tools.catalog import Param, Result, tool
from sightline.tools.find_symbol import one_symbol
from sightline.tools.index_access import engine_for

REPO = Param("repo", "string", "name of a root", "")
MAX_LINES = 120
MAX_OVERRIDDEN = 5


def _depth(default: int, most: int) -> Param:
    return Param("depth", "integer", "", default, low=1, high=most)


_SINGULAR = {graph.DEPENDENCIES: "dependency", graph.DEPENDENTS: "dependent"}
SYMBOL = Param("symbol_name", "string", "name, Class.name, path::name or path:line")


def related(engine: Engine, symbol_name: str, depth: int, direction: str) -> Result:
    """The symbols within this distance in one direction, as text and as the documented nodes."""
    symbols = one_symbol(engine, symbol_name)
    walk = graph.walk(engine.index, symbols, direction, depth)
    count = len(walk.reached)
    noun = direction if count != 1 else _SINGULAR[direction]
    title = f"{count} {noun} of {symbols[0].qualified} within {depth}"
    lines = [
        title,
        *_lines(walk, direction),
        *_overridden(engine, symbols, direction),
        *_stops(walk),
    ]
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
        for r in walk.reached
    ]
    observation = f"Traversed {direction} of '{symbol_name}' (depth={depth}, {count} nodes)"
    return Result("\n".join(lines), value, observation if count else "", _names(symbols))


def _lines(walk: graph.Walk, direction: str) -> list[str]:
    """The symbols grouped by distance; a dependent is shown at the line that uses the symbol."""
    lines = []
    for distance, group in groupby(walk.reached[:MAX_LINES], key=lambda r: r.distance):
        lines.append(f"distance {distance}")
        for r in group:
            sure = "" if r.confidence >= 0.9 else f"  ({r.confidence:.0%} sure)"
            mark = "  test" if r.symbol.is_test else ""
            often = f" {r.times} times" if r.times > 1 else ""
            line = r.line if direction == graph.DEPENDENTS else r.symbol.line
            place = f"{r.symbol.path}:{line}"
            lines.append(f"  {place}  {r.symbol.qualified}  {r.edge_kind}{often}{sure}{mark}")
    if len(walk.reached) > MAX_LINES:
        lines.append(f"and {len(walk.reached) - MAX_LINES} more; ask with a smaller depth")
    return lines


def _overridden(engine: Engine, symbols: list[IndexedSymbol], direction: str) -> list[str]:
    """The methods a method overrides: calls of those may reach it as well."""
    if direction != graph.DEPENDENTS:
        return []
    return [
        f"it overrides {base.qualified} ({base.path}:{base.line}); "
        f"calls of that may lead here, it has {counted(base.fan_in, 'dependent')}"
        for base in overridden(engine.index, symbols)[:MAX_OVERRIDDEN]
    ]


def _stops(walk: graph.Walk) -> list[str]:
    """The edges the walk could not follow, as lines."""
    lines = []
    if walk.undecided:
        lines.append(
            "where the graph stops: chosen at run time or ambiguous are "
            + counted(walk.undecided, "call")
        )
    if walk.cut:
        lines.append(f"the walk was cut at {graph.MAX_REACHED} symbols")
    return lines


def _names(symbols: list[IndexedSymbol]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((symbol.path, symbol.qualified) for symbol in symbols))


@tool(
    "get_dependencies",
    "What a symbol uses.",
    SYMBOL,
    _depth(1, 3),
    read_only=True,
    reads_index=True,
)
def get_dependencies(engine: Engine, symbol_name: str, depth: int) -> Result:
    """What a symbol calls, imports, extends or mentions."""
    return related(engine, symbol_name, depth, graph.DEPENDENCIES)


@tool(
    "get_dependents",
    "What uses a symbol directly; get_impact_graph follows further.",
    SYMBOL,
    _depth(1, 3),
    read_only=True,
    reads_index=True,
)
def get_dependents(engine: Engine, symbol_name: str, depth: int) -> Result:
    """What calls, imports, extends or mentions a symbol."""
    return related(engine, symbol_name, depth, graph.DEPENDENTS)


@tool(
    "get_impact_graph",
    "What a change of a symbol reaches, by distance: ask before changing it.",
    SYMBOL,
    _depth(2, 5),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_impact_graph(engine: Engine, symbol_name: str, depth: int, repo: str) -> Result:
    """Everything that depends on a symbol, grouped by distance."""
    engine = engine_for(engine, repo)
    symbols = one_symbol(engine, symbol_name)
    walk = graph.walk(engine.index, symbols, graph.DEPENDENTS, depth)
    tests = sum(r.symbol.is_test for r in walk.reached)
    files = len({r.symbol.path for r in walk.reached})
    count = len(walk.reached)
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
        for r in walk.reached
    ]
    observation = f"Impact analysis of '{symbol_name}' (depth={depth}, {count} affected)"
    direction = graph.DEPENDENTS
    lines = [*_lines(walk, direction), *_overridden(engine, symbols, direction), *_stops(walk)]
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
    reads_index=True,
)
def search_logic_flow(
    engine: Engine, from_symbol: str, to_symbol: str, max_paths: int, repo: str
) -> Result:
    """The shortest paths, each of at most ten symbols."""
    engine = engine_for(engine, repo)
    start, goal = one_symbol(engine, from_symbol)[0], one_symbol(engine, to_symbol)[0]
    result = graph.paths(engine.index, start, goal, max_paths)
    lines = []
    for number, path in enumerate(result.paths, 1):
        lines.append(f"path {number}")
        lines += [
            f"  {'-> ' if at else ''}{s.path}:{s.line}  {s.qualified}" for at, s in enumerate(path)
        ]
    if not result.paths:
        lines.append(f"no path from {start.qualified} to {goal.qualified} within {graph.MAX_PATH}")
    if result.cut:
        lines.append(f"the search was cut at {graph.MAX_QUEUE:,} open paths")
    return Result("\n".join(lines), [[symbol.name for symbol in path] for path in result.paths])
