"""Which names mean something else after a file changed, so that only who uses them looks again.

Compares the facts of a file before and after; what nobody outside can see is no change.
Only marks files: `index.edges` resolves them.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from sightline.parse.facts import FileFacts, unpack
from sightline.parse.scopes import FUNCTIONS, TYPES
from sightline.store.code.writer import CodeWriter

# A name that more symbols have is never decided by being the only one.
_RARE = 6
# A member name mentioned by more files is followed only where its type is mentioned too.
_FEW_FILES = 200
# How far a changed type is followed through what other files infer from it.
_STEPS = 3
_MOST_FOLLOWED = 60


class Changed(NamedTuple):
    """Names whose meaning changed: `names` for everyone, `members` through their types only."""

    names: frozenset[str]
    members: frozenset[str]
    owners: frozenset[str]  # names through which the members can be reached

    def __bool__(self) -> bool:
        return bool(self.names or self.members)


NOTHING = Changed(frozenset(), frozenset(), frozenset())


def changed_names(before: bytes, after: bytes) -> Changed:
    """What other files see differently; either may be empty, for a file that is new or gone."""
    if before == after:
        return NOTHING
    old, new = _seen(before), _seen(after)
    names: set[str] = set()
    members: set[str] = set()
    for key in old.keys() | new.keys():
        if old.get(key) != new.get(key):
            sort, name = key[0], key[-1]
            (members if sort == "member" else names).add(name)
    owners = {key[-1] for key in (*old, *new) if key[0] == "top"}
    return Changed(frozenset(names), frozenset(members), frozenset(owners))


def look_again(writer: CodeWriter, changed: Changed) -> None:
    """Mark all files that may see something else through the changed names."""
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
    _follow(writer, frozenset(names), marked)


def _follow(writer: CodeWriter, names: frozenset[str], marked: set[int]) -> None:
    """What a marked file infers from a changed name may in turn be seen by others."""
    seen = set(marked)
    for _ in range(_STEPS):
        if not marked or len(marked) > _MOST_FOLLOWED:
            return
        more = frozenset(
            name for file in sorted(marked) for name in _users_of(writer.packed_facts(file), names)
        )
        marked = writer.unresolve_mentions(sorted(more)) - seen
        seen |= marked
        names = more


def _users_of(facts: bytes, names: frozenset[str]) -> frozenset[str]:
    """The names of this file whose type is told by one of the given names."""
    found = set()
    for key, value in _seen(facts).items():
        if not names.isdisjoint(_words(value)):
            found.add(key[-1])
    return frozenset(found - names)


def _seen(packed: bytes) -> dict[tuple[str, ...], list[Any]]:
    """Everything other files can see of a file, by sort and name, without positions and lines."""
    if not packed:
        return {}
    facts = unpack(packed)
    seen: dict[tuple[str, ...], list[Any]] = {}
    module = facts.module
    seen.setdefault(("module", *_last(module)), []).append(module)
    for position in range(1, len(facts.symbols)):
        _see_symbol(facts, position, seen)
    for scope, _, local, source, member in facts.imports:
        if scope == 0:
            name = local if member != "*" else _last(module)[0]
            seen.setdefault(("top", name), []).append((source, member))
    for name, values in facts.bindings.get(0, {}).items():
        seen.setdefault(("top", name), []).append(values)
    return seen


def _see_symbol(facts: FileFacts, position: int, seen: dict[tuple[str, ...], list[Any]]) -> None:
    name, kind, parent, owner = facts.symbols[position][:4]
    parent_kind = facts.symbols[parent][1]
    if parent_kind in FUNCTIONS:
        return
    what: list[Any] = [kind, owner, facts.returns.get(position), facts.decorators.get(position)]
    if kind in FUNCTIONS and facts.returns.get(position):
        # What it returns may be a variable of its own.
        what.append(sorted(facts.bindings.get(position, {}).items()))
    if kind in TYPES:
        what.append([base[2:] for base in facts.bases if base[0] == position])
        for member, values in facts.members.get(position, {}).items():
            seen.setdefault(("member", name, member), []).append([v for _, v in values])
        for member, bound in facts.bindings.get(position, {}).items():
            seen.setdefault(("member", name, member), []).append(bound)
    if parent_kind in TYPES or owner:
        of = owner or facts.symbols[parent][0]
        seen.setdefault(("member", of, name), []).append(what)
    else:
        seen.setdefault(("top", name), []).append(what)


def _last(module: str) -> tuple[str, ...]:
    for separator in ("::", "/", "."):
        module = module.replace(separator, "\n")
    return (module.rpartition("\n")[2],)


def _words(value: Any) -> set[str]:
    """Every string inside a value, and the words of written types."""
    if isinstance(value, str):
        return {value, *value.replace("[", " ").replace("]", " ").replace(",", " ").split()}
    if isinstance(value, list | tuple):
        return {word for part in value for word in _words(part)}
    return set()
