"""Which definition encloses which position, and which definitions lie in which."""

from bisect import bisect_right
from collections.abc import Callable

from sightline.parse.matches import CLOSURE, Definition

FUNCTIONS = frozenset(("function", "method", "macro", CLOSURE))
TYPES = frozenset(("class", "struct", "union", "interface", "trait", "enum", "implementation"))
VALUES = frozenset(("variable", "const", "field"))

INSIDES = FUNCTIONS | {"variable", "field"}

# Where two patterns find the same name, the more telling kind stays.
_PRECEDENCE = {"variable": 0, "field": 0, "const": 1, "type_alias": 1}


class Scopes:
    """The definitions of a file in order, each with its parent, and a map from bytes to scopes.

    Scopes are positions in `definitions`; -1 is the file itself.
    """

    __slots__ = ("definitions", "parents", "points", "scopes")

    def __init__(self, definitions: list[Definition], outer: dict[int, int]) -> None:
        self.definitions = unique(definitions, _better)
        self.parents, self.points, self.scopes = nested(self.definitions, outer, VALUES, INSIDES)

    def at(self, place: int) -> int:
        """The innermost definition around a byte."""
        return self.scopes[bisect_right(self.points, place) - 1]

    def is_local(self, scope: int) -> bool:
        """Whether a scope is the inside of a function, or of a value that is computed."""
        return scope >= 0 and self.definitions[scope].kind in INSIDES


def nested(
    definitions: list[Definition],
    outer: dict[int, int],
    values: frozenset[str],
    insides: frozenset[str],
) -> tuple[list[int], list[int], list[int]]:
    """The parent of each definition, and the points where scopes begin and end with the scopes."""
    parents: list[int] = []
    points, scopes = [0], [-1]
    opened: list[int] = []  # positions

    def close() -> None:
        points.append(definitions[opened.pop()].end)
        scopes.append(opened[-1] if opened else -1)

    for position, definition in enumerate(definitions):
        start = outer.get(definition.start, definition.start)  # with its decorators
        while opened and definitions[opened[-1]].end <= start:
            close()
        around = opened  # a promoted one leaves its function
        if definition.promoted:
            around = [one for one in opened if definitions[one].kind not in insides]
        parents.append(around[-1] if around else -1)
        if definition.kind not in values or definition.body >= 0:
            opened.append(position)
            points.append(start)
            scopes.append(position)
    while opened:
        close()
    return parents, points, scopes


def unique(
    definitions: list[Definition], better: "Callable[[Definition, Definition], Definition]"
) -> list[Definition]:
    """The definitions in order, the better one where two have the same name at the same place."""
    by_name: dict[tuple[int, int], Definition] = {}
    for definition in definitions:
        known = by_name.setdefault(definition.name, definition)
        if known is not definition:
            by_name[definition.name] = better(known, definition)
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
    for definition in unique(definitions, _better):
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
