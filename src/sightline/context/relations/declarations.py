"""Members that a type declares and another place defines, as in C++: one symbol in two places.

Calls lead to the declaration, and the definition makes them. Reads the index only.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from sightline.model.indexed import DEFINITION, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

Places = dict[int, list[int]]


def definitions(index: Database, ids: Collection[int]) -> Places:
    """The definitions of those of these symbols that are declarations."""
    places: Places = {}
    for edge in reader.edges_to(index, ids, kind="implements"):
        if edge.how == DEFINITION:
            places.setdefault(edge.target_id, []).append(edge.source_id)
    return places


def declarations(index: Database, ids: Collection[int]) -> Places:
    """The declarations of those of these symbols that are definitions apart from their type."""
    places: Places = {}
    for edge in reader.edges_from(index, ids, kind="implements"):
        if edge.how == DEFINITION:
            places.setdefault(edge.source_id, []).append(edge.target_id)
    return places


def counterparts(index: Database, ids: Collection[int]) -> list[int]:
    """The declarations and definitions that belong to these symbols and are not among them."""
    known = set(ids)
    declared = [id for places in declarations(index, known).values() for id in places]
    defined = definitions(index, {*known, *declared})
    both = dict.fromkeys((*declared, *(id for places in defined.values() for id in places)))
    return [id for id in both if id not in known]


def in_all_places(index: Database, symbols: Sequence[IndexedSymbol]) -> list[IndexedSymbol]:
    """These symbols, each with its declarations and definitions elsewhere."""
    others = counterparts(index, {symbol.id for symbol in symbols})
    return [*symbols, *reader.symbols(index, others)] if others else list(symbols)
