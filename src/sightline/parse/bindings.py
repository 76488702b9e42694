"""What names are bound to, where, and until which line: assignments, loops, `with`, parameters."""

import functools
import re
import sys
from bisect import bisect_right

from sightline.model.code import Symbol
from sightline.parse.facts import Bound, Expression
from sightline.parse.lines import Lines
from sightline.parse.matches import Assignment
from sightline.parse.scopes import FUNCTIONS

MOST_BINDINGS = 16  # of one name in one scope
LONGEST_BLOCK = 2000  # lines looked at for the end of a block

# A place after which a name has a value; whether at once, and only inside the block below; the value.
Entry = tuple[int, bool, Expression]


def around(assigns: list[Assignment], points: list[int], scopes: list[int]) -> list[int]:
    """The scope of each assignment; scopes begin and end at the points, after the last is none."""
    ends, inside = [*points, sys.maxsize], 0
    found = []
    for start, _, _, _, how in assigns:
        if how == "local":
            found.append(scopes[bisect_right(points, start) - 1])
            continue
        # They come nearly in order: a step or two from the last one, rather than a search.
        while ends[inside] > start:
            inside -= 1
        while ends[inside + 1] <= start:
            inside += 1
        found.append(scopes[inside])
    return found


class Bindings:
    """All values of all names of a file, while they are gathered."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.scopes: dict[int, dict[str, list[Entry]]] = {}
        self.again: list[tuple[int, str, Expression, int, bool]] = []

    def add_again(
        self, scope: int, name: str, value: Expression, place: int, *, inner: bool = False
    ) -> None:
        """A name has another value after a place, if it is the scope's own and not one around it."""
        self.again.append((scope, name, value, place, inner))

    def add(
        self, scope: int, name: str, value: Expression, place: int, *, inner: bool = False
    ) -> None:
        """A name has a value after a place; `inner`: at once, and only inside the block below."""
        names = self.scopes.get(scope)
        if names is None:
            names = self.scopes[scope] = {}
        bound = names.get(name)
        if bound is None:
            names[name] = [(place, inner, value)]
        elif len(bound) < MOST_BINDINGS:
            bound.append((place, inner, value))

    def values(self, scope: int, name: str) -> list[Expression]:
        """Everything a name is bound to in a scope, so far."""
        return [value for _, _, value in self.scopes.get(scope, {}).get(name, ())]

    def settled(self, symbols: list[Symbol]) -> dict[int, dict[str, Bound]]:
        """Each name with its one value, or with values and lines where it has several."""
        for scope, name, value, place, inner in self.again:
            if name in self.scopes.get(scope, ()):
                self.add(scope, name, value, place, inner=inner)
        lines = (self.lines.source, self.lines.ends, LONGEST_BLOCK)
        return settle(self.scopes, symbols, FUNCTIONS, lines)


def _by_line(bound: list[Entry], first: int, source: bytes, ends: list[int], most: int) -> Bound:
    """Lines count from the scope's own, so that they stay when it moves."""
    entries = []
    told = {bisect_right(ends, place) for place, _, value in bound if value is not None}
    for place, inner, value in sorted(bound, key=_place):
        row = bisect_right(ends, place)
        if value is None and row in told:
            continue  # another pattern knows what is bound there
        start, end = row + 1 + (not inner), _until(row, inner, source, ends, most)
        entries.append((start - first + 1, end - first + 1, value))
    return tuple(entries)


def _until(row: int, inner: bool, source: bytes, ends: list[int], most: int) -> int:
    """The last line of the block that a row stands in, or that begins on it; at most so many."""
    last = min(len(ends), row + 1 + most)
    text = source[ends[row - 1] if row else 0 : ends[row] - 1]
    inside = text.lstrip()
    depth = (len(text) - len(inside) if inside else -1) + inner
    if depth <= 0:
        return last
    found = _shallower(depth).search(source, ends[row] - 1, ends[last - 1] - 1)
    return bisect_right(ends, found.start()) + 1 if found else last


@functools.cache
def _shallower(depth: int) -> re.Pattern[bytes]:
    """The end of a line before one that is not blank and is indented less than that."""
    return re.compile(rb"\n[^\S\n]{0,%d}+\S" % (depth - 1))


def settle(
    scopes: "dict[int, dict[str, list[Entry]]]",
    symbols: list[Symbol],
    functions: frozenset[str],
    lines: tuple[bytes, list[int], int],
) -> dict[int, dict[str, Bound]]:
    """Each name of each scope with its one value, or with values and lines where it has several."""
    found: dict[int, dict[str, Bound]] = {}
    for scope, names in scopes.items():
        several = _several(names) if symbols[scope].kind in functions else ()
        first = symbols[scope].start_line
        settled = found[scope] = {}
        for name, bound in names.items():
            if name in several:
                settled[name] = _by_line(bound, first, *lines)
            elif len(bound) == 1:
                settled[name] = (bound[0][2],)
            else:
                bound.sort(key=_place)
                settled[name] = tuple(dict.fromkeys([value for _, _, value in bound]))
    return found


def _several(names: "dict[str, list[Entry]]") -> set[str]:
    """The names that have several values in turn, and those made from such a name."""
    several = {name for name, bound in names.items() if len(bound) > 1 and _differ(bound)}
    if several:
        several |= {name for name, bound in names.items() if _stems(bound, several)}
    return several


def _place(entry: Entry) -> int:
    return entry[0]


def _differ(bound: list[Entry]) -> bool:
    return any(entry[2] != bound[0][2] for entry in bound)


def _stems(bound: list[Entry], several: set[str]) -> bool:
    return any(isinstance(value, tuple) and value[0] in several for _, _, value in bound)
