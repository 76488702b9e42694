"""Finds which names changed their meaning with a file, and marks the files that may depend on them.

Compares the facts of a file before and after; a change that no other file can see does not count.
Only marks files: `index.resolving.edges` resolves them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.parse.facts import STAR, FileFacts, unpack
from sightline.parse.scopes import FUNCTIONS, TYPES
from sightline.store.code.writer import CodeWriter

# A name that more symbols share is never resolved by being unique.
_RARE = 6
# A member name mentioned by more files is followed only where its type is mentioned too.
_FEW_FILES = 200
# How many times a changed type is followed through what other files infer from it.
_MAX_STEPS = 3
_MAX_FOLLOWED_FILES = 60


class ChangedNames(NamedTuple):
    """Names whose meaning changed: `names` for every file, `members` only through their types."""

    names: frozenset[str]
    members: frozenset[str]
    owners: frozenset[str]  # names through which the members can be reached

    def __bool__(self) -> bool:
        return bool(self.names or self.members)


NO_CHANGES = ChangedNames(frozenset(), frozenset(), frozenset())


class _VisibleName(NamedTuple):
    """A name of a file that other files can see."""

    sort: str  # "module", "top" or "member"
    name: str
    owner: str = ""  # the type of a member


_Meanings = dict[_VisibleName, list[Any]]  # what each name means, without positions and lines


def changed_names(before: bytes, after: bytes) -> ChangedNames:
    """What other files see differently; either may be empty, for a file that is new or gone."""
    if before == after:
        return NO_CHANGES
    old, new = _visible_names(before), _visible_names(after)
    names: set[str] = set()
    members: set[str] = set()
    for visible in old.keys() | new.keys():
        if old.get(visible) != new.get(visible):
            (members if visible.sort == "member" else names).add(visible.name)
    owners = {visible.name for visible in (*old, *new) if visible.sort == "top"}
    return ChangedNames(frozenset(names), frozenset(members), frozenset(owners))


def mark_dependents(writer: CodeWriter, changed: ChangedNames) -> None:
    """Mark all files to be resolved again whose references may depend on the changed names."""
    names = set(changed.names)
    counts = writer.name_counts(changed.members)
    popular = []
    for member in sorted(changed.members):
        if counts.get(member, 0) <= _RARE or writer.mentioned_by(member) <= _FEW_FILES:
            names.add(member)
        else:
            popular.append(member)
    marked = writer.unresolve_mentions(sorted(names))
    if popular and changed.owners:
        marked |= writer.unresolve_mentions(popular, together_with=sorted(changed.owners))
    _mark_indirect_dependents(writer, frozenset(names), marked)


def _mark_indirect_dependents(writer: CodeWriter, names: frozenset[str], marked: set[int]) -> None:
    """Names that a marked file infers from a changed name may be used by other files."""
    seen = set(marked)
    for _ in range(_MAX_STEPS):
        if not marked or len(marked) > _MAX_FOLLOWED_FILES:
            return
        inferred = frozenset(
            name
            for file in sorted(marked)
            for name in _names_inferred_from(writer.packed_facts(file), names)
        )
        marked = writer.unresolve_mentions(sorted(inferred)) - seen
        seen |= marked
        names = inferred


def _names_inferred_from(packed: bytes, names: frozenset[str]) -> set[str]:
    """The names of a file whose meaning mentions one of the given names."""
    inferred = {
        visible.name
        for visible, meanings in _visible_names(packed).items()
        if not names.isdisjoint(_words(meanings))
    }
    return inferred - names


def _visible_names(packed: bytes) -> _Meanings:
    """Everything that other files can see of a file."""
    if not packed:
        return {}
    facts = unpack(packed)
    visible: _Meanings = {}
    module_name = _last_name(facts.module)
    visible[_VisibleName("module", module_name)] = [facts.module]
    for position in range(1, len(facts.symbols)):
        _add_symbol(facts, position, visible)
    for scope, _, local, source, member in facts.imports:
        if scope == 0:
            name = local if member != STAR else module_name
            visible.setdefault(_VisibleName("top", name), []).append((source, member))
    for name, bound in facts.bindings.get(0, {}).items():
        visible.setdefault(_VisibleName("top", name), []).append(bound)
    return visible


def _add_symbol(facts: FileFacts, position: int, visible: _Meanings) -> None:
    name, kind, parent, owner = facts.symbols[position]
    parent_name, parent_kind, _, _ = facts.symbols[parent]
    if parent_kind in FUNCTIONS:
        return
    meaning: list[Any] = [kind, owner, facts.returns.get(position), facts.decorators.get(position)]
    if kind in FUNCTIONS and facts.returns.get(position):
        # A function may return one of its own variables.
        meaning.append(sorted(facts.bindings.get(position, {}).items()))
    if kind in TYPES:
        meaning.append([tuple(base) for scope, _, *base in facts.bases if scope == position])
        for member, values in facts.members.get(position, {}).items():
            key = _VisibleName("member", member, name)
            visible.setdefault(key, []).append([value for _, value in values])
        for member, bound in facts.bindings.get(position, {}).items():
            visible.setdefault(_VisibleName("member", member, name), []).append(bound)
    if parent_kind in TYPES or owner:
        key = _VisibleName("member", name, owner or parent_name)
    else:
        key = _VisibleName("top", name)
    visible.setdefault(key, []).append(meaning)


def _last_name(module: str) -> str:
    for separator in ("::", "/", "."):
        module = module.replace(separator, "\n")
    return module.rpartition("\n")[2]


def _words(value: Any) -> set[str]:
    """Every string inside a value, and the words of type annotations."""
    if isinstance(value, str):
        return {value, *value.replace("[", " ").replace("]", " ").replace(",", " ").split()}
    if isinstance(value, list | tuple):
        return {word for part in value for word in _words(part)}
    return set()
