"""Sorts the matches of a language's query by role; byte positions only, no text.

The capture names are the vocabulary of docs/guides/add-a-language.md.
"""

import functools
from collections import defaultdict
from collections.abc import Callable
from typing import Any, NamedTuple

from tree_sitter import Node

from sightline.errors import BadLanguage
from sightline.model.code import KINDS
from sightline.parse.languages import Language, load_grammar

Span = tuple[int, int]
Captures = dict[str, list[Span]]  # the spans of one match, by capture name
_new = tuple.__new__  # creates a NamedTuple faster than its class


class PlainCall(NamedTuple):
    """A call that captures only its callee."""

    start: int
    end: int
    callee_end: int


class PlainCreation(NamedTuple):
    """An expression that creates an object and captures only its type."""

    start: int
    end: int
    type_start: int
    type_end: int


class Assignment(NamedTuple):
    """A name, member or pattern that gets a value.

    `how` it gets it: `value`, `element` of it, `entered` by `with`; `local` for what is never a
    symbol; `again` for a name that is declared elsewhere.
    """

    start: int
    end: int
    type: Span | None
    value: Span | None
    how: str


class Parameter(NamedTuple):
    """A parameter and its written type."""

    start: int
    end: int
    type: Span | None


# The captures that decide the role of a pattern, in order of precedence.
ROLES = (
    "call", "target", "local", "param", "many", "returned", "decorator", "implementation",
    "base", "embed", "closure", "module", "from", "tree", "default", "yields", "package", "type",
    "apart", "exported", "property", "head",
)  # fmt: skip
# Captures that add to a pattern with one of the roles above.
PARTS = frozenset(
    ("name", "body", "result", "receiver", "type", "value", "element", "entered", "callee", "made",
     "decorated", "outer", "member", "alias", "all", "base", "promoted",
     "loose", "whole", "again")
)  # fmt: skip
IMPLEMENTATION = "implementation"
CALL = "call"
CLOSURE = "closure"  # a function without a name: a scope, but not a symbol
AGAIN = "again"  # a value for a name that is declared elsewhere


class Definition(NamedTuple):
    """A named definition; `body` is where its signature ends, -1 when it has no body."""

    start: int
    end: int
    kind: str
    name: Span
    body: int
    result: Span | None = None
    receiver: Span | None = None
    type: Span | None = None
    value: Span | None = None
    base: Span | None = None
    promoted: bool = False  # inside a function, but a member of the type around it


# The fields after `body` of a definition that captures only its name and body.
NO_DETAILS = (None, None, None, None, None, False)
_DETAILS = ("result", "receiver", "type", "value")  # the first of these fields, in order


class Matches:
    """The matches of one file's query: the frequent roles as values, the others as captures."""

    __slots__ = ("assignments", "by_role", "calls", "definitions", "parameters", "rest_parameters")

    def __init__(self, language: Language, root: Node) -> None:
        grammar, roles = load_grammar(language), roles_of(language)
        self.definitions: list[Definition] = []
        self.calls: list[Captures | PlainCall | PlainCreation] = []
        self.assignments: list[Assignment] = []
        self.parameters: list[Parameter] = []
        self.rest_parameters: list[Parameter] = []
        self.by_role: defaultdict[str, list[Captures]] = defaultdict(list)
        lists: dict[str, list[Any]] = {
            CALL: self.calls,
            "target": self.assignments,
            "param": self.parameters,
            "many": self.rest_parameters,
            IMPLEMENTATION: self.definitions,
            CLOSURE: self.definitions,
        }
        by_pattern = _values_by_pattern(grammar.cursor.matches(root), roles)
        for role, values in zip(roles, by_pattern, strict=True):
            if values:
                is_definition = role.startswith("definition.")
                target = self.definitions if is_definition else lists.get(role)
                (self.by_role[role] if target is None else target).extend(values)
        self.assignments += self.by_role.pop("local", ())  # type: ignore[arg-type]


