"""Turns the facts of a file into edges: what it calls, imports, extends and mentions.

Rules in order: scope, class and bases, imports, package, types of receivers, and last a method
name that the project has only once. What stays open is kept as edges below SHOWN, one per
candidate. Nothing outside the project gets an edge.
"""

from sightline.index.blocks import find_block
from sightline.index.habits import Habits
from sightline.index.infer import Inference
from sightline.index.names import Names, Place
from sightline.index.nearness import Nearness
from sightline.index.values import (
    BEYOND,
    FUNCTION,
    MAKER,
    MODULE,
    OBJECT,
    SUPER,
    TYPE,
    UNKNOWN,
    Value,
    Values,
)
from sightline.index.view import View
from sightline.index.written import names_of, read_type
from sightline.model.code import Edge
from sightline.parse.chains import CALL, Chain, is_private
from sightline.parse.facts import SELF, Bound
from sightline.parse.languages import Languages
from sightline.parse.scopes import FUNCTIONS, TYPES

SURE, ONE_OF, UNIQUE, OPEN = 1.0, 0.7, 0.8, 0.4
MOST_CANDIDATES = 5  # an open call with more is not worth keeping

_METHODS = frozenset(("method",))
_FREE = FUNCTIONS - _METHODS
_NOTHING: dict[str, Bound] = {}
_OWN = (SELF,)
_EXTENDING = ("this",)  # as C# marks the object of an extension method
_new = tuple.__new__  # makes a NamedTuple without going through its keywords

Targets = tuple[tuple[Place, ...], float, str]  # where to, how sure, by which rule
Home = tuple[dict[str, Bound], Value | None]  # what a scope binds, the object it belongs to
# The same place by place: kind of edge, place, how sure, by which rule, among how many.
Ends = list[tuple[str, Place, float, str, int]]
NOWHERE: Targets = ((), 0.0, "")


