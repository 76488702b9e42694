"""Chooses the one symbol that a name means, in any root, and names the others beside it."""

from __future__ import annotations

import re
from typing import NamedTuple

from sightline.context.relations.declarations import declarations
from sightline.engine import Engine
from sightline.errors import StoreError, UsageError
from sightline.model.indexed import CALLABLE, TYPES, IndexedSymbol, name_parts
from sightline.store.code import reader
from sightline.tools.find_symbol import UPDATE_SECONDS, find_symbols, symbol_lines, unknown_symbol
from sightline.tools.index_access import roots_for, update_index

MAX_CANDIDATES = 12
MAX_OTHERS = 4
# Copies of code in these folders are rarely what a name means.
_ASIDE = re.compile(
    r"(?:^|/)(?:playgrounds?|examples?|samples?|demos?|fixtures?|testdata|docs?|benches|benchmarks?)/"
)
# A symbol is clearly dominant if it is used this many times as often as any other of its name.
DOMINANCE = 4
_FEWEST_USES = 4


class SymbolChoice(NamedTuple):
    """The symbol a name means (with its overloads), the root it is in, and notes on the choice."""

    engine: Engine
    symbols: list[IndexedSymbol]
    notes: tuple[str, ...] = ()


def choose_symbol(engine: Engine, name: str, repo: str = "") -> SymbolChoice:
    """The symbol a name means in the named root, else in any; raises if that is none or unclear."""
    roots = roots_for(engine, repo)
    for root in roots:
        symbols = _find(root, name)
        if symbols:
            choice = _dominant(root, name, symbols)
            if root is roots[0]:
                return choice
            return choice._replace(notes=(f"found in root {root.project.name}", *choice.notes))
    first = roots[0]
    if update_index(first, UPDATE_SECONDS):
        symbols = _find(first, name)
        if symbols:
            return _dominant(first, name, symbols)
    raise unknown_symbol(first, name)


def _find(root: Engine, name: str) -> list[IndexedSymbol]:
    """The code symbols with this name; headings and configuration keys are no part of the graph."""
    try:
        symbols = find_symbols(root, name)
    except StoreError:
        return []
    return [symbol for symbol in symbols if symbol.kind != "section"]


def _dominant(engine: Engine, name: str, symbols: list[IndexedSymbol]) -> SymbolChoice:
    """The one that is clearly meant; raises with the list if none is."""
    groups = _grouped(engine, symbols)
    parts = name_parts(name)
    exported = _exported(engine, groups, tuple(parts[:-1])) if len(parts) > 1 else []
    is_exact = any(group[0].qualified == name for group in groups)
    chosen = exported if exported and not is_exact else _narrowed(groups, is_bare=len(parts) == 1)
    if len(chosen) == 1:
        others = [group[0] for group in groups if group is not chosen[0]]
        return SymbolChoice(engine, chosen[0], _others_note(others))
    distinct = [group[0] for group in chosen]
    raise UsageError(
        f"{name!r} means {len(distinct)} symbols in {engine.project.name}",
        hint="say which one:\n" + "\n".join(symbol_lines(distinct[:MAX_CANDIDATES])),
    )


Groups = list[list[IndexedSymbol]]


def _exported(engine: Engine, groups: Groups, path: tuple[str, ...]) -> Groups:
    """The group that a module of this path imports, and so offers under its own name."""
    by_id = {symbol.id: group for group in groups for symbol in group}
    edges = reader.edges_to(engine.index, list(by_id), kind="imports")
    modules = {s.id: s for s in reader.symbols(engine.index, {edge.source_id for edge in edges})}
    offered: Groups = []
    for edge in edges:
        module = modules.get(edge.source_id)
        is_named = module and tuple(name_parts(module.qualified)) == path
        if is_named and by_id[edge.target_id] not in offered:
            offered.append(by_id[edge.target_id])
    return offered if len(offered) == 1 else []


def _grouped(engine: Engine, symbols: list[IndexedSymbol]) -> Groups:
    """Overloads together, and declarations with their definitions."""
    groups: dict[str, list[IndexedSymbol]] = {}
    for symbol in symbols:
        groups.setdefault(symbol.qualified, []).append(symbol)
    declared = declarations(engine.index, [symbol.id for symbol in symbols])
    group_of = {symbol.id: group for group in groups.values() for symbol in group}
    for definition, places in declared.items():
        source = group_of[definition]
        target = group_of.get(places[0], source)
        if target is not source:
            target += source
            group_of.update((symbol.id, target) for symbol in source)
            source.clear()
    return [group for group in groups.values() if group]


def _narrowed(groups: Groups, *, is_bare: bool) -> Groups:
    """The groups that remain when tests, copies and less used namesakes are left out."""
    groups = [g for g in groups if not g[0].is_test] or groups
    groups = [g for g in groups if g[0].role == "source"] or groups
    groups = [g for g in groups if not _ASIDE.search(g[0].path)] or groups
    kinds = CALLABLE | TYPES
    groups = [g for g in groups if g[0].kind in kinds] or groups
    if len(groups) > 1 and is_bare:
        # A bare name means a function or type rather than a member.
        free = [g for g in groups if g[0].kind != "method"]
        groups = free if len(free) == 1 and free[0][0].fan_in else groups
    if len(groups) > 1:
        ranked = sorted(groups, key=_uses, reverse=True)
        if _uses(ranked[0]) >= max(_FEWEST_USES, DOMINANCE * _uses(ranked[1])):
            return ranked[:1]
    return groups


def _uses(group: list[IndexedSymbol]) -> int:
    return sum(symbol.fan_in for symbol in group)


def _others_note(others: list[IndexedSymbol]) -> tuple[str, ...]:
    if not others:
        return ()
    shown = ", ".join(f"{s.qualified} ({s.path}:{s.line})" for s in others[:MAX_OTHERS])
    more = f" and {len(others) - MAX_OTHERS} more" if len(others) > MAX_OTHERS else ""
    return (f"also of this name: {shown}{more}",)
