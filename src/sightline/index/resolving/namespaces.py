"""A namespace as a file sees it: all the places in it and behind its includes that open it."""

from typing import Protocol

from sightline.index.resolving.file_view import View
from sightline.index.resolving.includes import Files, Included
from sightline.index.resolving.values import TYPE, Values


class Lookup(Files, Protocol):
    """What finding namespaces needs to know of names."""

    includes: Included

    def attribute(self, values: Values | None, name: str) -> Values | None:
        """What a member of one of several values is."""


def namespaces(lookup: Lookup, view: View, path: tuple[str, ...]) -> Values:
    """Everywhere a namespace is opened, the file's own places first; () where there is none."""
    key = (view.file, path)
    if key not in lookup.includes.namespaces:
        lookup.includes.namespaces[key] = _namespaces(lookup, view, path)
    return lookup.includes.namespaces[key]


def _namespaces(lookup: Lookup, view: View, path: tuple[str, ...]) -> Values:
    values = _opened(view, path[0])
    for file in lookup.includes.having(lookup, view, path[0]):
        if file != view.file:
            values += _opened(lookup.view(file), path[0])
    for name in path[1:]:
        inner = lookup.attribute(values, name) or ()
        values = tuple(value for value in inner if value[0] == TYPE)
    return values


def _opened(view: View, name: str) -> Values:
    """Where a file opens a namespace."""
    symbols = view.symbols
    places = view.inner(0).get(name, ())
    return tuple((TYPE, view.file, place) for place in places if symbols[place][1] == "module")
