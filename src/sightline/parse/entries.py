"""Which definitions of a file are symbols: those found as such, and values outside functions."""

import re

from sightline.parse.matches import CLOSURE, IMPLEMENTATION, NO_MORE, Assignment, Definition, Span
from sightline.parse.scopes import INSIDES, VALUES

Entry = tuple[int, Definition]  # its position in the definitions, or -1

_IDENTIFIER = re.compile(rb"(?:[^\W\d]|[\x80-\xff$])(?:\w|[\x80-\xff$])*", re.ASCII)
_new = tuple.__new__  # makes a NamedTuple without going through its keywords


def entries(
    definitions: list[Definition],
    parents: list[int],
    imported: set[Span],
    assigned: tuple[list[Assignment], list[int]] | None,
    source: bytes,
    keywords: frozenset[bytes],
) -> list[Entry]:
    """All entries in order.

    `assigned` are assignments and their scopes, where values outside functions are symbols.
    """
    found = [
        (position, definition)
        for position, definition in enumerate(definitions)
        if definition.kind not in (IMPLEMENTATION, CLOSURE)
        and definition.name not in imported
        and (definition.kind not in VALUES or not _is_local(definitions, parents[position]))
    ]
    if keywords:
        found = [one for one in found if source[slice(*one[1].name)] not in keywords]
    if assigned is not None:
        found.extend((-1, value) for value in _assigned(definitions, *assigned, source))
        found.sort(key=_by_start)
    return found


def _is_local(definitions: list[Definition], scope: int) -> bool:
    return scope >= 0 and definitions[scope].kind in INSIDES


def _assigned(
    definitions: list[Definition], assigns: list[Assignment], around: list[int], source: bytes
) -> list[Definition]:
    """Module and class level assignments as definitions, the first of each name."""
    seen: set[tuple[int, bytes]] = set()
    taken = {definition.name for definition in definitions}
    found = []
    for assign, scope in zip(assigns, around, strict=True):
        start, end, _, _, how = assign
        if how != "value" or _is_local(definitions, scope) or (start, end) in taken:
            continue
        name = source[start:end]
        if (scope, name) not in seen and _IDENTIFIER.fullmatch(name):
            seen.add((scope, name))
            found.append(_value_definition(assign))
    return found


def _by_start(entry: Entry) -> tuple[int, int]:
    return (entry[1].start, -entry[1].end)


def _value_definition(assign: Assignment) -> Definition:
    start, end, kind, value, _ = assign
    stop = max(end, kind[1] if kind else 0, value[1] if value else 0)
    return _new(Definition, (start, stop, "variable", (start, end), -1, *NO_MORE))
