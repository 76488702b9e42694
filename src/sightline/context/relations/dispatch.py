"""Finds what a call of a method may run: the methods that override it, and those it overrides.

Types of Go implement an interface by having its methods, so they are compared by method sets.
Reads the index only; every search is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.model.indexed import TYPES, IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

# The names of constructors, which do not override each other.
CONSTRUCTORS = ("__init__", "__new__", "constructor", "new", "init", "initialize", "__construct")
CONTAINERS = ("class", "struct", "interface", "trait", "enum", "union")
# How far above or below a type its bases and subtypes are searched, and how many of them.
MOST_STEPS = 6
MOST_TYPES = 500
# Languages whose types implement interfaces without naming them.
_STRUCTURAL = frozenset(("go",))
# What an unnamed class stands in.
_CODE = frozenset(("function", "method", "field", "const", "variable"))
# Languages in which a method of a subtype leaves those of the same name and other parameters.
_OVERLOADING = frozenset(("java", "kotlin", "scala", "csharp", "swift"))


class _Shape(NamedTuple):
    """How many parameters and results a method has; their types may have other names elsewhere."""

    parameters: int
    results: int


MethodSet = dict[str, _Shape]


def overridden(index: Database, methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods of base types and interfaces that these methods override."""
    plain = _plain_methods(methods)
    above = _namesakes(index, plain, above=True)
    for method in plain:
        if method.language in _STRUCTURAL:
            above += _interface_methods(index, method)
    return list(dict.fromkeys(above))


