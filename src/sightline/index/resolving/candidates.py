"""Finds what a call may mean by its name alone, where the type of its receiver is unknown."""

from __future__ import annotations

from typing import NamedTuple

from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.name_lookup import find_in_file
from sightline.index.resolving.project_files import Site, SymbolPlace
from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.type_syntax import names_of
from sightline.index.resolving.values import FunctionValue
from sightline.parse.chains import IMPLICIT, Chain
from sightline.parse.scopes import FUNCTIONS, TYPES

SURE, ONE_OF, UNIQUE = 1.0, 0.7, 0.8  # confidences
_MAX_OVERLOADS = 5  # more namesakes are not merged into one
_MAX_NAMESAKES = 5  # types of one name that are looked at

_METHODS = frozenset(("method",))
_FREE_FUNCTIONS = FUNCTIONS - _METHODS
_MACROS = frozenset(("macro",))
_EXTENSION_MARK = ("this",)  # the decorator recorded for C# extension methods
# Where a module is a file, importing it is as good as naming its types.
_FILE_MODULES = frozenset(("path", "beside", "dotted", "include"))

Places = tuple[SymbolPlace, ...]


class Callees(NamedTuple):
    """Where a call leads, how sure that is, and the rule that decided."""

    places: Places
    confidence: float
    rule: str


NO_CALLEES = Callees((), 0.0, "")
# The call may mean symbols of the project, but it is not known which.
OPEN_CALLEES = Callees((), 0.0, "open")


class CallCandidates:
    """The symbols of one language that a call can mean by name."""

    def __init__(self, inference: Inference, rules: ResolutionRules) -> None:
        self._inference, self._rules = inference, rules
        self._related = RelatedTypes(inference)
        self._namesakes: dict[tuple[str, frozenset[str]], Places] = {}

    def method(self, view: FileView, chain: Chain, *, is_receiver_known: bool) -> Callees:
        """The project's only method of that name; open if it may be one of several."""
        name, rules = chain[-1], self._rules
        # Where types are open, functions of a module are methods of the types that include it.
        places = self._places(name, FUNCTIONS if rules.open_types else _METHODS)
        may_be_unique = not is_receiver_known and name not in rules.builtin_methods
        return self._choose(view, chain, places, may_be_unique=may_be_unique)

    def function(self, site: Site, chain: Chain) -> Callees:
        """The functions of the project that have the name of an unknown function."""
        view, name = site.view, chain[0]
        places = self._places(name, FUNCTIONS if self._rules.implicit_self else _FREE_FUNCTIONS)
        # Only a member of a type can call a method without a receiver.
        is_member = site.self_value or view.owners[view.enclosing_type(site.scope)]
        if len(places) == 1 and not is_member and self._inference.files.kind(places[0]) in _METHODS:
            return NO_CALLEES
        return self._choose(view, chain, places, may_be_unique=True)

    def macro(self, view: FileView, chain: Chain) -> Callees:
        """The project's macro of that name: macros are visible without an import."""
        places = self._places(chain[0], _MACROS) if self._rules.global_macros else ()
        return self._choose(view, chain, places, may_be_unique=True)

    def is_in_trait(self, view: FileView, name: str) -> bool:
        """Whether a file can call a trait's method of this name, on any type."""
        for file, position in self._places(name, _METHODS):
            other = self._inference.view(file)
            parent = other.parents[position]
            if other.kinds[parent] == "trait" and self._related.names(view, other.names[parent]):
                return True
        return False

    def has_function(self, name: str) -> bool:
        """Whether the project has a free function of this name."""
        return bool(self._places(name, _FREE_FUNCTIONS))

    def _choose(
        self, view: FileView, chain: Chain, places: Places, *, may_be_unique: bool
    ) -> Callees:
        if len(places) == 1 and may_be_unique and self._related.may_call(view, chain, places[0]):
            return Callees(places, UNIQUE, "unique")
        return OPEN_CALLEES if places else NO_CALLEES

    def extension(self, view: FileView, chain: Chain, *, is_receiver_known: bool) -> Callees:
        """A function of the file, package or imports that is called like a method.

        `is_receiver_known`: the receiver's type is part of the project and has no such member.
        """
        rules, name = self._rules, chain[-1]
        if name in rules.builtin_methods:
            return NO_CALLEES
        if len(chain) == 2 and chain[0] in rules.builtins:  # extensions are called on objects only
            return NO_CALLEES
        places = self._places(name, FUNCTIONS)
        if len(places) != 1:
            return NO_CALLEES
        file, position = places[0]
        if self._is_extension(file, position) and self._related.is_reachable(view, file):
            return Callees(places, UNIQUE, "import")
        imported = view.imports_in(0).get(name)
        if self._inference.files.kind(places[0]) != "function" and not imported:
            is_near = is_receiver_known and file == view.file
            return Callees(places, UNIQUE, "unique") if is_near else NO_CALLEES
        # An import of that name wins over a definition in the file.
        values = self._inference.resolve_import(view, *imported) if imported else ()
        values = values or find_in_file(self._inference, view, name) or ()
        is_visible = FunctionValue(file, position) in values
        return Callees(places, UNIQUE, "import") if is_visible else NO_CALLEES

    def _is_extension(self, file: int, position: int) -> bool:
        """Whether a method extends a type outside of the project, or is marked as an extension."""
        view = self._inference.view(file)
        if _EXTENSION_MARK in view.facts.decorators.get(position, ()):
            return True
        is_detached = position in view.detached_members.get(view.names[position], ())
        return is_detached and self._inference.self_value(view, position) is None

    def _places(self, name: str, kinds: frozenset[str]) -> Places:
        """All symbols of a name and certain kinds; overloads of one type count as one symbol."""
        places = self._namesakes.get((name, kinds))
        if places is None:
            places = self._merge_overloads(self._find_places(name, kinds))
            self._namesakes[name, kinds] = places
        return places

    def _find_places(self, name: str, kinds: frozenset[str]) -> Places:
        """Stops at one more than the limit."""
        places: list[SymbolPlace] = []
        for file, position in self._inference.index.places_named(name):
            view = self._inference.view(file)
            if view.rules is self._rules or _share_headers(view.rules, self._rules):
                if view.kinds[position] in kinds:
                    places.append((file, position))
                if len(places) > _MAX_OVERLOADS:
                    break
        return tuple(places)

    def _merge_overloads(self, places: Places) -> Places:
        if not self._rules.overloads or not 1 < len(places) <= _MAX_OVERLOADS:
            return places
        files = {file for file, _ in places}
        if len(files) > 1:
            return places
        view = self._inference.view(files.pop())
        types = {(view.parents[position], view.owners[position]) for _, position in places}
        return places[-1:] if len(types) == 1 else places


