"""Methods that stand in for each other: what a method overrides, and what overrides it.

Read from the index when asked, from the types' relations and the methods' names; no edge says it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

# Names under which languages keep what runs when a class is called; no caller means another's.
CONSTRUCTORS = ("__init__", "__new__", "constructor", "new", "init", "initialize", "__construct")
CONTAINERS = ("class", "struct", "interface", "trait", "enum", "union")
MOST_STEPS = 6  # from a type to its base's base
MOST_TYPES = 500


def overridden(index: Database, methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods of the types above that calls of these may be written for."""
    return _namesakes(index, methods, above=True)


def overriding(index: Database, methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods of the types below that stand in for these."""
    return _namesakes(index, methods, above=False)


def _namesakes(
    index: Database, methods: Iterable[IndexedSymbol], *, above: bool
) -> list[IndexedSymbol]:
    own = [one for one in methods if one.kind == "method" and one.name not in CONSTRUCTORS]
    parents = reader.symbols(index, {one.parent_id for one in own})
    types = {parent.id for parent in parents if parent.kind in CONTAINERS}
    if not types:
        return []
    names = {one.name for one in own if one.parent_id in types}
    found = reader.children(index, _related(index, types, above=above))
    return [one for one in found if one.name in names and one.kind == "method"]


def _related(index: Database, types: set[int], *, above: bool) -> list[int]:
    """The types above or below some, nearest first, without those themselves."""
    seen = set(types)
    found: list[int] = []
    level = sorted(types)
    for _ in range(MOST_STEPS):
        if above:
            near = [edge.target_id for edge in reader.edges_from(index, level, kind="implements")]
        else:
            near = [edge.source_id for edge in reader.edges_to(index, level, kind="implements")]
        level = [one for one in dict.fromkeys(near) if one not in seen]
        seen.update(level)
        found += level
        if not level or len(found) > MOST_TYPES:
            break
    return found[:MOST_TYPES]
