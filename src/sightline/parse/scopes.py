"""Which definition encloses which position, and which definitions become symbols."""

import re
from bisect import bisect_right
from typing import NamedTuple

from sightline.parse.matches import (
    CLOSURE,
    IMPLEMENTATION,
    NO_DETAILS,
    Assignment,
    Definition,
    Span,
)

FUNCTIONS = frozenset(("function", "method", "macro", CLOSURE))
TYPES = frozenset(("class", "struct", "union", "interface", "trait", "enum", "implementation"))
VALUES = frozenset(("variable", "const", "field"))

# Values inside these are local: the inside of a function, or of a value that is computed.
LOCAL_SCOPES = FUNCTIONS | {"variable", "field"}

# Where two patterns match the same name, the more specific kind wins.
_PRECEDENCE = {"variable": 0, "field": 0, "const": 1, "type_alias": 1}

_IDENTIFIER = re.compile(rb"(?:[^\W\d]|[\x80-\xff$])(?:\w|[\x80-\xff$])*", re.ASCII)
_new = tuple.__new__  # creates a NamedTuple faster than its class


class Entry(NamedTuple):
    """A definition that becomes a symbol; `scope` is its position in the definitions, or -1."""

    scope: int
    definition: Definition


class Scopes:
    """The definitions of a file in order, each with its parent, and a map from bytes to scopes.

    A scope is a position in `definitions`; -1 is the file itself. `points` are the bytes where
    scopes begin and end, and `scopes` the scope from each point on.
    """

    __slots__ = ("definitions", "parents", "points", "scopes")

    def __init__(self, definitions: list[Definition], outer: dict[int, int]) -> None:
        """`outer` maps the start of a definition to that of its decorators."""
        self.definitions = _unique(definitions)
        self.parents: list[int] = []
        self.points, self.scopes = [0], [-1]
        self._nest(outer)

    def at(self, place: int) -> int:
        """The innermost definition around a byte."""
        return self.scopes[bisect_right(self.points, place) - 1]

    def is_local(self, scope: int) -> bool:
        """Whether values in a scope are local."""
        return scope >= 0 and self.definitions[scope].kind in LOCAL_SCOPES

    def entries(
        self, imported: set[Span], source: bytes, keywords: frozenset[bytes]
    ) -> list[Entry]:
        """The definitions that are symbols, in order; `imported` are names of other modules."""
        entries = [
            _new(Entry, (position, definition))
            for position, definition in enumerate(self.definitions)
            if definition.kind not in (IMPLEMENTATION, CLOSURE)
            and definition.name not in imported
            and (definition.kind not in VALUES or not self.is_local(self.parents[position]))
        ]
        if keywords:
            entries = [
                entry for entry in entries if source[slice(*entry.definition.name)] not in keywords
            ]
        return entries

    def assigned_values(
        self, assignments: list[Assignment], around: list[int], source: bytes
    ) -> list[Definition]:
        """Assignments of modules and classes as definitions, the first of each name.

        `around` are the scopes of the assignments.
        """
        seen: set[tuple[int, bytes]] = set()
        defined = {definition.name for definition in self.definitions}
        values = []
        for assignment, scope in zip(assignments, around, strict=True):
            start, end, _, _, how = assignment
            if how != "value" or self.is_local(scope) or (start, end) in defined:
                continue
            name = source[start:end]
            if (scope, name) not in seen and _IDENTIFIER.fullmatch(name):
                seen.add((scope, name))
                values.append(_value_definition(assignment))
        return values

    def _nest(self, outer: dict[int, int]) -> None:
        definitions, points, scopes = self.definitions, self.points, self.scopes
        opened: list[int] = []  # positions of the enclosing definitions

        def close() -> None:
            points.append(definitions[opened.pop()].end)
            scopes.append(opened[-1] if opened else -1)

        for position, definition in enumerate(definitions):
            start = outer.get(definition.start, definition.start)  # with its decorators
            while opened and definitions[opened[-1]].end <= start:
                close()
            around = opened
            if definition.promoted:  # belongs to the type around its function
                around = [one for one in opened if definitions[one].kind not in LOCAL_SCOPES]
            self.parents.append(around[-1] if around else -1)
            if definition.kind not in VALUES or definition.body >= 0:
                opened.append(position)
                points.append(start)
                scopes.append(position)
        while opened:
            close()


def by_start(entry: Entry) -> tuple[int, int]:
    """A sort key: outer definitions before inner ones."""
    return (entry.definition.start, -entry.definition.end)


def merge_clauses(definitions: list[Definition], source: bytes) -> list[Definition]:
    """Merge consecutive clauses of one function (Haskell, Elixir) into one definition."""
    merged: list[Definition] = []
    stack: list[int] = []
    for definition in _unique(definitions):
        before = -1
        while stack and merged[stack[-1]].end <= definition.start:
            before = stack.pop()
        if before >= 0 and _same_function(merged[before], definition, source):
            first = merged[before]
            body = first.body if first.body >= 0 else first.end
            merged[before] = first._replace(end=definition.end, body=body)
            stack.append(before)
        else:
            stack.append(len(merged))
            merged.append(definition)
    return merged


def _same_function(first: Definition, other: Definition, source: bytes) -> bool:
    name, next_name = source[slice(*first.name)], source[slice(*other.name)]
    return first.kind == "function" and other.kind in ("function", "variable") and name == next_name


def _unique(definitions: list[Definition]) -> list[Definition]:
    """The definitions in order, the better one where two have the same name at the same place."""
    by_name: dict[Span, Definition] = {}
    for definition in definitions:
        first = by_name.setdefault(definition.name, definition)
        if first is not definition:
            by_name[definition.name] = _better(first, definition)
    return sorted(by_name.values(), key=_order)


def _order(definition: Definition) -> tuple[int, int, Span]:
    return (definition.start, -definition.end, definition.name)


def _better(first: Definition, other: Definition) -> Definition:
    """The definition of the more specific kind, or else the more detailed one."""
    ranks = (_PRECEDENCE.get(first.kind, 2), _PRECEDENCE.get(other.kind, 2))
    if ranks[0] != ranks[1]:
        return first if ranks[0] > ranks[1] else other
    return other if _details(other) > _details(first) else first


def _details(definition: Definition) -> int:
    return (definition.body >= 0) + sum(map(bool, definition[5:]))


def _value_definition(assignment: Assignment) -> Definition:
    start, end, type, value, _ = assignment
    stop = max(end, type[1] if type else 0, value[1] if value else 0)
    return _new(Definition, (start, stop, "variable", (start, end), -1, *NO_DETAILS))
