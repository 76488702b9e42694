"""Reads what names are bound to: assignments, loops, `with`. One record each, with its scope."""

from bisect import bisect_right
from typing import NamedTuple

from tree_sitter import Node

from sightline.parse.collect import Matches, Span
from sightline.parse.scopes import Scopes


class Assignment(NamedTuple):
    """A name, member or pattern that is given a value or a type."""

    scope: int
    start: int
    end: int
    type: Span | None
    value: Span | None
    how: str  # value, element, entered; local: never a symbol


def assignments(matches: Matches, scopes: Scopes) -> list[Assignment]:
    """All assignments of a file."""
    points, inner = scopes.points, scopes.scopes
    make = Assignment._make
    found: list[Assignment] = []
    for captures in matches.by_role["target"]:
        value = captures.get("value")
        how = "value"
        if value is None:
            for how in ("element", "entered", "value"):
                value = captures.get(how)
                if value:
                    break
        kind = _span(captures.get("type"))
        span = _span(value)
        for node in captures["target"]:
            start, end = node.byte_range
            scope = inner[bisect_right(points, start) - 1]
            found.append(make((scope, start, end, kind, span, how)))
    for captures in matches.by_role["local"]:
        kind, span = _span(captures.get("type")), _span(captures.get("value"))
        for node in captures["local"]:
            start, end = node.byte_range
            found.append(make((scopes.at(start), start, end, kind, span, "local")))
    return found


def _span(nodes: list[Node] | None) -> Span | None:
    return nodes[0].byte_range if nodes else None
