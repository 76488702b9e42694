"""Tools about relations: dependencies, dependents, the reach of a change, and call paths."""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.context.relations import graph
from sightline.context.relations.callers import PossibleCallers, possible_callers
from sightline.context.relations.paths import MAX_PATH, MAX_QUEUE, Furthest, Step, find_paths
from sightline.engine import Engine
from sightline.model.indexed import IndexedSymbol
from sightline.text.wording import counted
from sightline.tools.catalog import REPO, Param, Result, tool
from sightline.tools.choose_symbol import choose_symbol
from sightline.tools.relation_text import (
    dependency_lines,
    file_groups,
    possible_lines,
    relation_nodes,
    verdict_line,
)
from sightline.workspace.source import Sources


def _depth(default: int, most: int) -> Param:
    return Param("depth", "integer", "", default, low=1, high=most)


_SINGULAR = {graph.DEPENDENCIES: "dependency", graph.DEPENDENTS: "dependent"}
SYMBOL = Param("symbol_name", "string", "name, Class.name, path::name or path:line")


class _Dependents(NamedTuple):
    """What a walk towards callers reached, and the possible callers of its start."""

    walk: graph.Walk
    possible: PossibleCallers


def _dependents(
    engine: Engine, symbols: list[IndexedSymbol], depth: int, *, members: bool
) -> _Dependents:
    walk = graph.walk(engine.index, symbols, graph.DEPENDENTS, depth, members=members)
    sources = Sources(engine.project.root)
    certain = graph.certain_callers(walk)
    return _Dependents(walk, possible_callers(engine.index, sources, symbols, certain))


def related(engine: Engine, symbol_name: str, depth: int, direction: str, repo: str) -> Result:
    """The symbols within this distance in one direction, as text and as the documented nodes."""
    choice = choose_symbol(engine, symbol_name, repo)
    engine, symbols = choice.engine, choice.symbols
    if direction == graph.DEPENDENTS:
        walk, possible = _dependents(engine, symbols, depth, members=False)
        extra = [*possible_lines(engine, possible), verdict_line(possible, depth)]
        value = relation_nodes(walk, "depth", possible)
    else:
        walk = graph.walk(engine.index, symbols, direction, depth)
        extra = dependency_lines(engine, symbols)
        value = relation_nodes(walk, "depth")
    count = len(walk.reached)
    noun = direction if count != 1 else _SINGULAR[direction]
    title = f"{count} {noun} of {symbols[0].qualified} within {depth}"
    lines = [title, *choice.notes, *file_groups(engine, walk, direction), *extra]
    observation = f"Traversed {direction} of '{symbol_name}' (depth={depth}, {count} nodes)"
    return Result("\n".join(lines), value, observation if count else "", _names(symbols))


def _names(symbols: list[IndexedSymbol]) -> tuple[tuple[str, str], ...]:
    return tuple(dict.fromkeys((symbol.path, symbol.qualified) for symbol in symbols))


