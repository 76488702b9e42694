"""Looks names up: in scopes, modules, packages and imports. Part of inference.

A name that nothing is known of is UNKNOWN; one that cannot be seen at all is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.index.resolving.file_view import Entry, View, declared, in_turn, on_line
from sightline.index.resolving.file_views import Views
from sightline.index.resolving.includes import Included
from sightline.index.resolving.language_rules import Habits
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.name_source import Names
from sightline.index.resolving.namespaces import namespaces
from sightline.index.resolving.values import (
    BEYOND,
    DEEPEST,
    FUNCTION,
    MODULE,
    MOST,
    NOTHING,
    OBJECT,
    TYPE,
    UNKNOWN,
    Value,
    Values,
)
from sightline.parse.facts import STAR, Bound, Expression
from sightline.parse.languages import Languages
from sightline.parse.scopes import FUNCTIONS, TYPES

MOST_PLACES = 200  # of one name that are looked at
VALUES = frozenset(("variable", "const", "field"))
# Types above types and modules behind modules: far more than anybody writes, and few enough for
# the stack. Compiled code is not stopped by the interpreter.
MOST_NESTED = 200
NEW = object()  # nobody asked yet
_IN_TURN = object()  # a name whose meaning depends on the line


class Lookup(Views):
    """What names mean, remembered over all files of a run."""

    def __init__(self, names: Names, languages: Languages) -> None:
        super().__init__(names, languages)
        self._known: dict[tuple[Any, ...], Any] = {}
        self._depth = 0
        self._nested = 0
        self.includes = Included()

    def expression(
        self, view: View, scope: int, expression: Expression, own: Value | None, line: int = 0
    ) -> Values:
        """What one expression or written type is."""
        raise NotImplementedError

    def attribute(self, values: Values | None, name: str) -> Values | None:
        """What a member of one of several values is."""
        raise NotImplementedError

    def member(self, value: Value, name: str) -> Values | None:
        """What a type and its bases have under a name."""
        raise NotImplementedError

    def is_written(self, value: Value | None, name: str) -> bool:
        """Whether a type or one of its bases has a member of that name in the project."""
        raise NotImplementedError

    def own_type(self, view: View, scope: int) -> Value | None:
        """An object of the type that a scope belongs to."""
        raise NotImplementedError

    def _enter(self) -> None:
        """One step further into what may have no end; whoever takes it counts it back."""
        self._nested += 1
        if self._nested > MOST_NESTED:
            raise RecursionError

    def name(
        self, view: View, scope: int, name: str, own: Value | None, line: int = 0
    ) -> Values | None:
        """What a bare name means in a scope; None when nothing of that name can be seen."""
        if name not in view.local_names:
            if not view.habits.class_scope:
                return self.top_name(view, name)  # only the top can have it
            scope = view.around(scope)  # or a type around the place
        key: tuple[object, ...] = (view.file, scope, name, own)
        known = self._known.get(key, NEW)
        if known is _IN_TURN:
            # Once for each line; names that refer to each other would never end otherwise.
            key = (*key, line)
            known = self._known.get(key, NEW)
        if known is not NEW:
            return known  # type: ignore[no-any-return]
        if self._depth > DEEPEST:
            return UNKNOWN
        self._known[key] = UNKNOWN  # while it is being worked out it is unknown
        self._depth += 1
        found, varies = self._name(view, scope, name, own, line)
        self._depth -= 1
        if varies and len(key) == 4:
            self._known[key] = _IN_TURN
            key = (*key, line)
        self._known[key] = found
        return found

    def top_name(self, view: View, name: str) -> Values | None:
        """What a bare name means at the top of a file."""
        known = view.tops.get(name, NEW)
        if known is not NEW:
            return known  # type: ignore[no-any-return]
        if self._depth > DEEPEST:
            return UNKNOWN
        view.tops[name] = UNKNOWN  # while it is being worked out it is unknown
        self._depth += 1
        found = self.module_name(view, name)
        found = view.tops[name] = self.anywhere(view, 0, (name,)) if found is None else found
        self._depth -= 1
        return found

    def _name(
        self, view: View, scope: int, name: str, own: Value | None, line: int
    ) -> tuple[Values | None, bool]:
        """What a name means, and whether it means other things on other lines."""
        symbols, habits, bindings = view.symbols, view.habits, view.bindings
        place, local = scope, name in view.local_names
        while place > 0:
            _, kind, parent, owned = symbols[place]
            if local and (kind not in TYPES or place == scope or habits.class_scope):
                bound = bindings[place].get(name) if place in bindings else None
                entries = in_turn(bound) if bound else ()
                if entries:
                    inside = line - view.facts.starts[place] + 1 if line else 0
                    fixed = declared(entries, inside) if habits.declared_types else []
                    chosen = fixed or on_line(entries, inside)
                    return self.either_of(view, place, chosen, own), True
                found = self._in_scope(view, place, name, own)
                if found is not None:
                    return found, False
            if habits.class_scope and (kind in TYPES or owned):
                owner = self.own_type(view, place)
                found = self.member(owner, name) if owner else None
                if found is not None and (found != BEYOND or self.is_written(owner, name)):
                    return found, False
            elif kind == "module" and habits.modules == "include":  # a namespace, opened many times
                found = self.attribute(namespaces(self, view, view.chain(place)), name)
                if found is not None:
                    return found, False
            place = parent
        found = self.module_name(view, name, own)
        return self.anywhere(view, scope, (name,)) if found is None else found, False

    def _in_scope(self, view: View, scope: int, name: str, own: Value | None) -> Values | None:
        if not scope and name not in view.top_names:
            return None
        inner = view.inner(scope).get(name)
        if inner:
            if view.symbols[inner[-1]][1] not in VALUES:
                return self.symbol(view, inner[-1], own)
            if view.habits.value_members and view.has_members(inner[-1]):
                return ((OBJECT, view.file, inner[-1]),)
        bound = view.bound(scope, name)
        if bound is not None:
            return self.either(view, scope, bound, own)
        imported = view.imports(scope).get(name)
        if imported is None:
            return None
        found = self.imported(view, imported[0], imported[1])
        if found in (UNKNOWN, BEYOND) and view.also:
            for module, member in view.also.get((scope, name), ()):
                other = self.imported(view, module, member)
                if other not in (UNKNOWN, BEYOND):
                    return other
        return found

    def either(self, view: View, scope: int, bound: Bound, own: Value | None) -> Values:
        """What something with one of several values is: all that can be told of any of them."""
        entries = in_turn(bound)
        if not entries:
            if len(bound) == 1:
                values = self.expression(view, scope, bound[0], own)  # type: ignore[arg-type]
                if len(values) > 1:
                    return tuple([v for v in dict.fromkeys(values) if v[0] != "nothing"])[:MOST]
                return UNKNOWN if values == NOTHING else values
            entries = tuple([(0, 0, value) for value in bound])  # type: ignore[misc]
        return self.either_of(view, scope, entries, own)

    def either_of(
        self, view: View, scope: int, entries: Sequence[Entry], own: Value | None
    ) -> Values:
        """The same for values with the lines from which they hold."""
        found: list[Value] = []
        first = view.facts.starts[scope]
        for start, _, expression in entries:
            line = start + first - 2 if start > 1 else 0
            for value in self.expression(view, scope, expression, own, line):
                if value not in found and value[0] != "nothing":
                    found.append(value)
        return tuple(found[:MOST])

    def module_name(self, view: View, name: str, own: Value | None = None) -> Values | None:
        """What a name means at the top of a file, package neighbours and built-ins included."""
        found = self._in_scope(view, 0, name, own)
        if view.habits.modules == "include":
            found = namespaces(self, view, (name,)) or found
        if found is not None:
            return found
        if view.habits.package_scope:
            found = self._in_packages(view, name)
            if found is not None:
                return found
        found = self._taken_whole(view, name) if view.stars else None
        if found is not None:
            return found
        return BEYOND if name in view.habits.builtins else None

    def _in_packages(self, view: View, name: str) -> Values | None:
        """What a name means in a file's package, and in those around it if they can be seen."""
        module, separator = view.facts.module, view.habits.separator
        found = self.module_member(module, name, view.habits)
        while found is None and view.habits.outer_packages and separator in module:
            module = module.rpartition(separator)[0]
            found = self.module_member(module, name, view.habits)
        return found

    def anywhere(self, view: View, scope: int, path: tuple[str, ...]) -> Values | None:
        """The one type of this name in languages that see all types of a project everywhere."""
        if not view.habits.global_types:
            return None
        around = view.chain(scope)
        key = ("anywhere", view.habits.name, path, around)
        if key not in self._known:
            self._known[key] = self._anywhere(view.habits, path, around)
        return self._known[key]  # type: ignore[no-any-return]

    def _anywhere(
        self, habits: Habits, path: tuple[str, ...], around: tuple[str, ...]
    ) -> Values | None:
        found: dict[tuple[str, ...], list[tuple[int, int, int]]] = {}
        places = [*self.names.named(path[-1])[:MOST_PLACES]]
        for length in range(2, len(path) + 1):  # `module A.B` is one name
            places += self.names.named(habits.separator.join(path[-length:]))[:MOST_PLACES]
        for file, position in places:
            other = self.view(file)
            kind = other.symbols[position][1]
            # C and what grew from it share their headers; no other languages share types.
            akin = other.habits.global_types and other.habits.modules == habits.modules
            if not akin or (kind not in TYPES and kind not in ("module", "type_alias")):
                continue
            chain = other.chain(position)
            if chain[-len(path) :] == path and _is_open(other, position, chain, path, around):
                # A type opened again elsewhere is the one place where most of it stands.
                size = len(other.inner(position))
                found.setdefault(chain, []).append((-size, file, position))
        if not found:
            return None
        shared = {chain: _shared(chain[: -len(path)], around) for chain in found}
        nearest = [chain for chain in found if shared[chain] == max(shared.values())]
        if len(nearest) > 1:
            return None
        _, file, position = min(found[nearest[0]])
        return ((TYPE, file, position),)

    def _taken_whole(self, view: View, name: str) -> Values | None:
        """What the files or modules that a file takes in whole have under a name."""
        if view.habits.modules == "include":
            for file in self.includes.having(self, view, name):
                found = self._in_scope(self.view(file), 0, name, None)
                if found is not None:
                    return found
            return None
        for written in view.stars:
            module = find_module(self.names, view, written)
            found = self.module_member(module, name, view.habits) if module else None
            if found is not None:
                return found
        return None

    def imported(self, view: View, written: str, member: str) -> Values:
        """What an import brings in."""
        key = (view.file, written, member)
        known = self._known.get(key, NEW)
        if known is NEW:
            self._known[key] = UNKNOWN
            known = self._known[key] = self._imported(view, written, member)
        return known  # type: ignore[no-any-return]

    def _imported(self, view: View, written: str, member: str) -> Values:
        module = find_module(self.names, view, written)
        separator = view.habits.separator
        if module == "":  # the folder that holds all: its members are modules
            inside = self.names.files_of(member)
            return ((MODULE, member, view.habits),) if inside else UNKNOWN
        if module is None:
            whole = find_module(self.names, view, written + separator + member) if member else None
            if whole:
                return ((MODULE, whole, view.habits),)
            if view.habits.global_types and not view.habits.package_scope:
                path = (*written.split(separator), *filter(None, [member]))
                found = self.anywhere(view, 0, path)
                if found:
                    return found
            return self._member_of_type(view, written, member)
        if not member:
            exported = self._exported(module, view.habits) if view.habits.exports else ()
            return ((MODULE, module, view.habits), *exported)
        below = module + separator + member
        if module == view.facts.module and self.names.files_of(below):
            return ((MODULE, below, view.habits),)  # `from . import below` in the package itself
        found = self.module_member(module, member, view.habits)
        if found is None and not self.names.files_of(module):
            return self._member_of_type(view, module, member)
        if not found and self.names.files_of(below):
            return ((MODULE, below, view.habits),)
        return UNKNOWN if found is None else found

    def _exported(self, module: str, habits: Habits) -> Values:
        """The value a module stands for itself: `module.exports = name`."""
        found = [self.module_member(module, name, habits) for name in habits.exports]
        return tuple([value for values in found for value in values or ()])

    def _member_of_type(self, view: View, written: str, member: str) -> Values:
        """Names of a type or inner module imported as if it were a module: `a.B.c`."""
        separator = view.habits.separator
        outer, _, name = written.rpartition(separator)
        if not outer or not member:
            return BEYOND
        module = find_module(self.names, view, outer)
        if module is None or not self.names.files_of(module):
            return BEYOND
        holder = self.module_member(module, name, view.habits)
        found = self.attribute(holder, member) if holder else None
        return BEYOND if found is None else found

    def module_member(self, module: str, name: str, habits: Habits) -> Values | None:
        """What a name means in a module, seen from outside."""
        key = (module, name)
        known = self._known.get(key, NEW)
        if known is not NEW:
            return known  # type: ignore[no-any-return]
        self._known[key] = None  # modules that import each other end here
        self._enter()
        found: Values | None = None
        hands_on = habits.modules != "package"  # what a file of a package imports is its own affair
        for view in self.views_with(module, name):
            if hands_on or name not in view.imports(0):
                found = self._in_scope(view, 0, name, None)
            if found is not None:
                break
        if found is None and hands_on:
            for view in self.views_with(module, STAR):
                found = found or self._taken_whole(view, name)
        below = module + habits.separator + name
        if found is None and self.names.files_of(below):
            found = ((MODULE, below, habits),)
        self._nested -= 1
        self._known[key] = found
        return found

    def symbol(self, view: View, position: int, own: Value | None = None) -> Values:
        """What a symbol is as a value."""
        name, kind, parent, _ = view.symbols[position]
        if kind in FUNCTIONS:
            return ((FUNCTION, view.file, position),)
        if kind in TYPES or kind in ("type_alias", "module"):
            return ((TYPE, view.file, position),)
        bound = view.bound(parent, name)
        return self.either(view, parent, bound, own) if bound else UNKNOWN


def _is_open(
    view: View,
    position: int,
    chain: tuple[str, ...],
    path: tuple[str, ...],
    around: tuple[str, ...],
) -> bool:
    """Whether a type can be seen from a place: one inside a class only from in there."""
    symbols = view.symbols
    outer = chain[: -len(path)]
    inside = symbols[symbols[position][2]][1] if outer else ""
    if inside not in TYPES or around[: len(outer)] == outer:
        return True
    return view.habits.modules == "include" and inside in ("struct", "union")  # as in C


def _shared(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many names two chains begin with alike."""
    count = 0
    for mine, yours in zip(one, other, strict=False):
        if mine != yours:
            break
        count += 1
    return count