def overriding(index: Database, methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods of subtypes and implementers that override these methods."""
    plain = _plain_methods(methods)
    below = _namesakes(index, plain, above=False)
    for method in plain:
        if method.language in _STRUCTURAL:
            for type in implementers(index, _owners(index, method)):
                below += _methods_of(index, type, method.name)
    return list(dict.fromkeys(below))


def overloads_below(index: Database, methods: Sequence[IndexedSymbol]) -> list[IndexedSymbol]:
    """Methods of the same name in subtypes that leave one of these methods as another overload."""
    if methods[0].language not in _OVERLOADING:
        return []
    own = {_parameter_types(method) for method in methods}
    by_owner: dict[int, list[IndexedSymbol]] = {}
    for method in _namesakes(index, _plain_methods(methods), above=False):
        by_owner.setdefault(method.parent_id, []).append(method)
    return [
        method
        for overloads in by_owner.values()
        if own - {_parameter_types(overload) for overload in overloads}
        for method in overloads
    ]


def namesakes_of_unnamed(index: Database, methods: Sequence[IndexedSymbol]) -> list[IndexedSymbol]:
    """The methods that the methods of an unnamed class may override: those of the same name."""
    plain = _plain_methods(methods)
    parents = {parent.id: parent for parent in reader.symbols(index, {m.parent_id for m in plain})}
    unnamed = [m for m in plain if m.parent_id in parents and parents[m.parent_id].kind in _CODE]
    if not unnamed or unnamed[0].language not in _OVERLOADING:
        return []
    first = unnamed[0]
    own = {method.id for method in methods}
    named = reader.symbols_named(index, first.name, kind="method", limit=MOST_TYPES)
    return [one for one in named if one.language == first.language and one.id not in own]


def implementers(index: Database, types: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    """The types that have all methods of one of these interfaces, where names are not needed."""
    matches: dict[int, IndexedSymbol] = {}
    for type in types:
        if type.kind != "interface" or type.language not in _STRUCTURAL:
            continue
        wanted = _method_set(index, type)
        for candidate in _types_with(index, wanted):
            if candidate.id != type.id and _includes(_method_set(index, candidate), wanted):
                matches[candidate.id] = candidate
    return list(matches.values())


def _plain_methods(methods: Iterable[IndexedSymbol]) -> list[IndexedSymbol]:
    return [m for m in methods if m.kind == "method" and m.name not in CONSTRUCTORS]


def _namesakes(
    index: Database, methods: list[IndexedSymbol], *, above: bool
) -> list[IndexedSymbol]:
    """The methods of the same names in related types."""
    owners = {owner.id: method for method in methods for owner in _owners(index, method)}
    if not owners:
        return []
    names = {method.name for method in owners.values()}
    members = reader.children(index, _related_types(index, {*owners}, above=above))
    return [member for member in members if member.name in names and member.kind == "method"]


def _owners(index: Database, method: IndexedSymbol) -> list[IndexedSymbol]:
    """The type a method belongs to, which may be defined in another file."""
    parents = [p for p in reader.symbols(index, [method.parent_id]) if p.kind in CONTAINERS]
    if parents:
        return parents
    owner = re.sub(r"(?:\.|::|#|\\)[^.:#\\]+$", "", method.qualified)
    return [
        symbol
        for symbol in reader.symbols_qualified(index, owner)
        if symbol.kind in TYPES and symbol.language == method.language
    ]


def _related_types(index: Database, types: set[int], *, above: bool) -> list[int]:
    """The base types or the subtypes of these types, nearest first, without these types."""
    seen = set(types)
    related: list[int] = []
    level = sorted(types)
    for _ in range(MOST_STEPS):
        if above:
            near = [edge.target_id for edge in reader.edges_from(index, level, kind="implements")]
        else:
            near = [edge.source_id for edge in reader.edges_to(index, level, kind="implements")]
        level = [id for id in dict.fromkeys(near) if id not in seen]
        seen.update(level)
        related += level
        if not level or len(related) > MOST_TYPES:
            break
    return related[:MOST_TYPES]


def _interface_methods(index: Database, method: IndexedSymbol) -> list[IndexedSymbol]:
    """The methods of interfaces that the type of this method implements."""
    owners = _owners(index, method)
    if not owners or owners[0].kind == "interface":
        return []
    own = [_method_set(index, type) for type in (*owners, *_embedding(index, owners))]
    matches = []
    for candidate in reader.symbols_named(index, method.name, kind="method", limit=MOST_TYPES):
        if candidate.language != method.language:
            continue
        for interface in _owners(index, candidate):
            if interface.kind != "interface":
                continue
            wanted = _method_set(index, interface)
            if any(_includes(methods, wanted) for methods in own):
                matches.append(candidate)
    return matches


def _method_set(index: Database, type: IndexedSymbol) -> MethodSet:
    """The methods of a type with those of the types it embeds."""
    methods: MethodSet = {}
    level, seen = [type], {type.id}
    for _ in range(MOST_STEPS):
        for one in level:
            for method in reader.methods_of(index, one.qualified):
                if method.language == type.language:
                    methods.setdefault(method.name, _shape_of(method))
        edges = reader.edges_from(index, [one.id for one in level], kind="embeds")
        ids = [edge.target_id for edge in edges if edge.target_id not in seen]
        level = reader.symbols(index, dict.fromkeys(ids))
        seen.update(ids)
        if not level:
            break
    return methods


def _embedding(index: Database, types: list[IndexedSymbol]) -> list[IndexedSymbol]:
    """The types that embed one of these, and so have its methods."""
    edges = reader.edges_to(index, [type.id for type in types], kind="embeds")
    return reader.symbols(index, dict.fromkeys(edge.source_id for edge in edges[:MOST_TYPES]))


def _types_with(index: Database, wanted: MethodSet) -> list[IndexedSymbol]:
    """Types with a method of the rarest wanted name, and the types that embed them."""
    best: list[IndexedSymbol] | None = None
    for name in wanted:
        namesakes = reader.symbols_named(index, name, kind="method", limit=MOST_TYPES)
        if best is None or len(namesakes) < len(best):
            best = namesakes
    owners = [owner for method in best or () for owner in _owners(index, method)]
    types = [type for type in owners if type.kind != "interface"]
    return list(dict.fromkeys((*types, *_embedding(index, types))))


def _methods_of(index: Database, type: IndexedSymbol, name: str) -> list[IndexedSymbol]:
    """The methods of a type with this name, or those of the types it embeds."""
    level = [type]
    for _ in range(MOST_STEPS):
        methods = [m for one in level for m in reader.methods_of(index, one.qualified)]
        named = [m for m in methods if m.name == name and m.language == type.language]
        if named:
            return named
        edges = reader.edges_from(index, [one.id for one in level], kind="embeds")
        level = reader.symbols(index, dict.fromkeys(edge.target_id for edge in edges))
        if not level:
            break
    return []


def _includes(methods: MethodSet, wanted: MethodSet) -> bool:
    return bool(wanted) and all(methods.get(name) == shape for name, shape in wanted.items())


def _shape_of(method: IndexedSymbol) -> _Shape:
    """The shape of a Go method from its signature."""
    text = re.sub(r"^func\s*(?:\([^)]*\))?\s*", "", " ".join(method.signature.split()))
    start = text.find("(")
    if start < 0:
        return _Shape(0, 0)
    end = _closing(text, start)
    results = text[end + 1 :].strip().removesuffix("{").strip()
    if results.startswith("("):
        results = results[1 : _closing(results, 0)]
    return _Shape(_count(text[start + 1 : end]), _count(results))


def _parameter_types(method: IndexedSymbol) -> tuple[str, ...]:
    """The types of a method's parameters as they are written, without the parameters' names."""
    text = " ".join(method.signature.split())
    start = text.find("(", max(0, text.find(method.name)))
    inside = text[start + 1 : _closing(text, start)] if start >= 0 else ""
    parameters = [] if not inside.strip() else _split(inside)
    return tuple(
        one.partition(":")[2].strip() or re.sub(r"^final |[\w$]+$", "", one.strip()).strip()
        for one in parameters
    )


def _closing(text: str, start: int) -> int:
    """The position of the bracket that closes the one at `start`."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0:
            return at
    return len(text)


def _count(items: str) -> int:
    """How many items a list with commas has."""
    return len(_split(items)) if items.strip(" ,") else 0


def _split(items: str) -> list[str]:
    """The items of a list with commas; brackets keep their contents together."""
    depth, start, parts = 0, 0, []
    for at, character in enumerate(items):
        depth += (character in "([{<") - (character in ")]}>")
        if character == "," and depth == 0:
            parts.append(items[start:at])
            start = at + 1
    return [*parts, items[start:]]
