"""Sorts the matches of a language's query by what they mean; byte positions only, no text.

The capture names are the vocabulary of docs/guides/add-a-language.md.
"""

import functools
from collections import defaultdict

from sightline.errors import BadLanguage
from sightline.model.code import KINDS
from sightline.model.record import NamedTuple
from sightline.parse.languages import Language, load_grammar
from sightline.parse.library import Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

Span = tuple[int, int]
# What a pattern captured, by name; a call that says nothing but its callee is three places: where it
# starts and ends, and where its callee ends.
Captures = dict[str, list[Span]]
PlainCall = tuple[int, int, int]

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


_NO_MORE = (None, None, None, None, None, False)
_SAID = ("result", "receiver", "type", "value")  # of a definition, in this order


class Matches:
    """What one file's query found: definitions, and the captures of all else by role."""

    __slots__ = ("by_role", "calls", "definitions")

    def __init__(self, language: Language, root: Node) -> None:
        grammar, roles = load_grammar(language), roles_of(language)
        found = buckets(grammar.cursor.matches(root), [role == CALL for role in roles])
        self.definitions: list[Definition] = []
        self.calls: list[Captures | PlainCall] = []
        self.by_role: defaultdict[str, list[Captures]] = defaultdict(list)
        for role, bucket in zip(roles, found, strict=True):
            if role == CALL:
                self.calls.extend(bucket)
            elif role.startswith("definition."):
                self.definitions.extend(_definitions(bucket, role))
            elif role == IMPLEMENTATION:
                self.definitions.extend(_implementations(bucket))
            elif role == CLOSURE:
                self.definitions.extend(_closures(bucket))
            else:
                self.by_role[role].extend(bucket)


def _buckets(matches: list[tuple[int, dict[str, list[Node]]]], calls: list[bool]) -> "list[Any]":
    """The places that all matches captured, by the number of their pattern; which are calls."""
    found: list[Any] = [[] for _ in calls]
    for pattern, captured in matches:
        callee = captured.get("callee") if calls[pattern] and len(captured) == 2 else None
        if callee:
            found[pattern].append((*captured[CALL][0].byte_range, callee[-1].end_byte))
        else:
            found[pattern].append(
                {name: [node.byte_range for node in nodes] for name, nodes in captured.items()}
            )
    return found


try:
    from sightline.native.gathering import buckets
except ImportError:
    buckets = _buckets


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
            found.append(new(Definition, head + _NO_MORE))
            continue
        said = [(spans := captures.get(part)) and spans[0] for part in _SAID]
        found.append(new(Definition, (*head, *said, None, "promoted" in captures)))
    return found


def _implementations(bucket: list[Captures]) -> list[Definition]:
    """Blocks that hold members of a type defined elsewhere; the type is their name."""
    found = []
    for captures in bucket:
        start, end = captures[IMPLEMENTATION][0]
        owner = captures["type"][0]
        base = span_of(captures, "base")
        found.append(Definition(start, end, IMPLEMENTATION, owner, end, base=base))
    return found


def _closures(bucket: list[Captures]) -> list[Definition]:
    """Functions without a name; their empty span at the start stands for one."""
    found = []
    for captures in bucket:
        for start, end in captures[CLOSURE]:
            found.append(Definition(start, end, CLOSURE, (start, start), start))
    return found