class Resolver:
    """Resolves the files of one run; what it works out for one file serves the others."""

    def __init__(self, names: Names, languages: Languages) -> None:
        self.names = names
        self.infer = Inference(names, languages)
        self._nearness = Nearness(self.infer)
        self._reached: dict[str, _Leads] = {}
        self._same_name: dict[tuple[str, str, frozenset[str]], tuple[Place, ...]] = {}

    def edges(self, file: int) -> list[Edge]:
        """All edges that start in a file."""
        view = self.infer.view(file)
        found: list[Edge] = []
        self._calls(view, found)
        self._imports(view, found)
        self._bases(view, found)
        self._types(view, found)
        return found

    def _calls(self, view: View, found: list[Edge]) -> None:
        known: dict[tuple[object, Chain], Ends] = {}
        file, habits, varying, local = view.file, view.habits, view.varying, view.local_names
        makes, paths = bool(habits.constructors), habits.qualified_paths
        apart = paths or habits.class_scope
        homes: dict[int, Home] = {}
        leads = self._leads(habits)
        for scope, line, chain in view.facts.calls:
            head, length = chain[0], len(chain)
            if length > 1 and not leads[chain[-1]]:
                continue
            home = homes.get(scope)
            if home is None:
                bound = view.facts.bindings.get(scope, _NOTHING)
                home = homes[scope] = (bound, self.infer.own_type(view, scope))
            bound, own = home
            # What is asked of an object by one of its methods means the same in all of them, and
            # what begins with a name of the whole file the same in all that belongs to one type.
            where: object = own or 0
            asks_own = own and length > 1 and not paths and bound.get(head) == _OWN
            if not asks_own and (apart or head in local or (length > 2 and _asserts(chain))):
                where = scope
            key = (where, chain)
            targets = known.get(key)
            if targets is None:
                targets = self._ends(self.call(view, scope, chain, line, own), makes)
                if head not in varying:
                    known[key] = targets
            for kind, place, confidence, how, count in targets:
                if place != (file, scope):
                    found.append(_new(Edge, (scope, kind, place, line, confidence, how, count)))

    def _leads(self, habits: Habits) -> "_Leads":
        """Which names a call of a member may lead to, for a language."""
        leads = self._reached.get(habits.name)
        if leads is None:
            leads = self._reached[habits.name] = _Leads(self.names, habits)
        return leads

    def _ends(self, targets: Targets, makes: bool) -> Ends:
        places, confidence, how = targets
        return [
            ("calls" if makes or self._is_function(place) else "type_ref",
             place, confidence, how, len(places))
            for place in places
        ]  # fmt: skip

    def _is_function(self, place: Place) -> bool:
        return self._kind(place) in FUNCTIONS

    def _kind(self, place: Place) -> str:
        return self.infer.view(place[0]).facts.symbols[place[1]][1]

    def call(self, view: View, scope: int, chain: Chain, line: int, own: Value | None) -> Targets:
        """Where a call may lead; `own` is an object of the type that the scope belongs to."""
        name = chain[-1]
        if len(chain) == 1:
            return NOWHERE if _is_step(name) else self._bare(view, scope, name, line, own)
        infer = self.infer
        receiver = infer.chain(view, scope, chain[:-1], own, line)
        if receiver == BEYOND:
            return self._extension(view, chain)
        values = infer.attribute(receiver, name) if receiver else None
        if values == BEYOND:
            return self._extension(view, chain)
        targets = self._targets(view, values or ())
        if targets:
            how = "self" if own in receiver else "import" if receiver[0][0] == MODULE else "type"
            return self._settled(targets, how)
        targets = self._by_path(view, scope, chain)
        if targets:
            return self._settled(targets, "import")
        extension = self._extension(view, chain, known=bool(receiver))
        return extension if extension[0] else self._by_name(view, chain, receiver)

    def _extension(self, view: View, chain: Chain, *, known: bool = False) -> Targets:
        """A function of the file, package or imports that is called as if it were a method.

        `known`: the type it is called on is one of the project's and has none of that name.
        """
        habits, name = view.habits, chain[-1]
        if not habits.extensions or name in habits.builtin_methods:
            return NOWHERE
        if len(chain) == 2 and chain[0] in habits.builtins:  # a type: what extends it has objects
            return NOWHERE
        places = self._overloaded(view, self._candidates(view, name, FUNCTIONS))
        imported = view.imports(0).get(name)
        if len(places) != 1:
            return NOWHERE
        if self._is_extension(*places[0]) and self._nearness.is_in_reach(view, places[0][0]):
            return (places, UNIQUE, "import")
        if self._kind(places[0]) != "function" and not imported:
            return (places, UNIQUE, "unique") if known and places[0][0] == view.file else NOWHERE
        # An import of that name means its own, whatever the file defines beside it.
        values = self.infer.imported(view, *imported) if imported else None
        values = values or self.infer.module_name(view, name) or ()
        seen = (FUNCTION, *places[0]) in values
        return (places, UNIQUE, "import") if seen else NOWHERE

    def _is_extension(self, file: int, position: int) -> bool:
        """Whether a method is written for a type outside, or marked as one for another type."""
        view = self.infer.view(file)
        if _EXTENDING in view.facts.decorators.get(position, ()):
            return True
        apart = position in view.orphans.get(view.facts.symbols[position][0], ())
        return apart and self.infer.own_type(view, position) is None

    def _by_path(self, view: View, scope: int, chain: Chain) -> tuple[Place, ...]:
        """What a chain means as a path from the top: a local name may hide a module's."""
        infer = self.infer
        values: Values | None = None
        if len(chain) == 2 and chain[0] in view.local_names:
            top = infer.module_name(view, chain[0])
            if top and top[0][0] in (MODULE, TYPE):
                values = infer.attribute(top, chain[1])
        elif view.habits.qualified_paths and CALL not in chain and len(chain) > 1:
            path = view.from_here(scope, view.habits.separator.join(chain[:-1]))
            values = infer.imported(view, path, chain[-1])
        elif view.habits.global_types and CALL not in chain and len(chain) > 2:
            values = infer.attribute(infer.anywhere(view, scope, chain[:-1]), chain[-1])
        return self._targets(view, values or ())

    def _bare(self, view: View, scope: int, name: str, line: int, own: Value | None) -> Targets:
        values = self.infer.first(view, scope, (name,), own, line)
        if values == BEYOND:
            return NOWHERE
        if values and values[0][0] == SUPER:
            values = self._constructors(view, values[0]) or UNKNOWN
        targets = self._targets(view, values)
        if targets:
            how = "local" if targets[0][0] == view.file else "import"
            return self._settled(targets, how)
        if not values and view.habits.global_names and name not in view.habits.builtins:
            within = view.habits.class_scope
            places = self._candidates(view, name, FUNCTIONS if within else _FREE)
            places = self._overloaded(view, places)
            # Only what belongs to a type can call a method without saying whose.
            belongs = own or view.facts.symbols[view.around(scope)][3]
            if len(places) == 1 and not belongs and self._kind(places[0]) in _METHODS:
                return NOWHERE
            if len(places) == 1 and self._nearness.may_mean(view, (name,), places[0]):
                return (places, UNIQUE, "unique")
            if 1 <= len(places) <= MOST_CANDIDATES:
                return (places, OPEN / len(places), "name")
        return NOWHERE

    def _targets(self, view: View, values: Values) -> tuple[Place, ...]:
        """The symbols that calling one of these values runs."""
        found: dict[Place, None] = {}
        for value in values:
            sort = value[0]
            if sort == FUNCTION:
                found[value[1], value[2]] = None
            elif sort in (TYPE, MAKER):
                made = self._constructors(view, value)
                for target in made or (value,):
                    found[target[1], target[2]] = None
            elif sort == OBJECT and view.habits.call_method:
                for target in self.infer.member(value, view.habits.call_method) or ():
                    if target[0] == FUNCTION:
                        found[target[1], target[2]] = None
        return tuple(found)

    def _constructors(self, view: View, value: Value) -> Values:
        """What runs when an object of a type is made."""
        sort = SUPER if value[0] == SUPER else TYPE
        for name in view.habits.constructors:
            if name == "@name":
                found = self._named_like_its_type(value, sort == SUPER)
            else:
                found = self.infer.member((sort, value[1], value[2]), name)
            functions = tuple(target for target in found or () if target[0] == FUNCTION)
            if functions:
                return functions
        return ()

    def _named_like_its_type(self, value: Value, above: bool) -> Values | None:
        line, _ = self.infer.lineage(value[1], value[2])
        for file, position in line[1:2] if above else line[:1]:
            name = self.infer.view(file).facts.symbols[position][0]
            return self.infer.member((TYPE, file, position), name)
        return None

    def _settled(self, targets: tuple[Place, ...], how: str) -> Targets:
        return (targets, SURE if len(targets) == 1 else ONE_OF, how)

    def _by_name(self, view: View, chain: Chain, receiver: Values) -> Targets:
        """A method that the project has only once; else the candidates, unless they are many."""
        name = chain[-1]
        if name in view.habits.builtin_methods:
            return NOWHERE
        # Where types are open, functions of a module are methods of those that include it.
        kinds = FUNCTIONS if view.habits.open_types else _METHODS
        places = self._overloaded(view, self._candidates(view, name, kinds))
        if len(places) == 1 and not receiver and self._nearness.may_mean(view, chain, places[0]):
            return (places, UNIQUE, "unique")
        if 1 <= len(places) <= MOST_CANDIDATES:
            return (places, OPEN / len(places), "name")
        return NOWHERE

    def _candidates(self, view: View, name: str, kinds: frozenset[str]) -> tuple[Place, ...]:
        """Everything of a name and of certain kinds in a language; one too many at the most."""
        key = (view.habits.name, name, kinds)
        known = self._same_name.get(key)
        if known is None:
            found = []
            for file, position in self.names.named(name):
                other = self.infer.view(file)
                if other.habits is view.habits or _share_headers(other.habits, view.habits):
                    if other.facts.symbols[position][1] in kinds:
                        found.append((file, position))
                    if len(found) > MOST_CANDIDATES:
                        break
            known = self._same_name[key] = tuple(found)
        return known

    def _overloaded(self, view: View, places: tuple[Place, ...]) -> tuple[Place, ...]:
        """Methods of one type that share a name are one to those who call it by that name."""
        if not view.habits.overloads or not 1 < len(places) <= MOST_CANDIDATES:
            return places
        file = places[0][0]
        symbols = self.infer.view(file).facts.symbols
        homes = {other == file and symbols[position][2:] for other, position in places}
        return places[-1:] if len(homes) == 1 and False not in homes else places

    def _imports(self, view: View, found: list[Edge]) -> None:
        for scope, line, _, module, member in view.facts.imports:
            everything = member == "*"
            values = self.infer.imported(view, module, "" if everything else member)
            for value in values[:1]:
                place = self._place(value, module.rpartition("/")[2])
                if place and place[0] != view.file:
                    found.append(_new(Edge, (scope, "imports", place, line, SURE, "import", 1)))

    def _place(self, value: Value, written: str = "") -> Place | None:
        if value[0] == MODULE:
            files = self.names.files_of(value[1])
            # A header and its source are one module: the one that was named is meant.
            named = [file for file in files if self.names.path(file).endswith(written)]
            return ((named or files)[0], 0) if files else None
        return (value[1], value[2]) if value[0] in (TYPE, FUNCTION) else None

    def _bases(self, view: View, found: list[Edge]) -> None:
        symbols = view.facts.symbols
        for scope, line, written, kind, owner in view.facts.bases:
            source = scope
            if owner and symbols[scope][1] not in TYPES:
                continue
            path = read_type(written).path
            outer = symbols[scope][2] if scope else 0
            values = self.infer.type_name(view, max(outer, 0), path) if path else None
            for value in values or ():
                place = self._place(value) if value[0] == TYPE else None
                if place and place != (view.file, source):
                    found.append(_new(Edge, (source, kind, place, line, SURE, "type", 1)))

    def _types(self, view: View, found: list[Edge]) -> None:
        seen: set[tuple[int, tuple[str, ...]]] = set()
        for scope, line, text in view.facts.types:
            for path in names_of(text):
                if (scope, path) in seen:
                    continue
                seen.add((scope, path))
                if view.habits.blocks:
                    block = find_block(self.infer, view, path)
                    if block and block != (view.file, scope):
                        found.append(_new(Edge, (scope, "type_ref", block, line, SURE, "type", 1)))
                    continue
                for value in self.infer.type_name(view, scope, path) or ():
                    place = self._place(value) if value[0] == TYPE else None
                    if place and place != (view.file, scope):
                        found.append(_new(Edge, (scope, "type_ref", place, line, SURE, "type", 1)))


class _Leads(dict[str, bool]):
    """Whether a call of a member of this name may lead anywhere, found out when first asked."""

    def __init__(self, names: Names, habits: Habits) -> None:
        self._names, self._habits = names, habits

    def __missing__(self, name: str) -> bool:
        # A member may be written inside a function that returns its object.
        known = self._habits.value_members or name in self._habits.makers
        known = known or bool(self._names.named(name))
        self[name] = known and not _is_step(name)
        return self[name]


def _is_step(part: str) -> bool:
    """Whether this part of a chain is no name: a call, an index, an asserted type."""
    return part == CALL or (part[0] in "[?!@#" and not is_private(part))


def _share_headers(one: Habits, other: Habits) -> bool:
    """Whether functions of one language are called from the other: C and what grew from it."""
    return one.modules == other.modules == "include" and one.global_names


def _asserts(chain: Chain) -> bool:
    return any(part[0] == "!" for part in chain[1:-1])
