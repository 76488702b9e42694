"""Finds how one symbol reaches another: by certain edges first, then by overrides and open calls.

Reads the index, and the goal's file last. Every search is bounded; a failed one says how far it came.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sightline.context.relations.declarations import counterparts, definitions
from sightline.context.relations.dispatch import overriding
from sightline.context.relations.graph import with_constructors
from sightline.context.relations.stored_values import stored_value
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.workspace.source import Sources

# Documented bounds: nodes on one path, and partial paths that are held at once.
MAX_PATH = 10
MAX_QUEUE = 10_000
# The second search visits each symbol once, at most this many of them.
MAX_VISITED = 20_000
# An open call with more candidates than this is followed only where it can mean the goal.
MAX_CANDIDATES = 12
CERTAIN, OVERRIDE, INNER, AWAITED, OPEN, STORED = (
    "",
    "override",
    "inner",
    "awaited",
    "possible",
    "stored",
)
_COSTS = {CERTAIN: 1, OVERRIDE: 2, INNER: 2, AWAITED: 2, OPEN: 5}


class Step(NamedTuple):
    """A symbol on a path; `how` says how the one before it leads here, "" if that is certain."""

    symbol: IndexedSymbol
    how: str = CERTAIN


class Furthest(NamedTuple):
    """Where a search for a path ended: the symbol, the call it could not follow, its candidates."""

    symbol: IndexedSymbol
    call: str = ""
    line: int = 0
    candidates: int = 0


class CallPaths(NamedTuple):
    """Paths from one symbol to another; `cut` if the search stopped at its bound."""

    paths: list[list[Step]]
    cut: bool = False
    furthest: Furthest | None = None


def find_paths(
    index: Database,
    start: IndexedSymbol,
    goal: IndexedSymbol,
    most: int,
    sources: Sources | None = None,
) -> CallPaths:
    """Up to `most` paths of certain edges, the shortest first; else one that is possible."""
    certain = _certain_paths(index, start, goal, most)
    if certain.paths:
        return certain
    search = _Search(index, start, goal)
    path = search.path(follow_open_calls=False)
    path = path or (search.path_through_value(sources) if sources else [])
    path = path or search.path(follow_open_calls=True)
    path = path or (search.path_through_value(sources) if sources else [])
    if path:
        return CallPaths([path], certain.cut)
    return CallPaths([], certain.cut or search.is_cut, search.furthest())


def _goals(index: Database, goal: IndexedSymbol) -> set[int]:
    """The ids that reach the goal: its constructors, its declaration and its definition."""
    ids = with_constructors(index, [goal])
    return {*ids, *counterparts(index, ids)}


def _certain_paths(
    index: Database, start: IndexedSymbol, goal: IndexedSymbol, most: int
) -> CallPaths:
    if start.id == goal.id:
        return CallPaths([[Step(start)]])
    goals = _goals(index, goal)
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
        edges = reader.edges_from(self.index, missing)
        defined = definitions(self.index, {edge.target_id for edge in edges})
        for edge in edges:
            targets = self._targets[edge.source_id]
            for target in (edge.target_id, *defined.get(edge.target_id, ())):
                if target not in targets:
                    targets.append(target)

    def of(self, id: int) -> list[int]:
        return self._targets[id]


def _symbol_paths(index: Database, paths: list[list[int]]) -> list[list[Step]]:
    ids = {id for path in paths for id in path}
    symbols = {symbol.id: symbol for symbol in reader.symbols(index, ids)}
    return [[Step(symbols[id]) for id in path if id in symbols] for path in paths]


class _Arrival(NamedTuple):
    """How a search came to a symbol: from which one, how, and at which costs."""

    source: int
    how: str
    cost: int
    length: int  # symbols on the path


class _Search:
    """A search for the cheapest path, where guesses cost more than certain edges."""

    def __init__(self, index: Database, start: IndexedSymbol, goal: IndexedSymbol) -> None:
        self.index, self.start, self.goal = index, start, goal
        self.goals = _goals(index, goal)
        self.is_cut = False
        self._arrivals: dict[int, _Arrival] = {}

    def path(self, *, follow_open_calls: bool) -> list[Step]:
        """The cheapest path, or an empty list."""
        self._arrivals = {self.start.id: _Arrival(0, CERTAIN, 0, 1)}
        waiting: dict[int, list[int]] = {0: [self.start.id]}
        while waiting:
            cost = min(waiting)
            level = [id for id in waiting.pop(cost) if self._arrivals[id].cost == cost]
            if not self.goals.isdisjoint(level):
                return self._path_to(next(id for id in level if id in self.goals))
            level = [id for id in level if self._arrivals[id].length < MAX_PATH]
            steps = list(self._steps(level, follow_open_calls))
            defined = definitions(self.index, {target for _, target, _ in steps})
            steps += [(s, body, how) for s, t, how in steps for body in defined.get(t, ())]
            for source, target, how in steps:
                total = cost + _COSTS[how]
                known = self._arrivals.get(target)
                if known is None or total < known.cost:
                    length = self._arrivals[source].length + 1
                    self._arrivals[target] = _Arrival(source, how, total, length)
                    waiting.setdefault(total, []).append(target)
            if len(self._arrivals) > MAX_VISITED:
                self.is_cut = True
                break
        return []

    def _steps(self, level: list[int], follow_open_calls: bool) -> Iterator[tuple[int, int, str]]:
        """The steps from a level: certain edges, then overrides, then open calls."""
        for edge in reader.edges_from(self.index, level):
            if edge.kind in ("calls", "type_ref", "imports"):
                yield edge.source_id, edge.target_id, CERTAIN
        for inner in reader.children(self.index, level):
            if inner.kind == "function":  # it may return the function, or pass it on
                yield inner.parent_id, inner.id, INNER
            elif inner.name == "poll" and inner.language == "rust":  # of a future that is awaited
                yield inner.parent_id, inner.id, AWAITED
        for method_id, override_id in reader.overrides_of(self.index, level):
            yield method_id, override_id, OVERRIDE
        for method in reader.interface_methods(self.index, level, language="go"):
            for override in overriding(self.index, [method]):
                yield method.id, override.id, OVERRIDE
        if follow_open_calls:
            calls = reader.open_calls_from(self.index, level)
            targets = self._candidates({call.name for call in calls})
            for call in calls:
                for target in targets.get(call.name, ()):
                    yield call.source_id, target, OPEN

    def _candidates(self, names: Iterable[str]) -> dict[str, list[int]]:
        """The methods that open calls of these names may mean, unless they are too many."""
        candidates: dict[str, list[int]] = {}
        counts = reader.name_counts(self.index, names)
        for name, count in counts.items():
            if count <= MAX_CANDIDATES or name == self.goal.name:
                named = reader.symbols_named(self.index, name)
                candidates[name] = [
                    symbol.id
                    for symbol in named
                    if symbol.kind in ("method", "function")
                    and symbol.language == self.start.language
                    and (self.start.is_test or not symbol.is_test)
                    and (count <= MAX_CANDIDATES or symbol.id in self.goals)
                ]
        return candidates

    def _path_to(self, target: int) -> list[Step]:
        ids = [target]
        while ids[-1] != self.start.id:
            ids.append(self._arrivals[ids[-1]].source)
        symbols = {symbol.id: symbol for symbol in reader.symbols(self.index, ids)}
        return [Step(symbols[id], self._arrivals[id].how) for id in reversed(ids) if id in symbols]

    def path_through_value(self, sources: Sources) -> list[Step]:
        """A path whose last call runs what an attribute holds, or an empty list."""
        value = stored_value(self.index, sources, self.goal, self._arrivals.keys())
        if value is None:
            return []
        stored = [Step(value.setter, STORED), Step(self.goal, STORED)]
        return [*self._path_to(value.caller.id), *stored]

    def furthest(self) -> Furthest:
        """The visited symbol whose unresolved call may come nearest to the goal."""
        callers = [self.goal, *self._callers_of_goal()]
        for symbol in callers:
            for call in reader.open_calls_named(self.index, symbol.name):
                if call.source_id in self._arrivals:
                    candidates = reader.name_counts(self.index, [symbol.name])
                    (source,) = reader.symbols(self.index, [call.source_id])
                    return Furthest(source, call.name, call.line, candidates.get(call.name, 0))
        return Furthest(self._nearest_visited())

    def _nearest_visited(self) -> IndexedSymbol:
        """The visited symbol whose file is nearest to that of the goal, the last of several."""
        farthest = sorted(self._arrivals, key=lambda id: -self._arrivals[id].cost)
        visited = [s for s in reader.symbols(self.index, farthest[:MAX_VISITED]) if not s.is_test]
        goal = self.goal.path.split("/")
        return max(visited, key=lambda s: _shared(s.path.split("/"), goal), default=self.start)

    def _callers_of_goal(self) -> list[IndexedSymbol]:
        edges = reader.edges_to(self.index, sorted(self.goals), kind="calls")
        return reader.symbols(self.index, {edge.source_id for edge in edges[:MAX_CANDIDATES]})


def _shared(path: list[str], other: list[str]) -> int:
    """How many leading parts two paths share."""
    count = 0
    for one, two in zip(path, other, strict=False):
        if one != two:
            break
        count += 1
    return count