def _values_by_pattern(
    matches: list[tuple[int, dict[str, list[Node]]]], roles: tuple[str, ...]
) -> list[list[Any]]:
    """The values of all matches, by the number of their pattern."""
    by_pattern: list[list[Any]] = [[] for _ in roles]
    for pattern, nodes_by_name in matches:
        plain = None
        if len(nodes_by_name) == 2 and roles[pattern] == CALL:
            plain = _plain_call(nodes_by_name)
        by_pattern[pattern].append(
            plain
            or {name: [node.byte_range for node in nodes] for name, nodes in nodes_by_name.items()}
        )
    converters = [_CONVERTERS.get("definition" if "." in role else role) for role in roles]
    return [
        convert(captures, role) if convert and captures else captures
        for role, captures, convert in zip(roles, by_pattern, converters, strict=True)
    ]


def _plain_call(nodes: dict[str, list[Node]]) -> PlainCall | PlainCreation | None:
    if "callee" in nodes:
        return _new(PlainCall, (*nodes[CALL][0].byte_range, nodes["callee"][-1].end_byte))
    if "made" in nodes:
        return _new(PlainCreation, (*nodes[CALL][0].byte_range, *nodes["made"][0].byte_range))
    return None


@functools.cache
def roles_of(language: Language) -> tuple[str, ...]:
    """The role of each pattern of a query, or `definition.<kind>`."""
    roles = []
    for names in load_grammar(language).captures:
        defined = [n for n in names if n.startswith("definition.")]
        role = defined[0] if defined else next((r for r in ROLES if r in names), "")
        # A leading underscore marks captures that only a predicate uses.
        unknown = sorted(n for n in names if not n.startswith("_") and n not in {role, *PARTS})
        if not role or unknown or (defined and role[11:] not in KINDS):
            problem = f"tags.scm: unknown capture {', '.join(unknown or sorted(names))}"
            raise BadLanguage(folder=language.folder, problem=problem)
        roles.append(role)
    return tuple(roles)


def span_of(captures: Captures, name: str) -> Span | None:
    """The bytes of an optional capture."""
    spans = captures.get(name)
    return spans[0] if spans else None


def _definitions(matches: list[Captures], role: str) -> list[Definition]:
    kind = role[11:]
    definitions = []
    for captures in matches:
        start, end = captures[role][0]
        name = captures["name"][0]
        body = captures.get("body")
        if body and body[0][1] > end:  # the body follows the definition's node (Dart)
            end = body[0][1]
        head = (start, end, kind, name, body[0][0] if body else -1)
        if len(captures) == 3 and body:  # the most frequent case
            definitions.append(_new(Definition, head + NO_DETAILS))
            continue
        details = [(spans := captures.get(part)) and spans[0] for part in _DETAILS]
        definitions.append(_new(Definition, (*head, *details, None, "promoted" in captures)))
    return definitions


def _implementations(matches: list[Captures], _: str) -> list[Definition]:
    """Blocks with members of a type that is defined elsewhere; the type is their name."""
    definitions = []
    for captures in matches:
        start, end = captures[IMPLEMENTATION][0]
        owner = captures["type"][0]
        base = span_of(captures, "base")
        definitions.append(Definition(start, end, IMPLEMENTATION, owner, end, base=base))
    return definitions


def _closures(matches: list[Captures], _: str) -> list[Definition]:
    """Functions without a name; an empty span at their start takes its place."""
    return [
        Definition(start, end, CLOSURE, (start, start), start)
        for captures in matches
        for start, end in captures[CLOSURE]
    ]


def _assignments(matches: list[Captures], role: str) -> list[Assignment]:
    assignments = []
    for captures in matches:
        value = span_of(captures, "value")
        how = AGAIN if AGAIN in captures else "value"
        if role == "local":
            how = role
        elif value is None:
            for how in ("element", "entered", "value"):
                value = span_of(captures, how)
                if value:
                    break
        type = span_of(captures, "type")
        for start, end in captures[role]:
            assignments.append(_new(Assignment, (start, end, type, value, how)))
    return assignments


def _parameters(matches: list[Captures], role: str) -> list[Parameter]:
    parameters = []
    for captures in matches:
        type = span_of(captures, "type")
        for start, end in captures[role]:
            parameters.append(_new(Parameter, (start, end, type)))
    return parameters


_CONVERTERS: dict[str, Callable[[list[Captures], str], list[Any]]] = {
    "definition": _definitions,
    IMPLEMENTATION: _implementations,
    CLOSURE: _closures,
    "target": _assignments,
    "local": _assignments,
    "param": _parameters,
    "many": _parameters,
}