class RelatedTypes:
    """Which types a file has to do with: a call on an unknown receiver can only mean those."""

    def __init__(self, inference: Inference) -> None:
        self._inference = inference
        self._words: dict[int, set[str]] = {}
        self._types: dict[int, set[SymbolPlace]] = {}
        self._modules: dict[int, set[str]] = {}

    def may_call(self, view: FileView, chain: Chain, place: SymbolPlace) -> bool:
        """Whether a call may mean the project's only member of that name."""
        vague = view.rules.vague_methods
        if not vague:
            return True
        file, position = place
        target = self._inference.view(file)
        parent = target.parents[position]
        owner = _last_name(target.names[parent] if parent > 0 else target.owners[position])
        if not self.is_reachable(view, file):
            return False
        if not owner:
            return True  # a free function
        head = chain[0]
        if len(chain) == 2 and head[:1].isupper() and not head.isupper():
            return head == owner  # a type that the project does not define
        if not vague.search(chain[-1]):
            return True
        if len(chain) == 2 and head == IMPLICIT and view.rules.implicit_types:
            return True
        if file == view.file or owner in self._names(view):
            return True
        if (file, parent) in self._inherited_types(view):
            return True
        return view.rules.modules in _FILE_MODULES and target.facts.module in self._imports(view)

    def names(self, view: FileView, type_name: str) -> bool:
        """Whether a file names a type, or imports everything from somewhere."""
        return type_name in self._names(view) or bool(view.wildcard_imports)

    def is_reachable(self, view: FileView, file: int) -> bool:
        """Whether code of one file can call into another: only tests call tests."""
        tests = view.rules.test_path
        if not tests or file == view.file or tests.search(view.path):
            return True
        return not tests.search(self._inference.view(file).path)

    def _names(self, view: FileView) -> set[str]:
        """All names in a file that may be types."""
        words = self._words.get(view.file)
        if words is None:
            facts = view.facts
            type_texts = {text for _, _, text in facts.types}
            type_texts.update(text for _, _, text, _, _ in facts.bases)
            words = {name for text in type_texts for path in names_of(text) for name in path}
            words.update(part for _, _, chain in facts.calls for part in chain)
            for _, _, local, module, member in facts.imports:
                words.update((local, member, _last_name(module)))
            words.update(
                name for name, kind in zip(view.names, view.kinds, strict=True) if kind in TYPES
            )
            words -= view.rules.builtins
            self._words[view.file] = words
        return words

    def _inherited_types(self, view: FileView) -> set[SymbolPlace]:
        """The types a file names, and everything they inherit from."""
        places = self._types.get(view.file)
        if places is None:
            places = self._types[view.file] = set()
            for name in sorted(self._names(view)):
                for file, position in self._inference.index.places_named(name)[:_MAX_NAMESAKES]:
                    other = self._inference.view(file)
                    if other.rules is view.rules and other.kinds[position] in TYPES:
                        places.update(self._inference.lineage(file, position).places)
        return places

    def _imports(self, view: FileView) -> set[str]:
        """The project's modules that a file imports."""
        modules = self._modules.get(view.file)
        if modules is None:
            import_paths = {module for _, _, _, module, _ in view.facts.imports}
            targets = [
                find_module(self._inference.index, view, module) for module in sorted(import_paths)
            ]
            modules = self._modules[view.file] = {module for module in targets if module}
        return modules


def _last_name(type_text: str) -> str:
    """`a.b::C<T>` is `C`."""
    paths = names_of(type_text)
    return paths[0][-1] if paths else type_text


def _share_headers(one: ResolutionRules, other: ResolutionRules) -> bool:
    """Whether two languages can call each other's functions through headers, like C and C++."""
    return one.modules == other.modules == "include" and one.global_names
