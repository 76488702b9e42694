"""Turns the facts of a file into references: what it calls, imports, extends and mentions.

A call that may mean something in the project, but not what, becomes an open call.
Nothing outside the project is referred to.
"""

from __future__ import annotations

from typing import NamedTuple

from sightline.index.resolving.calls import CallResolver, Targets
from sightline.index.resolving.candidates import SURE
from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.project_files import NameIndex, Site, SymbolPlace
from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.type_syntax import names_of, read_type
from sightline.index.resolving.values import (
    FunctionValue,
    InstanceValue,
    ModuleValue,
    TypeValue,
    Value,
)
from sightline.model.code import FileReferences, OpenCall, Reference, ReferenceTarget
from sightline.model.indexed import DEFINITION
from sightline.parse.chains import Chain
from sightline.parse.facts import SELF, STAR, Bound
from sightline.parse.languages import Languages
from sightline.parse.scopes import TYPES

_NO_BINDINGS: dict[str, Bound] = {}
_BOUND_TO_SELF = (SELF,)

ResolvedCalls = dict[Chain, Targets]


class _CallScope(NamedTuple):
    """A scope that calls are made from."""

    bindings: dict[str, Bound]
    self_value: InstanceValue | None
    type_calls: ResolvedCalls  # calls that mean the same in everything that belongs to the type
    own_calls: ResolvedCalls  # calls that mean the same in this scope only


