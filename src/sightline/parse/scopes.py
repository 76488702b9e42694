"""Which definition encloses which position, and which definitions lie in which."""

from bisect import bisect_right

from sightline.parse.collect import CLOSURE, Definition

FUNCTIONS = frozenset(("function", "method", "macro", CLOSURE))
TYPES = frozenset(("class", "struct", "union", "interface", "trait", "enum", "implementation"))
VALUES = frozenset(("variable", "const", "field"))

_INSIDES = FUNCTIONS | {"variable", "field"}

# Where two patterns find the same name, the more telling kind stays.
_PRECEDENCE = {"variable": 0, "field": 0, "const": 1, "type_alias": 1}


class Scopes:
    """The definitions of a file in order, each with its parent, and a map from bytes to scopes.

    Scopes are positions in `definitions`; -1 is the file itself.
    """

    __slots__ = ("definitions", "parents", "points", "scopes")

    def __init__(self, definitions: list[Definition], outer: dict[int, int]) -> None:
        self.definitions = _unique(definitions)
        self.parents: list[int] = []
        self.points: list[int] = [0]
        self.scopes: list[int] = [-1]
        open_ends: list[tuple[int, int]] = []
        for position, definition in enumerate(self.definitions):
            start = outer.get(definition.start, definition.start)  # with its decorators
            while open_ends and open_ends[-1][0] <= start:
                self._close(open_ends)
            self.parents.append(self._around(open_ends, definition))
            if definition.kind not in VALUES or definition.body >= 0:
                open_ends.append((definition.end, position))
                self.points.append(start)
                self.scopes.append(position)
        while open_ends:
            self._close(open_ends)

    def at(self, place: int) -> int:
        """The innermost definition around a byte."""
        return self.scopes[bisect_right(self.points, place) - 1]

    def is_local(self, scope: int) -> bool:
        """Whether a scope is the inside of a function, or of a value that is computed."""
        return scope >= 0 and self.definitions[scope].kind in _INSIDES

    def _around(self, open_ends: list[tuple[int, int]], definition: Definition) -> int:
        """The definition a new one lies in; a promoted one leaves its function."""
        for _, position in reversed(open_ends):
            if not definition.promoted or not self.is_local(position):
                return position
        return -1

    def _close(self, open_ends: list[tuple[int, int]]) -> None:
        end, _ = open_ends.pop()
        self.points.append(end)
        self.scopes.append(open_ends[-1][1] if open_ends else -1)


def _unique(definitions: list[Definition]) -> list[Definition]:
    by_name: dict[tuple[int, int], Definition] = {}
    for definition in definitions:
        known = by_name.setdefault(definition.name, definition)
        if known is not definition:
            by_name[definition.name] = _better(known, definition)
    return sorted(by_name.values(), key=_order)


def _order(definition: Definition) -> tuple[int, int, tuple[int, int]]:
    return (definition.start, -definition.end, definition.name)


def _better(known: Definition, other: Definition) -> Definition:
    """Of two finds of one name the more telling kind, or else the one that says more."""
    ranks = (_PRECEDENCE.get(known.kind, 2), _PRECEDENCE.get(other.kind, 2))
    if ranks[0] != ranks[1]:
        return known if ranks[0] > ranks[1] else other
    return other if _said(other) > _said(known) else known


def _said(definition: Definition) -> int:
    return (definition.body >= 0) + sum(map(bool, definition[5:]))


def merge_clauses(definitions: list[Definition], source: bytes) -> list[Definition]:
    """Clauses of one function that follow each other (Haskell, Elixir) as one definition."""
    found: list[Definition] = []
    stack: list[int] = []
    for definition in _unique(definitions):
        before = -1
        while stack and found[stack[-1]].end <= definition.start:
            before = stack.pop()
        if before >= 0 and _same_function(found[before], definition, source):
            first = found[before]
            body = first.body if first.body >= 0 else first.end
            found[before] = first._replace(end=definition.end, body=body)
            stack.append(before)
        else:
            stack.append(len(found))
            found.append(definition)
    return found


def _same_function(first: Definition, other: Definition, source: bytes) -> bool:
    name, next_name = source[slice(*first.name)], source[slice(*other.name)]
    return first.kind == "function" and other.kind in ("function", "variable") and name == next_name
