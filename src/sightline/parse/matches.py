"""Sorts the matches of a language's query by what they mean; byte positions only, no text.

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
# What a pattern captured, by name.
Captures = dict[str, list[Span]]
# Where a call starts and ends and its callee ends; where an object is made, and its type stands.
PlainCall = tuple[int, int, int]
PlainMade = tuple[int, int, int, int]
# Where a name, member or pattern stands that is given a value, its written type, the value, and
# how it is given: value, element, entered; local: never a symbol; again: declared before.
Assignment = tuple[int, int, Span | None, Span | None, str]
Param = tuple[int, int, Span | None]  # where a parameter stands, and its written type

# The capture that tells what a pattern is for, in order of precedence.
ROLES = (
    "call", "target", "local", "param", "many", "returned", "decorator", "implementation",
    "base", "embed", "closure", "module", "from", "tree", "default", "yields", "package", "type",
    "apart", "exported", "property", "head",
)  # fmt: skip
# Captures that only add to a pattern with one of the roles above.
PARTS = frozenset(
    ("name", "body", "result", "receiver", "type", "value", "element", "entered", "callee", "made",
     "decorated", "outer", "member", "alias", "all", "base", "promoted",
     "loose", "whole", "again")
)  # fmt: skip
IMPLEMENTATION = "implementation"
CALL = "call"
CLOSURE = "closure"  # a function without a name: a scope, but no symbol
AGAIN = "again"  # a value for a name that another place declares


class Definition(NamedTuple):
    """A named thing in the source; `body` is where its signature ends, -1 when it has no body."""

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
    promoted: bool = False  # written inside a function, but a member of the type around it


# Of a definition that has a name and perhaps a body, and nothing more to say.
NO_MORE = (None, None, None, None, None, False)
_SAID = ("result", "receiver", "type", "value")  # of a definition, in this order


class Matches:
    """What one file's query found: definitions, and all else by role; most as captures."""

    __slots__ = ("assigns", "by_role", "calls", "definitions", "many", "params")

    def __init__(self, language: Language, root: Node) -> None:
        grammar, roles = load_grammar(language), roles_of(language)
        self.definitions: list[Definition] = []
        self.calls: list[Captures | PlainCall | PlainMade] = []
        self.assigns: list[Assignment] = []
        self.params: list[Param] = []
        self.many: list[Param] = []
        self.by_role: defaultdict[str, list[Captures]] = defaultdict(list)
        kinds: dict[str, list[Any]] = {
            CALL: self.calls,
            "target": self.assigns,
            "param": self.params,
            "many": self.many,
            IMPLEMENTATION: self.definitions,
            CLOSURE: self.definitions,
        }
        found = buckets(grammar.cursor.matches(root), roles, Definition)
        for role, bucket in zip(roles, found, strict=True):
            if bucket:
                is_definition = role.startswith("definition.")
                sort = self.definitions if is_definition else kinds.get(role)
                (self.by_role[role] if sort is None else sort).extend(bucket)
        self.assigns += self.by_role.pop("local", ())  # type: ignore[arg-type]


def buckets(
    matches: list[tuple[int, dict[str, list[Node]]]],
    roles: tuple[str, ...],
    definition: object,
) -> "list[Any]":
    """What all matches found, by the number of their pattern."""
    found: list[list[Any]] = [[] for _ in roles]
    for pattern, captured in matches:
        plain = _plain_call(captured) if len(captured) == 2 and roles[pattern] == CALL else None
        found[pattern].append(
            plain or {name: [node.byte_range for node in nodes] for name, nodes in captured.items()}
        )
    shapes = [_SHAPES.get("definition" if "." in role else role) for role in roles]
    return [
        shape(bucket, role) if shape and bucket else bucket
        for role, bucket, shape in zip(roles, found, shapes, strict=True)
    ]


def _plain_call(captured: dict[str, list[Node]]) -> PlainCall | PlainMade | None:
    """A call that says nothing but its callee, or the type it makes an object of."""
    if "callee" in captured:
        return (*captured[CALL][0].byte_range, captured["callee"][-1].end_byte)
    if "made" in captured:
        return (*captured[CALL][0].byte_range, *captured["made"][0].byte_range)
    return None


@functools.cache
def roles_of(language: Language) -> tuple[str, ...]:
    """What each pattern of a query is for: a role, or `definition.<kind>`."""
    roles = []
    for names in load_grammar(language).captures:
        defined = [n for n in names if n.startswith("definition.")]
        role = defined[0] if defined else next((r for r in ROLES if r in names), "")
        # A leading underscore marks captures that only a predicate looks at.
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


def _definitions(bucket: list[Captures], role: str) -> list[Definition]:
    kind = role[11:]
    found = []
    new = tuple.__new__
    for captures in bucket:
        start, end = captures[role][0]
        name = captures["name"][0]
        body = captures.get("body")
        if body and body[0][1] > end:  # it follows its head (Dart)
            end = body[0][1]
        head = (start, end, kind, name, body[0][0] if body else -1)
        if len(captures) == 3 and body:  # most have nothing more to say
            found.append(new(Definition, head + NO_MORE))
            continue
        said = [(spans := captures.get(part)) and spans[0] for part in _SAID]
        found.append(new(Definition, (*head, *said, None, "promoted" in captures)))
    return found


def _implementations(bucket: list[Captures], _: str) -> list[Definition]:
    """Blocks that hold members of a type defined elsewhere; the type is their name."""
    found = []
    for captures in bucket:
        start, end = captures[IMPLEMENTATION][0]
        owner = captures["type"][0]
        base = span_of(captures, "base")
        found.append(Definition(start, end, IMPLEMENTATION, owner, end, base=base))
    return found


def _closures(bucket: list[Captures], _: str) -> list[Definition]:
    """Functions without a name; their empty span at the start stands for one."""
    found = []
    for captures in bucket:
        for start, end in captures[CLOSURE]:
            found.append(Definition(start, end, CLOSURE, (start, start), start))
    return found


def _assignments(bucket: list[Captures], role: str) -> list[Assignment]:
    found = []
    for captures in bucket:
        value = span_of(captures, "value")
        how = AGAIN if AGAIN in captures else "value"
        if role == "local":
            how = role
        elif value is None:
            for how in ("element", "entered", "value"):
                value = span_of(captures, how)
                if value:
                    break
        kind = span_of(captures, "type")
        for start, end in captures[role]:
            found.append((start, end, kind, value, how))
    return found


def _params(bucket: list[Captures], role: str) -> list[Param]:
    found = []
    for captures in bucket:
        kind = span_of(captures, "type")
        for start, end in captures[role]:
            found.append((start, end, kind))
    return found


_SHAPES: "dict[str, Callable[[list[Captures], str], list[Any]]]" = {
    "definition": _definitions,
    IMPLEMENTATION: _implementations,
    CLOSURE: _closures,
    "target": _assignments,
    "local": _assignments,
    "param": _params,
    "many": _params,
}
