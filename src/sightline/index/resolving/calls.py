"""Works out where a call may lead: the rules in order, and the candidates of what stays open.

Scope, class and bases, imports, package, types of receivers, and last a method name that the
project has only once. What one call leads to serves all that ask the same of the same.
"""

from sightline.index.resolving.file_view import View
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.language_rules import Habits
from sightline.index.resolving.name_source import Names, Place
from sightline.index.resolving.nearness import Nearness
from sightline.index.resolving.values import (
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
from sightline.model.code import Ends
from sightline.parse.chains import CALL, Chain, is_private
from sightline.parse.scopes import FUNCTIONS

SURE, ONE_OF, UNIQUE, OPEN = 1.0, 0.7, 0.8, 0.4
MOST_CANDIDATES = 5  # an open call with more is not worth keeping

_METHODS = frozenset(("method",))
_FREE = FUNCTIONS - _METHODS
_EXTENDING = ("this",)  # as C# marks the object of an extension method

Places = tuple[Place, ...]
Targets = tuple[Places, float, str]  # where to, how sure, by which rule
NOWHERE: Targets = ((), 0.0, "")


class Leads(dict[str, bool]):
    """Whether a call of a member of this name may lead anywhere, found out when first asked."""

    def __init__(self, names: Names, habits: Habits) -> None:
        self._names, self._habits = names, habits

    def __missing__(self, name: str) -> bool:
        # A member may be written inside a function that returns its object.
        known = self._habits.value_members or name in self._habits.makers
        known = known or bool(self._names.named(name))
        self[name] = known and not _is_step(name)
        return self[name]


class Known:
    """What is known of calls in one language, whatever file they stand in."""

    __slots__ = ("asked", "ends", "leads", "places")

    def __init__(self, names: Names, habits: Habits) -> None:
        self.leads = Leads(names, habits)
        # Of whom, what, whether that is the one who asks: () outside, None nothing the project has.
        self.asked: dict[tuple[Values, str, bool], Ends | None] = {}
        self.places: dict[Values, Places] = {}
        self.ends: dict[Targets, Ends] = {}


class Calls:
    """Where the calls of one run lead; what is worked out for one file serves the others."""

    def __init__(self, names: Names, infer: Inference) -> None:
        self.names, self.infer = names, infer
        self._nearness = Nearness(infer)
        self._known: dict[str, Known] = {}
        self._same_name: dict[tuple[str, str, frozenset[str]], Places] = {}

    def known(self, habits: Habits) -> Known:
        """What is known of calls in a language."""
        known = self._known.get(habits.name)
        if known is None:
            known = self._known[habits.name] = Known(self.names, habits)
        return known

    def ends(
        self, known: Known, view: View, scope: int, chain: Chain, line: int, own: Value | None
    ) -> Ends:
        """Where a call may lead; `own` is an object of the type that the scope belongs to."""
        if len(chain) == 1:
            return () if _is_step(chain[0]) else self._bare(known, view, scope, chain, line, own)
        infer = self.infer
        if len(chain) == 2:
            receiver = infer.first(view, scope, chain[:1], own, line)
        else:
            receiver = infer.chain(view, scope, chain[:-1], own, line)
        if receiver:
            if receiver == BEYOND:
                return self._outside(known, view, chain)
            is_own = own in receiver
            key = (receiver, chain[-1], is_own)
            try:
                found = known.asked[key]
            except KeyError:
                found = known.asked[key] = self._asked(known, view, receiver, chain[-1], is_own)
            if found:
                return found
            if found is not None:
                return self._outside(known, view, chain)
        targets = self._by_path(known, view, scope, chain)
        if targets:
            return self._settled(known, view, targets, "import")
        if view.habits.extensions:
            extension = self._extension(view, chain, known=bool(receiver))
            if extension[0]:
                return self._spread(known, view, extension)
        return self._by_name(known, view, chain, receiver)

    def _asked(
        self, known: Known, view: View, receiver: Values, name: str, is_own: bool
    ) -> Ends | None:
        values = self.infer.attribute(receiver, name)
        if values == BEYOND:
            return ()
        targets = self._targets(known, view, values) if values else ()
        if not targets:
            return None
        how = "self" if is_own else "import" if receiver[0][0] == MODULE else "type"
        return self._settled(known, view, targets, how)

    def _outside(self, known: Known, view: View, chain: Chain) -> Ends:
        if not view.habits.extensions:
            return ()
        return self._spread(known, view, self._extension(view, chain))

    def _settled(self, known: Known, view: View, targets: Places, how: str) -> Ends:
        return self._spread(known, view, (targets, SURE if len(targets) == 1 else ONE_OF, how))

    def _spread(self, known: Known, view: View, targets: Targets) -> Ends:
        """The same place by place, with the kind of relation that it is."""
        ends = known.ends.get(targets)
        if ends is None:
            places, confidence, how = targets
            makes, count = bool(view.habits.constructors), len(places)
            ends = known.ends[targets] = tuple(
                [
                    ("calls" if makes or self._kind(place) in FUNCTIONS else "type_ref",
                     place, confidence, how, count)
                    for place in places
                ]
            )  # fmt: skip
        return ends

    def _kind(self, place: Place) -> str:
        return self.infer.view(place[0]).symbols[place[1]][1]

    def _extension(self, view: View, chain: Chain, *, known: bool = False) -> Targets:
        """A function of the file, package or imports that is called as if it were a method.

        `known`: the type it is called on is one of the project's and has none of that name.
        """
        habits, name = view.habits, chain[-1]
        if name in habits.builtin_methods:
            return NOWHERE
        if len(chain) == 2 and chain[0] in habits.builtins:  # a type: what extends it has objects
            return NOWHERE
        places = self._overloaded(view, self._candidates(view, name, FUNCTIONS))
        imported = view.imports(0).get(name)
        if len(places) != 1:
            return NOWHERE
        file, position = places[0]
        if self._is_extension(file, position) and self._nearness.is_in_reach(view, file):
            return (places, UNIQUE, "import")
        if self._kind(places[0]) != "function" and not imported:
            return (places, UNIQUE, "unique") if known and file == view.file else NOWHERE
        # An import of that name means its own, whatever the file defines beside it.
        values = self.infer.imported(view, imported[0], imported[1]) if imported else None
        values = values or self.infer.module_name(view, name) or ()
        seen = (FUNCTION, file, position) in values
        return (places, UNIQUE, "import") if seen else NOWHERE

    def _is_extension(self, file: int, position: int) -> bool:
        """Whether a method is written for a type outside, or marked as one for another type."""
        view = self.infer.view(file)
        if _EXTENDING in view.facts.decorators.get(position, ()):
            return True
        apart = position in view.orphans.get(view.symbols[position][0], ())
        return apart and self.infer.own_type(view, position) is None

    def _by_path(self, known: Known, view: View, scope: int, chain: Chain) -> Places:
        """What a chain means as a path from the top: a local name may hide a module's."""
        infer, habits = self.infer, view.habits
        values: Values | None = None
        if len(chain) == 2 and chain[0] in view.local_names:
            top = infer.module_name(view, chain[0])
            if top and top[0][0] in (MODULE, TYPE):
                values = infer.attribute(top, chain[1])
        elif habits.qualified_paths and CALL not in chain and len(chain) > 1:
            path = view.from_here(scope, habits.separator.join(chain[:-1]))
            values = infer.imported(view, path, chain[-1])
        elif habits.global_types and CALL not in chain and len(chain) > 2:
            values = infer.attribute(infer.anywhere(view, scope, chain[:-1]), chain[-1])
        return self._targets(known, view, values) if values else ()

    def _bare(
        self, known: Known, view: View, scope: int, chain: Chain, line: int, own: Value | None
    ) -> Ends:
        values = self.infer.first(view, scope, chain, own, line)
        if values:
            if values == BEYOND:
                return ()
            if values[0][0] == SUPER:
                values = self._constructors(view, values[0]) or UNKNOWN
            targets = self._targets(known, view, values)
            if targets:
                how = "local" if targets[0][0] == view.file else "import"
                return self._settled(known, view, targets, how)
        if not values and view.habits.global_names and chain[0] not in view.habits.builtins:
            return self._spread(known, view, self._anywhere(view, scope, chain, own))
        return ()

    def _anywhere(self, view: View, scope: int, chain: Chain, own: Value | None) -> Targets:
        """The functions of the project that have the name of one that is not known."""
        within = view.habits.class_scope
        places = self._candidates(view, chain[0], FUNCTIONS if within else _FREE)
        places = self._overloaded(view, places)
        # Only what belongs to a type can call a method without saying whose.
        belongs = own or view.symbols[view.around(scope)][3]
        if len(places) == 1 and not belongs and self._kind(places[0]) in _METHODS:
            return NOWHERE
        if len(places) == 1 and self._nearness.may_mean(view, chain, places[0]):
            return (places, UNIQUE, "unique")
        if 1 <= len(places) <= MOST_CANDIDATES:
            return (places, OPEN / len(places), "name")
        return NOWHERE

    def _targets(self, known: Known, view: View, values: Values) -> Places:
        """The symbols that calling one of these values runs."""
        places = known.places.get(values)
        if places is None:
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
            places = known.places[values] = tuple(found)
        return places

    def _constructors(self, view: View, value: Value) -> Values:
        """What runs when an object of a type is made."""
        sort = SUPER if value[0] == SUPER else TYPE
        for name in view.habits.constructors:
            if name == "@name":
                found = self._named_like_its_type(value, sort == SUPER)
            else:
                found = self.infer.member((sort, value[1], value[2]), name)
            functions = tuple([target for target in found or () if target[0] == FUNCTION])
            if functions:
                return functions
        return ()

    def _named_like_its_type(self, value: Value, above: bool) -> Values | None:
        line, _ = self.infer.lineage(value[1], value[2])
        for file, position in line[1:2] if above else line[:1]:
            name = self.infer.view(file).symbols[position][0]
            return self.infer.member((TYPE, file, position), name)
        return None

    def _by_name(self, known: Known, view: View, chain: Chain, receiver: Values) -> Ends:
        """A method that the project has only once; else the candidates, unless they are many."""
        name, habits = chain[-1], view.habits
        if name in habits.builtin_methods:
            return ()
        # Where types are open, functions of a module are methods of those that include it.
        kinds = FUNCTIONS if habits.open_types else _METHODS
        places = self._overloaded(view, self._candidates(view, name, kinds))
        if not 1 <= len(places) <= MOST_CANDIDATES:
            return ()
        if len(places) == 1 and not receiver and self._nearness.may_mean(view, chain, places[0]):
            return self._spread(known, view, (places, UNIQUE, "unique"))
        return self._spread(known, view, (places, OPEN / len(places), "name"))

    def _candidates(self, view: View, name: str, kinds: frozenset[str]) -> Places:
        """Everything of a name and of certain kinds in a language; one too many at the most."""
        key = (view.habits.name, name, kinds)
        known = self._same_name.get(key)
        if known is None:
            found = []
            for file, position in self.names.named(name):
                other = self.infer.view(file)
                if other.habits is view.habits or _share_headers(other.habits, view.habits):
                    if other.symbols[position][1] in kinds:
                        found.append((file, position))
                    if len(found) > MOST_CANDIDATES:
                        break
            known = self._same_name[key] = tuple(found)
        return known

    def _overloaded(self, view: View, places: Places) -> Places:
        """Methods of one type that share a name are one to those who call it by that name."""
        if not view.habits.overloads or not 1 < len(places) <= MOST_CANDIDATES:
            return places
        file = places[0][0]
        symbols = self.infer.view(file).symbols
        homes = {other == file and symbols[position][2:] for other, position in places}
        return places[-1:] if len(homes) == 1 and False not in homes else places


def _is_step(part: str) -> bool:
    """Whether this part of a chain is no name: a call, an index, an asserted type."""
    return part == CALL or (part[0] in "[?!@#" and not is_private(part))


def _share_headers(one: Habits, other: Habits) -> bool:
    """Whether functions of one language are called from the other: C and what grew from it."""
    return one.modules == other.modules == "include" and one.global_names