@tool(
    "get_dependencies",
    "What a symbol uses.",
    SYMBOL,
    _depth(1, 3),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_dependencies(engine: Engine, symbol_name: str, depth: int, repo: str) -> Result:
    """What a symbol calls, imports, extends or mentions."""
    return related(engine, symbol_name, depth, graph.DEPENDENCIES, repo)


@tool(
    "get_dependents",
    "What uses a symbol directly; get_impact_graph follows further.",
    SYMBOL,
    _depth(1, 3),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_dependents(engine: Engine, symbol_name: str, depth: int, repo: str) -> Result:
    """What calls, imports, extends or mentions a symbol."""
    return related(engine, symbol_name, depth, graph.DEPENDENTS, repo)


@tool(
    "get_impact_graph",
    "What a change to a symbol affects, by distance: call this before changing it.",
    SYMBOL,
    _depth(2, 5),
    REPO,
    read_only=True,
    reads_index=True,
)
def get_impact_graph(engine: Engine, symbol_name: str, depth: int, repo: str) -> Result:
    """Everything that depends on a symbol, grouped by distance."""
    choice = choose_symbol(engine, symbol_name, repo)
    engine, symbols = choice.engine, choice.symbols
    walk, possible = _dependents(engine, symbols, depth, members=True)
    count = len(walk.reached)
    tests = sum(r.symbol.is_test for r in walk.reached)
    files = len({r.symbol.path for r in walk.reached})
    numbers = f"{counted(count, 'symbol')} in {counted(files, 'file')}, {counted(tests, 'test')}"
    members = f" with its {counted(walk.members, 'member')}" if walk.members else ""
    title = f"changing {symbols[0].qualified}{members} reaches {numbers}"
    lines = [
        title,
        *choice.notes,
        *file_groups(engine, walk, graph.DEPENDENTS),
        *possible_lines(engine, possible),
        verdict_line(possible, depth),
    ]
    observation = f"Impact analysis of '{symbol_name}' (depth={depth}, {count} affected)"
    value = relation_nodes(walk, "distance", possible)
    return Result("\n".join(lines), value, observation if count else "", _names(symbols))


@tool(
    "search_logic_flow",
    "How one symbol reaches another: call paths.",
    Param("from_symbol", "string", ""),
    Param("to_symbol", "string", ""),
    Param("max_paths", "integer", "", 3, low=1, high=20),
    REPO,
    read_only=True,
    reads_index=True,
)
def search_logic_flow(
    engine: Engine, from_symbol: str, to_symbol: str, max_paths: int, repo: str
) -> Result:
    """The shortest paths, each of at most ten symbols."""
    origin = choose_symbol(engine, from_symbol, repo)
    target = choose_symbol(origin.engine, to_symbol, origin.engine.project.name)
    start, goal = origin.symbols[0], target.symbols[0]
    sources = Sources(origin.engine.project.root)
    result = find_paths(origin.engine.index, start, goal, max_paths, sources)
    lines = [*origin.notes, *target.notes]
    for number, path in enumerate(result.paths, 1):
        lines.append(f"path {number}" + _path_note(path))
        lines += [_step_line(step, is_first=at == 0) for at, step in enumerate(path)]
    if not result.paths:
        lines.append(f"no path from {start.qualified} to {goal.qualified} within {MAX_PATH}")
    if result.furthest:
        lines.append(_furthest_line(result.furthest))
    if result.cut:
        lines.append(f"the search was cut at {MAX_QUEUE:,} open paths")
    value: list[Any] = [[step.symbol.name for step in path] for path in result.paths]
    return Result("\n".join(lines), value)


def _path_note(path: list[Step]) -> str:
    """How sure a path is, when some of its steps are not."""
    kinds = {step.how for step in path}
    if "stored" in kinds:
        return " (possible: an attribute holds what is called)"
    if "possible" in kinds:
        return " (possible: the target of a call is a guess by its name)"
    if "awaited" in kinds:
        return " (possible: a future that is awaited)"
    if "inner" in kinds:
        return " (possible: a function returns or passes on one that it defines)"
    return " (possible: an override is chosen at run time)" if "override" in kinds else ""


_STEPS = {
    "override": "  overrides it",
    "inner": "  defined inside it",
    "awaited": "  runs when it is awaited",
    "possible": "  may be called",
    "stored": "  by an attribute that is called",
}


def _step_line(step: Step, *, is_first: bool) -> str:
    arrow = "" if is_first else "-> "
    how = _STEPS.get(step.how, "")
    return f"  {arrow}{step.symbol.path}:{step.symbol.line}  {step.symbol.qualified}{how}"


def _furthest_line(furthest: Furthest) -> str:
    place = f"{furthest.symbol.path}:{furthest.line or furthest.symbol.line}"
    if not furthest.call:
        return f"furthest point: {place}  {furthest.symbol.qualified}; no further call is known"
    return (
        f"furthest point: {place}  {furthest.symbol.qualified}; there {furthest.call} is chosen "
        f"at run time ({counted(furthest.candidates, 'candidate')})"
    )
