"""Finds members of types, own and inherited, and what functions return. Part of inference."""

from sightline.index.resolving.file_view import View, in_turn
from sightline.index.resolving.name_lookup import MOST_PLACES, NEW, VALUES, Lookup
from sightline.index.resolving.type_syntax import read_type
from sightline.index.resolving.values import (
    BEYOND,
    CALLABLE,
    DEEPEST,
    FUNCTION,
    LOCALS,
    MAKER,
    MANY,
    MODULE,
    MOST,
    OBJECT,
    SUPER,
    TYPE,
    UNKNOWN,
    Value,
    Values,
)
from sightline.parse.facts import NAMELESS, NAMELESS_ARROW
from sightline.parse.scopes import FUNCTIONS, TYPES

_TYPE_LIKE = frozenset((TYPE, OBJECT, "outside"))


class Members(Lookup):
    """What types have and what functions give."""

    def type_name(self, view: View, scope: int, path: tuple[str, ...]) -> Values | None:
        """What the name of a type means; None when it is no name of the project.

        A variable or member of the same name does not hide a type.
        """
        habits = view.habits
        if not (path[0] in view.local_names or habits.class_scope or habits.global_types):
            if self._depth:  # something else is being worked out: this may not be the last word
                return self._along(self.top_name(view, path[0]), path)
            if path not in view.types:
                view.types[path] = self._along(self.top_name(view, path[0]), path)
            return view.types[path]  # type: ignore[no-any-return]
        found = self._along(self.name(view, scope, path[0], None), path)
        if scope and _TYPE_LIKE.isdisjoint([value[0] for value in found or ()]):
            top = self._along(self.module_name(view, path[0]), path)
            found = top if top or found is None else found
        if found is None and len(path) > 1:
            return self.anywhere(view, scope, path)
        return found

    def _along(self, values: Values | None, path: tuple[str, ...]) -> Values | None:
        for part in path[1:]:
            values = self.attribute(values, part) if values else values
        return values

    def own_type(self, view: View, scope: int) -> Value | None:
        """An object of the type that a scope belongs to."""
        known = view.owns.get(scope, NEW)
        if known is NEW:
            view.owns[scope] = None
            known = view.owns[scope] = self._own_type(view, scope)
        return known  # type: ignore[no-any-return]

    def _own_type(self, view: View, scope: int) -> Value | None:
        symbols = view.symbols
        while scope > 0:
            _, kind, parent, owner = symbols[scope]
            if kind in TYPES:
                return (OBJECT, view.file, scope)
            if owner and owner != NAMELESS_ARROW and symbols[parent][1] not in TYPES:
                return self._owner(view, parent, owner) if owner != NAMELESS else None
            scope = parent
        return None

    def _owner(self, view: View, scope: int, owner: str) -> Value | None:
        path = read_type(owner).path or (owner,)
        for value in self.type_name(view, scope, path) or ():
            if value[0] == TYPE:
                return (OBJECT, value[1], value[2])
        return None

    def alias(self, value: Value) -> Values:
        """What an object of a type alias is behind that name."""
        view = self.view(value[1])
        name, kind, parent, _ = view.symbols[value[2]]
        if kind != "type_alias":
            return UNKNOWN
        bound = view.bound(parent, name)
        return self.either(view, parent, bound, None) if bound else UNKNOWN

    def attribute(self, values: Values | None, name: str) -> Values | None:
        """What a member of one of several values is; None when it has none of that name."""
        found: Values | None = None
        for value in values or ():
            sort = value[0]
            if sort == MODULE:
                one = self.module_member(value[1], name, value[2])
            elif sort in (OBJECT, TYPE, SUPER):
                one = self.member(value, name)
                one = self._read(value, one) if one else self._made(value, name, one)
            elif sort == LOCALS:
                one = self._field(value[1], value[2], name)
            elif sort == MANY:
                one = self._of_many(value, name)
            else:
                one = BEYOND if sort == "outside" else None
            if one is not None:
                most = MOST_PLACES if one and one[0][0] == TYPE else MOST
                found = one if found is None else tuple(dict.fromkeys(found + one))[:most]
        return found

    def _field(self, file: int, scope: int, name: str) -> Values | None:
        """A member of what has no name: noted among those of its scope, as a function or typed."""
        view = self.view(file)
        if view.habits.value_members:
            symbols = view.symbols
            apart = [place for place in view.orphans.get(name, ()) if symbols[place][2] == scope]
            inner = apart or view.inner(scope).get(name)
            if inner:
                return self.symbol(view, inner[-1])
        bound = view.bound(scope, name)
        entries = in_turn(bound) if bound else ()
        values = [entry[2] for entry in entries] or bound or ()
        written = [value for value in values if isinstance(value, str)]
        return self.expression(view, scope, written[0], None) if written else None

    def _made(self, value: Value, name: str, found: Values | None) -> Values | None:
        """A member of a type that makes an object of it, unless the type has one of its own."""
        if found or value[0] != TYPE or name not in self.view(value[1]).habits.makers:
            return found
        return ((MAKER, value[1], value[2]),)

    def _of_many(self, value: Value, name: str) -> Values:
        """What a method of a container gives: an element, as many again, or who knows."""
        habits = value[2]
        if name in habits.elements:
            return ((CALLABLE, value[1]),)
        return ((CALLABLE, (value,)),) if name in habits.collections else BEYOND

    def _read(self, owner: Value, values: Values) -> Values:
        """What reading a member gives: a property is what it returns."""
        if values[0][0] != FUNCTION or len(values) > 1:
            return values
        _, file, position = values[0]
        view = self.view(file)
        marks = view.facts.decorators.get(position)
        if not marks or view.habits.properties.isdisjoint([mark[-1] for mark in marks]):
            return values
        return self.result(file, position, (OBJECT, owner[1], owner[2]))

    def member(self, value: Value, name: str) -> Values | None:
        """What a type and its bases have under a name; BEYOND if only an outside base can."""
        sort, file, position = value
        key = (sort == SUPER, file, position, name)
        known = self._known.get(key, NEW)
        if known is not NEW:
            return known  # type: ignore[no-any-return]
        self._known[key] = None
        line, complete = self.lineage(file, position)
        found: Values | None = None
        own = (OBJECT, file, position)
        for place in line[1:] if sort == SUPER else line:
            found = self._own_member(place[0], place[1], name, own)
            if found is not None:
                break
        if found is None and not complete:
            found = BEYOND
        self._known[key] = found
        return found

    def is_written(self, value: Value | None, name: str) -> bool:
        """Whether a type or one of its bases has a member of that name in the project."""
        line = self.lineage(value[1], value[2])[0] if value else ()
        return any(name in self.view(file).inner(position) for file, position in line)

    def _own_member(self, file: int, position: int, name: str, own: Value) -> Values | None:
        view = self.view(file)
        inner = view.inner(position).get(name)
        if inner:
            kind = view.symbols[inner[-1]][1]
            if len(inner) > 1 and view.habits.overloads:
                return self._either_member(view, position, name, inner, own)
            if kind == "module":  # a namespace may be opened several times
                return tuple([(TYPE, file, place) for place in inner])
            if kind in FUNCTIONS or kind in TYPES:
                return self.symbol(view, inner[-1], own)
        if view.habits.members_apart:
            orphan = self._orphan(view, position, name)
            if orphan:
                return orphan
        embedded = view.embeds.get(position, {}).get(name)
        if embedded:
            return self.expression(view, view.symbols[position][2], embedded, own)
        bound = view.bound(position, name)
        set_on_self = view.facts.members.get(position, {}).get(name)
        if not bound and not set_on_self:
            return UNKNOWN if inner else None
        found = self.either(view, position, bound, own) if bound else UNKNOWN
        for scope, expression in set_on_self or ():
            found += self.expression(view, scope, expression, own)
        return tuple(dict.fromkeys(found))[:MOST]

    def _either_member(
        self, view: View, position: int, name: str, inner: list[int], own: Value
    ) -> Values:
        """A method and a field of one name: what is called is the one, what is read the other."""
        symbols = view.symbols
        called = [place for place in inner if symbols[place][1] not in VALUES]
        bound = view.bound(position, name) if len(called) < len(inner) else None
        found = self.symbol(view, called[-1], own) if called else UNKNOWN
        return (found + self.either(view, position, bound, own) if bound else found)[:MOST]

    def _orphan(self, view: View, position: int, name: str) -> Values:
        """A member that is written in another file than its type."""
        type_name = view.symbols[position][0]
        found: Values = UNKNOWN
        package = self.names.files_of(view.facts.module) if view.habits.package_scope else None
        for file, place in self.names.named(name):
            if file == view.file or (package is not None and file not in package):
                continue
            other = self.view(file)
            owner = other.symbols[place][3]
            if not owner or other.habits.name != view.habits.name:
                continue
            if owner.endswith(type_name) and place in other.orphans.get(name, ()):
                here = self._owner(other, other.symbols[place][2], owner)
                if here and here[1:] == (view.file, position):
                    if other.facts.usual:
                        return ((FUNCTION, file, place),)
                    found = ((FUNCTION, file, place),)
        return found

    def lineage(self, file: int, position: int) -> tuple[list[tuple[int, int]], bool]:
        """A type and all it inherits from, nearest first; and whether all of it is known."""
        key = ("lineage", file, position)
        if key not in self._known:
            self._known[key] = ([(file, position)], True)
            self._enter()
            self._known[key] = self._lineage(file, position)
            self._nested -= 1
        return self._known[key]  # type: ignore[no-any-return]

    def _lineage(self, file: int, position: int) -> tuple[list[tuple[int, int]], bool]:
        if self.view(file).symbols[position][1] == "module":  # inherits nothing
            return [(file, position)], True
        line, complete = self._parts(file, position), True
        above: list[Value] = list(self.alias((OBJECT, file, position)))
        for part in line:
            view = self.view(part[0])
            outer = view.symbols[part[1]][2]
            for written in view.bases.get(part[1], ()):
                path = read_type(written).path
                values = self.type_name(view, outer, path) if path else None
                known = [v for v in values or () if v[0] == TYPE and v[1:] not in line]
                complete = complete and bool(known)
                above += known
        for value in above:
            if value[0] not in (TYPE, OBJECT):
                continue
            inherited, whole = self.lineage(value[1], value[2])
            complete = complete and whole
            line += [place for place in inherited if place not in line]
        return line, complete

    def _parts(self, file: int, position: int) -> list[tuple[int, int]]:
        """A type and the other places where the same one is written, if its language allows it."""
        view = self.view(file)
        line = [(file, position)]
        if not view.habits.open_types:
            return line
        chain = view.chain(position)
        for place in self.names.named(view.symbols[position][0])[:MOST_PLACES]:
            other = self.view(place[0])
            alike = other.habits is view.habits and other.symbols[place[1]][1] in TYPES
            together = other.facts.module == view.facts.module or not view.habits.package_scope
            if alike and together and place not in line and other.chain(place[1]) == chain:
                line.append(place)
        return line

    def result(self, file: int, position: int, own: Value | None) -> Values:
        """What calling a function gives."""
        view = self.view(file)
        returned = view.facts.returns.get(position)
        if not returned:
            return UNKNOWN
        if own is None or view.symbols[position][1] != "method":
            own = self.own_type(view, position)
        key = ("result", file, position, own)
        if key not in self._known:
            if self._depth > DEEPEST:
                return UNKNOWN
            self._known[key] = UNKNOWN
            self._depth += 1
            self._known[key] = self.either(view, position, returned, own)
            self._depth -= 1
        return self._known[key]  # type: ignore[no-any-return]
