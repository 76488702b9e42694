"""Sorts the matches of a language's query by what they mean; byte positions only, no text.

The capture names are the vocabulary of docs/guides/add-a-language.md.
"""

import functools
from collections import defaultdict
from typing import NamedTuple

from tree_sitter import Node

from sightline.parse.languages import Language, load_grammar

Span = tuple[int, int]
Captures = dict[str, list[Node]]

# The capture that tells what a pattern is for, in order of precedence.
ROLES = (
    "call", "target", "local", "param", "many", "returned", "decorator", "implementation",
    "base", "embed", "module", "from", "outside", "yields", "package", "type",
)  # fmt: skip


class Definition(NamedTuple):
    """A named thing in the source; `body` is where its signature ends, -1 when it has no body."""

    start: int
    end: int
    kind: str
    name: Span
    body: int
    result: Span | None
    receiver: Span | None


class Matches:
    """What one file's query found: definitions, and the captures of all else by role."""

    __slots__ = ("by_role", "definitions")

    def __init__(self, language: Language, root: Node) -> None:
        grammar, roles = load_grammar(language), roles_of(language)
        buckets: list[list[Captures]] = [[] for _ in roles]
        for pattern, captures in grammar.cursor.matches(root):
            buckets[pattern].append(captures)
        self.definitions: list[Definition] = []
        self.by_role: defaultdict[str, list[Captures]] = defaultdict(list)
        for role, bucket in zip(roles, buckets, strict=True):
            if role.startswith("definition."):
                self.definitions.extend(_definitions(bucket, role))
            else:
                self.by_role[role].extend(bucket)


@functools.cache
def roles_of(language: Language) -> tuple[str, ...]:
    """What each pattern of a query is for: a role, or `definition.<kind>`."""
    roles = []
    for names in load_grammar(language).captures:
        defined = [n for n in names if n.startswith("definition.")]
        roles.append(defined[0] if defined else next((r for r in ROLES if r in names), ""))
    return tuple(roles)


def span_of(captures: Captures, name: str) -> Span | None:
    """The bytes of an optional capture."""
    nodes = captures.get(name)
    return nodes[0].byte_range if nodes else None


def _definitions(bucket: list[Captures], role: str) -> list[Definition]:
    kind = role[11:]
    found = []
    for captures in bucket:
        start, end = captures[role][0].byte_range
        body = captures.get("body")
        found.append(
            Definition(
                start,
                end,
                kind,
                captures["name"][0].byte_range,
                body[0].start_byte if body else -1,
                span_of(captures, "result"),
                span_of(captures, "receiver"),
            )
        )
    return found
