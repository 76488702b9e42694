"""One file's facts, arranged for looking names up in them."""

from __future__ import annotations

from typing import Any

from sightline.index.resolving.language_rules import Habits
from sightline.index.resolving.type_syntax import read_type
from sightline.parse.facts import Bound, Expression, FileFacts
from sightline.parse.scopes import TYPES

_NONE: dict[str, list[int]] = {}
_NO_IMPORTS: dict[str, tuple[str, str]] = {}


class View:
    """A file: what lies in which scope, what each scope imports, what each type extends."""

    __slots__ = (
        "_around",
        "_imports",
        "_inner",
        "_varying",
        "also",
        "bases",
        "bindings",
        "embeds",
        "facts",
        "file",
        "habits",
        "local_names",
        "modules",
        "orphans",
        "owns",
        "path",
        "stars",
        "symbols",
        "top_names",
        "tops",
        "types",
    )

    def __init__(self, file: int, path: str, facts: FileFacts, habits: Habits) -> None:
        self.file, self.path, self.facts, self.habits = file, path, facts, habits
        self.bindings = facts.bindings
        self._varying: set[str] | None = None
        self._around: dict[int, int] = {}
        self.owns: dict[int, Any] = {}  # the type each scope belongs to, as far as known
        self.tops: dict[str, Any] = {}  # what names mean at the top, likewise
        self.types: dict[tuple[str, ...], Any] = {}  # and names of types anywhere in the file
        self.modules: dict[str, str | None] = {}  # and what the file imports
        self._inner: dict[int, dict[str, list[int]]] = {}
        self.orphans: dict[str, list[int]] = {}  # members of types that stand in other files
        symbols = self.symbols = facts.symbols
        for position, (name, _, parent, owner) in enumerate(symbols):
            if position == 0:
                continue
            if owner and symbols[parent][1] not in TYPES and symbols[parent][1] != "type_alias":
                self.orphans.setdefault(name, []).append(position)
                continue
            inner = self._inner.get(parent)
            if inner is None:
                self._inner[parent] = {name: [position]}
            elif name in inner:
                inner[name].append(position)
            else:
                inner[name] = [position]
        self._take_imports()
        self.bases: dict[int, list[str]] = {}
        self.embeds: dict[int, dict[str, str]] = {}  # what is embedded is a member of its name
        for scope, _, written, kind, _ in facts.bases:
            self.bases.setdefault(scope, []).append(written)
            embedded = kind == "embeds" and symbols[scope][1] == "struct"
            names = read_type(written).path if embedded else ()
            if names:
                self.embeds.setdefault(scope, {})[names[-1]] = written

        self.top_names = {*self.inner(0), *self.bindings.get(0, ()), *self.imports(0)}
        # All names that some scope below the top has of its own.
        self.local_names: set[str] = set()
        for scopes in (facts.bindings, self._inner, self._imports):
            for scope, bound in scopes.items():
                if scope > 0:
                    self.local_names.update(bound)

    def _take_imports(self) -> None:
        self._imports: dict[int, dict[str, tuple[str, str]]] = {}
        # A name imported twice: the trait and the macro, the quick module and what stands in for it.
        self.also: dict[tuple[int, str], list[tuple[str, str]]] = {}
        self.stars: list[str] = []
        for scope, _, local, module, member in self.facts.imports:
            if member == "*":
                self.stars.append(module)
            elif local:
                module = self.from_here(scope, module) if scope else module
                own = self._imports.setdefault(scope, {})
                if local in own:
                    self.also.setdefault((scope, local), []).append(own[local])
                own[local] = (module, member)
                if self.habits.firm_imports:  # what else has that name stands in a closure
                    self._inner.get(scope, {}).pop(local, None)

    def from_here(self, scope: int, path: str) -> str:
        """A path written in a module inside the file, as the file itself would write it."""
        while scope > 0 and path.startswith("super"):
            if self.symbols[scope][1] == "module":
                path = path[7:] if path.startswith("super::super") else "self" + path[5:]
            scope = self.symbols[scope][2]
        return path

    def around(self, scope: int) -> int:
        """The nearest scope that is a type, a module or a member of one; the top if there is none."""
        known = self._around.get(scope)
        if known is None:
            known = scope
            while known > 0:
                _, kind, parent, owner = self.symbols[known]
                if owner or kind in TYPES or kind == "module":
                    break
                known = parent
            known = self._around[scope] = max(known, 0)
        return known

    def chain(self, scope: int) -> tuple[str, ...]:
        """The names of the types and inner modules around a place, and its own, from the top."""
        names: list[str] = []
        symbols = self.symbols
        while scope > 0:
            name, kind, parent, _ = symbols[scope]
            if kind in TYPES or kind == "module":
                names[:0] = name.split(self.habits.separator)
            scope = parent
        return tuple(names)

    def inner(self, scope: int) -> dict[str, list[int]]:
        """The symbols that lie in a scope, by name."""
        return self._inner.get(scope, _NONE)

    def has_members(self, position: int) -> bool:
        """Whether a value is written with functions or names in it."""
        return position in self._inner or position in self.facts.members

    def imports(self, scope: int) -> dict[str, tuple[str, str]]:
        """What a scope imports: local name to module and member."""
        return self._imports.get(scope, _NO_IMPORTS)

    def bound(self, scope: int, name: str) -> Bound | None:
        """What a name is bound to in a scope."""
        names = self.bindings.get(scope)
        return names.get(name) if names else None

    @property
    def varying(self) -> set[str]:
        """The names that mean other things on other lines, somewhere in the file."""
        if self._varying is None:
            self._varying = {
                name
                for names in self.bindings.values()
                for name, bound in names.items()
                if bound and type(bound[0]) is tuple and type(bound[0][0]) is int
            }
        return self._varying


Entry = tuple[int, int, Expression]


def in_turn(bound: Bound) -> tuple[Entry, ...]:
    """The entries of a name that is bound to several things in turn; () for any other."""
    first = bound[0] if bound else None
    return bound if isinstance(first, tuple) and isinstance(first[0], int) else ()  # type: ignore[return-value]


def on_line(entries: tuple[Entry, ...], line: int) -> list[Entry]:
    """Those that may reach a line: back to the first whose block is still open there."""
    if not line:
        return list(entries)
    chosen: list[Entry] = []
    closed = -1
    for entry in reversed(entries):
        start, end, _ = entry
        if start > line:
            continue
        if closed >= 0 and start != closed:
            break
        chosen.append(entry)
        if end >= line:
            closed = start
    return chosen or list(entries)


def declared(entries: tuple[Entry, ...], line: int) -> list[Entry]:
    """The one with the written type that holds on a line, whatever was assigned since."""
    for entry in reversed(entries):
        start, end, value = entry
        if isinstance(value, str) and start <= line <= end:
            return [entry]
    return []