class Resolver:
    """Resolves the files of one run; what it finds out for one file is cached for the others."""

    def __init__(self, index: NameIndex, languages: Languages) -> None:
        self.index = index
        self.inference = Inference(index, languages)
        self._call_resolvers: dict[str, CallResolver] = {}

    def references(self, file: int) -> FileReferences:
        """All places in a file that refer to something, including recursive calls."""
        view = self.inference.view(file)
        open_calls: list[OpenCall] = []
        calls = self._calls(view, open_calls)
        references = [*calls, *self._imports(view), *self._bases(view), *self._types(view)]
        if view.rules.declared_members:
            references += self._definitions(view)
        return FileReferences(references, open_calls)

    def _call_resolver(self, rules: ResolutionRules) -> CallResolver:
        resolver = self._call_resolvers.get(rules.name)
        if resolver is None:
            resolver = self._call_resolvers[rules.name] = CallResolver(self.inference, rules)
        return resolver

    def _calls(self, view: FileView, open_calls: list[OpenCall]) -> list[Reference]:
        references: list[Reference] = []
        rules, local_names = view.rules, view.local_names
        line_dependent_names = view.line_dependent_names
        has_paths = rules.qualified_paths
        depends_on_scope = has_paths or rules.implicit_self
        scopes: dict[int, _CallScope] = {}
        calls_by_type: dict[InstanceValue | None, ResolvedCalls] = {}
        resolver = self._call_resolver(rules)
        resolvable, last_scope = resolver.resolvable_members, -1
        for scope, line, chain in view.facts.calls:
            length = len(chain)
            if length > 1 and not resolvable[chain[-1]]:
                continue
            if scope != last_scope:
                last_scope = scope
                call_scope = scopes.get(scope)
                if call_scope is None:
                    call_scope = scopes[scope] = self._call_scope(view, scope, calls_by_type)
                bindings, self_value, type_calls, own_calls = call_scope
            # A call on `self` means the same in all methods of a type, and so does a chain that
            # begins with a name of the whole file.
            head = chain[0]
            if depends_on_scope or head in local_names:
                is_on_self = (
                    self_value
                    and length > 1
                    and not has_paths
                    and bindings.get(head) == _BOUND_TO_SELF
                )
                cache = type_calls if is_on_self else own_calls
            else:
                cache = own_calls if length > 2 and _asserts_type(chain) else type_calls
            targets = cache.get(chain)
            if targets is None:
                targets = resolver.resolve(Site(view, scope, self_value, line), chain)
                if head not in line_dependent_names:
                    cache[chain] = targets
            if targets:
                if targets[0].confidence:
                    references.append(Reference(scope, line, targets))
                else:
                    open_calls.append(OpenCall(scope, line, chain[-1], targets[0].how))
        return references

    def _call_scope(
        self,
        view: FileView,
        scope: int,
        calls_by_type: dict[InstanceValue | None, ResolvedCalls],
    ) -> _CallScope:
        self_value = self.inference.self_value(view, scope)
        type_calls = calls_by_type.setdefault(self_value, {})
        return _CallScope(view.bindings.get(scope, _NO_BINDINGS), self_value, type_calls, {})

    def _imports(self, view: FileView) -> list[Reference]:
        references: list[Reference] = []
        for scope, line, _, module, member in view.facts.imports:
            values = self.inference.resolve_import(view, module, "" if member == STAR else member)
            if values:
                place = self._imported_place(values[0], module)
                if place and place[0] != view.file:
                    target = ReferenceTarget("imports", place, SURE, "import")
                    references.append(Reference(scope, line, (target,)))
        return references

    def _imported_place(self, value: Value, import_path: str) -> SymbolPlace | None:
        if isinstance(value, ModuleValue):
            files = self.index.files_of(value.name)
            if len(files) > 1:
                # A header and its source are one module: the import means the one it names.
                ending = import_path.rpartition("/")[2]
                named = [file for file in files if self.index.path(file).endswith(ending)]
                files = named or files
            return (files[0], 0) if files else None
        if isinstance(value, (TypeValue, FunctionValue)):
            return (value.file, value.position)
        return None

    def _bases(self, view: FileView) -> list[Reference]:
        references: list[Reference] = []
        for scope, line, type_text, kind, owner in view.facts.bases:
            if owner and view.kinds[scope] not in TYPES:
                continue
            path = read_type(type_text).path
            outer = view.parents[scope] if scope else 0
            places = self._types_named(view, max(outer, 0), path) if path else []
            for place in places:
                target = ReferenceTarget(kind, place, SURE, "type")
                references.append(Reference(scope, line, (target,)))
        return references

    def _definitions(self, view: FileView) -> list[Reference]:
        """From the members that are defined outside of their types to their declarations."""
        references: list[Reference] = []
        for name, positions in view.detached_members.items():
            for position in positions:
                owner = self.inference.self_value(view, position)
                if owner is None:
                    continue
                declared = self.inference.view(owner.file).symbols_in(owner.position).get(name, ())
                places = [(owner.file, place) for place in declared]
                targets = [ReferenceTarget("implements", at, SURE, DEFINITION) for at in places]
                if targets:
                    line = view.facts.starts[position]
                    references.append(Reference(position, line, tuple(targets)))
        return references

    def _types(self, view: FileView) -> list[Reference]:
        references: list[Reference] = []
        rules, local_names = view.rules, view.local_names
        depends_on_scope = rules.implicit_self or rules.global_types
        seen: set[tuple[int, tuple[str, ...]]] = set()
        file_wide: dict[tuple[str, ...], Targets] = {}  # paths that mean the same in the whole file
        for scope, line, text in view.facts.types:
            for path in names_of(text):
                if (scope, path) in seen:
                    continue
                seen.add((scope, path))
                targets = file_wide.get(path)
                if targets is None:
                    targets = self._type_targets(view, scope, path)
                    if rules.blocks or not (depends_on_scope or path[0] in local_names):
                        file_wide[path] = targets
                if targets:
                    references.append(Reference(scope, line, targets))
        return references

    def _type_targets(self, view: FileView, scope: int, path: tuple[str, ...]) -> Targets:
        if view.rules.blocks:
            block = self._find_block(view, path)
            places = [block] if block else []
        else:
            places = self._types_named(view, scope, path)
        return tuple([ReferenceTarget("type_ref", place, SURE, "type") for place in places])

    def _types_named(self, view: FileView, scope: int, path: tuple[str, ...]) -> list[SymbolPlace]:
        values = self.inference.resolve_type(view, scope, path) or ()
        return [(value.file, value.position) for value in values if isinstance(value, TypeValue)]

    def _find_block(self, view: FileView, path: tuple[str, ...]) -> SymbolPlace | None:
        """The configuration block that a path names: `var.region`, `aws_instance.web.id`.

        The first word is the kind of the block, or the type written before its name.
        """
        kinds = dict(view.rules.blocks)
        if path[0] in kinds and not kinds[path[0]]:  # `data.type.name`
            path = path[1:]
        if len(path) < 2:
            return None
        kind, name = kinds.get(path[0], ""), path[1]
        for file in self.index.files_of(view.facts.module):
            other = self.inference.view(file)
            if kind:
                positions = other.symbols_in(0).get(name, [])
                blocks = [position for position in positions if other.kinds[position] == kind]
            else:
                positions = other.detached_members.get(name, [])
                blocks = [position for position in positions if other.owners[position] == path[0]]
            if blocks:
                return (file, blocks[0])
        return None


def _asserts_type(chain: Chain) -> bool:
    """Whether a chain asserts a type, whose name may mean another type elsewhere."""
    return "\n!" in "\n".join(chain)
