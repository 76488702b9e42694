"""What names are bound to, where, and until which line: assignments, loops, `with`, parameters."""

import functools
import re
import sys

from sightline.model.code import Symbol
from sightline.model.record import NamedTuple
from sightline.parse.collect import Matches, Span
from sightline.parse.facts import Bound, Expression
from sightline.parse.lines import Lines
from sightline.parse.scopes import FUNCTIONS, Scopes

MOST_BINDINGS = 16  # of one name in one scope
AGAIN = "again"  # a value for a name that another place declares
LONGEST_BLOCK = 2000  # lines looked at for the end of a block

_new = tuple.__new__  # makes a NamedTuple without going through its keywords


class Assignment(NamedTuple):
    """A name, member or pattern that is given a value or a type."""

    scope: int
    start: int
    end: int
    type: Span | None
    value: Span | None
    how: str  # value, element, entered; local: never a symbol; again: declared before


def assignments(matches: Matches, scopes: Scopes) -> list[Assignment]:
    """All assignments of a file."""
    points, inner = [*scopes.points, sys.maxsize], scopes.scopes
    inside = 0
    found: list[Assignment] = []
    for captures in matches.by_role["target"]:
        values = captures.get("value")
        how = AGAIN if AGAIN in captures else "value"
        if values is None:
            for how in ("element", "entered", "value"):
                values = captures.get(how)
                if values:
                    break
        types = captures.get("type")
        kind = types[0] if types else None
        span = values[0] if values else None
        for start, end in captures["target"]:
            # They come nearly in order: a step or two from the last one, rather than a search.
            while points[inside] > start:
                inside -= 1
            while points[inside + 1] <= start:
                inside += 1
            found.append(_new(Assignment, (inner[inside], start, end, kind, span, how)))
    for captures in matches.by_role["local"]:
        kind, span = _span(captures.get("type")), _span(captures.get("value"))
        for start, end in captures["local"]:
            found.append(Assignment(scopes.at(start), start, end, kind, span, "local"))
    return found


def _span(spans: list[Span] | None) -> Span | None:
    return spans[0] if spans else None


class Bindings:
    """All values of all names of a file, while they are gathered."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        self.scopes: dict[int, dict[str, list[tuple[int, bool, Expression]]]] = {}
        self._again: list[tuple[int, str, Expression, int, bool]] = []

    def add_again(
        self, scope: int, name: str, value: Expression, place: int, *, inner: bool = False
    ) -> None:
        """A name has another value after a place, if it is the scope's own and not one around it."""
        self._again.append((scope, name, value, place, inner))

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
        for scope, name, value, place, inner in self._again:
            if name in self.scopes.get(scope, ()):
                self.add(scope, name, value, place, inner=inner)
        found: dict[int, dict[str, Bound]] = {}
        for scope, names in self.scopes.items():
            several = self._several(names) if symbols[scope].kind in FUNCTIONS else ()
            first = symbols[scope].start_line
            settled = found[scope] = {}
            for name, bound in names.items():
                if name in several:
                    settled[name] = self._by_line(bound, first)
                elif len(bound) == 1:
                    settled[name] = (bound[0][2],)
                else:
                    bound.sort(key=_place)
                    settled[name] = tuple(dict.fromkeys([value for _, _, value in bound]))
        return found

    def _several(self, names: dict[str, list[tuple[int, bool, Expression]]]) -> set[str]:
        """The names that have several values in turn, and those made from such a name."""
        several = {name for name, bound in names.items() if len(bound) > 1 and _differ(bound)}
        if several:
            several |= {name for name, bound in names.items() if _stems(bound, several)}
        return several

    def _by_line(self, bound: list[tuple[int, bool, Expression]], first: int) -> Bound:
        """Lines count from the scope's own, so that they stay when it moves."""
        entries = []
        told = {self.lines.at(place) for place, _, value in bound if value is not None}
        for place, inner, value in sorted(bound, key=_place):
            line = self.lines.at(place)
            if value is None and line in told:
                continue  # another pattern knows what is bound there
            start, end = line + (not inner), self._until(line, inner)
            entries.append((start - first + 1, end - first + 1, value))
        return tuple(entries)

    def _until(self, line: int, inner: bool) -> int:
        """The last line of the block that a line stands in, or that begins on it."""
        ends = self.lines.ends
        last = min(len(ends), line + LONGEST_BLOCK)
        depth = self._indent(line) + inner
        if depth <= 0:
            return last
        found = _shallower(depth).search(self.lines.source, ends[line - 1] - 1, ends[last - 1] - 1)
        return self.lines.at(found.start()) if found else last

    def _indent(self, line: int) -> int:
        """How far a line is indented; -1 for a blank one."""
        ends = self.lines.ends
        text = self.lines.source[ends[line - 2] if line > 1 else 0 : ends[line - 1] - 1]
        inside = text.lstrip()
        return len(text) - len(inside) if inside else -1


@functools.cache
def _shallower(depth: int) -> re.Pattern[bytes]:
    """The end of a line before one that is not blank and is indented less than that."""
    return re.compile(rb"\n[^\S\n]{0,%d}+\S" % (depth - 1))


def _place(entry: tuple[int, bool, Expression]) -> int:
    return entry[0]


def _differ(bound: list[tuple[int, bool, Expression]]) -> bool:
    return any(entry[2] != bound[0][2] for entry in bound)


def _stems(bound: list[tuple[int, bool, Expression]], several: set[str]) -> bool:
    return any(isinstance(value, tuple) and value[0] in several for _, _, value in bound)
