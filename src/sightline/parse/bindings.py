"""The values of names, and the lines where each holds: assignments, loops, `with`, parameters."""

import functools
import re
import sys
from bisect import bisect_right
from typing import NamedTuple

from sightline.model.code import Symbol
from sightline.parse.facts import Bound, Expression
from sightline.parse.matches import Assignment
from sightline.parse.scopes import FUNCTIONS
from sightline.parse.source_text import Lines

MOST_BINDINGS = 16  # values of one name in one scope
LONGEST_BLOCK = 2000  # lines searched for the end of a block
_new = tuple.__new__  # creates a NamedTuple faster than its class


class Binding(NamedTuple):
    """A value of a name."""

    place: int  # the byte after which the name has the value
    inner: bool  # holds on its own line already, and only inside the block that begins there
    value: Expression


class Rebinding(NamedTuple):
    """A value for a name that may be declared in another scope."""

    scope: int
    name: str
    binding: Binding


def assignment_scopes(
    assignments: list[Assignment], points: list[int], scopes: list[int]
) -> list[int]:
    """The scope of each assignment; scopes begin and end at the points, the last one is endless."""
    ends, inside = [*points, sys.maxsize], 0
    around = []
    for start, _, _, _, how in assignments:
        if how == "local":
            around.append(scopes[bisect_right(points, start) - 1])
            continue
        # Assignments come nearly in order: a step or two from the last one is faster than a search.
        while ends[inside] > start:
            inside -= 1
        while ends[inside + 1] <= start:
            inside += 1
        around.append(scopes[inside])
    return around


class Bindings:
    """All values of all names of a file, while they are collected."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.scopes: dict[int, dict[str, list[Binding]]] = {}
        self._rebindings: list[Rebinding] = []

    def add_again(
        self, scope: int, name: str, value: Expression, place: int, *, inner: bool = False
    ) -> None:
        """Add a value of a name if the scope declares it, which is decided at the end."""
        self._rebindings.append(Rebinding(scope, name, Binding(place, inner, value)))

    def add(
        self, scope: int, name: str, value: Expression, place: int, *, inner: bool = False
    ) -> None:
        """Add a value that a name has after a place; `inner`: at once, and only inside its block."""
        names = self.scopes.get(scope)
        if names is None:
            names = self.scopes[scope] = {}
        bindings = names.get(name)
        if bindings is None:
            names[name] = [_new(Binding, (place, inner, value))]
        elif len(bindings) < MOST_BINDINGS:
            bindings.append(_new(Binding, (place, inner, value)))

    def values(self, scope: int, name: str) -> list[Expression]:
        """The values of a name in a scope so far."""
        return [binding.value for binding in self.scopes.get(scope, {}).get(name, ())]

    def settled(self, symbols: list[Symbol]) -> dict[int, dict[str, Bound]]:
        """Each name of each scope with its one value, or with values and lines where it has several."""
        for scope, name, (place, inner, value) in self._rebindings:
            if name in self.scopes.get(scope, ()):
                self.add(scope, name, value, place, inner=inner)
        return {scope: self._settle(names, symbols[scope]) for scope, names in self.scopes.items()}

    def _settle(self, names: dict[str, list[Binding]], scope: Symbol) -> dict[str, Bound]:
        by_line = _changing_names(names) if scope.kind in FUNCTIONS else ()
        settled: dict[str, Bound] = {}
        for name, bindings in names.items():
            if name in by_line:
                settled[name] = self._by_line(bindings, scope.start_line)
            elif len(bindings) == 1:
                settled[name] = (bindings[0].value,)
            else:
                bindings.sort(key=_place)
                settled[name] = tuple(dict.fromkeys([binding.value for binding in bindings]))
        return settled

    def _by_line(self, bindings: list[Binding], first: int) -> Bound:
        """Values with their lines, counted from the scope's first line so that it can move."""
        ends = self.lines.ends
        ranges = []
        bound_rows = {
            bisect_right(ends, binding.place) for binding in bindings if binding.value is not None
        }
        for place, inner, value in sorted(bindings, key=_place):
            row = bisect_right(ends, place)
            if value is None and row in bound_rows:
                continue  # another pattern knows the value that is bound there
            start, end = row + 1 + (not inner), self._block_end(row, inner)
            ranges.append((start - first + 1, end - first + 1, value))
        return tuple(ranges)

    def _block_end(self, row: int, inner: bool) -> int:
        """The last line of the block around a row, or with `inner` of the block it begins."""
        source, ends = self.lines.source, self.lines.ends
        last = min(len(ends), row + 1 + LONGEST_BLOCK)
        text = source[ends[row - 1] if row else 0 : ends[row] - 1]
        stripped = text.lstrip()
        depth = (len(text) - len(stripped) if stripped else -1) + inner
        if depth <= 0:
            return last
        match = _shallower_line(depth).search(source, ends[row] - 1, ends[last - 1] - 1)
        return bisect_right(ends, match.start()) + 1 if match else last


@functools.cache
def _shallower_line(depth: int) -> re.Pattern[bytes]:
    """The line break before a line that is not blank and is indented less than `depth`."""
    return re.compile(rb"\n[^\S\n]{0,%d}+\S" % (depth - 1))


def _changing_names(names: dict[str, list[Binding]]) -> set[str]:
    """The names with different values, and those derived from such a name."""
    changing = {name for name, bindings in names.items() if len(bindings) > 1 and _differ(bindings)}
    if changing:
        changing |= {name for name, bindings in names.items() if _derive(bindings, changing)}
    return changing


def _place(binding: Binding) -> int:
    return binding.place


def _differ(bindings: list[Binding]) -> bool:
    return any(binding.value != bindings[0].value for binding in bindings)


def _derive(bindings: list[Binding], names: set[str]) -> bool:
    return any(isinstance(value, tuple) and value[0] in names for _, _, value in bindings)
