"""Resolves calls: scope, class and bases, imports, package, receiver types, and names alone last."""

from __future__ import annotations

from sightline.index.resolving.candidates import (
    NO_CALLEES,
    ONE_OF,
    OPEN_CALLEES,
    SURE,
    CallCandidates,
    Callees,
    Places,
)
from sightline.index.resolving.expressions import evaluate_chain, evaluate_head
from sightline.index.resolving.file_view import FileView, line_bindings
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.name_lookup import find_in_file
from sightline.index.resolving.project_files import NameIndex, Site, SymbolPlace
from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.values import (
    OUTSIDE,
    OUTSIDE_RESULT,
    UNKNOWN,
    FactoryValue,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    SuperValue,
    TypeValue,
    Values,
)
from sightline.model.code import (
    NO_SUCH_MEMBER,
    OVERLOADED,
    UNKNOWN_NAME,
    UNKNOWN_RECEIVER,
    ReferenceTarget,
)
from sightline.parse.chains import CALL, Chain, is_private
from sightline.parse.scopes import FUNCTIONS

Targets = tuple[ReferenceTarget, ...]
_NOWHERE = (0, 0)
# What an open call resolves to, by the reason why its target is not known.
_OPEN_TARGETS: dict[str, Targets] = {
    reason: (ReferenceTarget("calls", _NOWHERE, 0.0, reason),)
    for reason in (UNKNOWN_RECEIVER, NO_SUCH_MEMBER, UNKNOWN_NAME, OVERLOADED)
}
_BY_NAME = frozenset(("local", "import", "unique"))  # rules that go by the name of a function
NAME_OF_TYPE = "@name"  # in `constructors`: a method with the name of its type


class ResolvableMembers(dict[str, bool]):
    """Whether a call of a member of this name can lead anywhere, computed when first asked."""

    def __init__(self, index: NameIndex, rules: ResolutionRules) -> None:
        self._index, self._rules = index, rules

    def __missing__(self, name: str) -> bool:
        # A member may be defined inside a function that returns its object.
        exists = self._rules.value_members or name in self._rules.makers
        exists = exists or bool(self._index.places_named(name))
        self[name] = exists and not _is_step(name)
        return self[name]


class CallResolver:
    """Resolves the calls of one language; what is found for one file is cached for all others."""

    def __init__(self, inference: Inference, rules: ResolutionRules) -> None:
        self._inference, self._rules = inference, rules
        self._candidates = CallCandidates(inference, rules)
        self.resolvable_members = ResolvableMembers(inference.index, rules)
        # By receiver, member name and whether the receiver is the caller's own object.
        self._member_calls: dict[tuple[Values, str, bool], Targets | None] = {}
        self._scattered: dict[tuple[int, SymbolPlace], bool] = {}  # by calling file and callee
        self._callee_places: dict[Values, Places] = {}
        self._targets: dict[Callees, Targets] = {}

    def resolve(self, site: Site, chain: Chain) -> Targets:
        """Where a call at a site leads; an open call has one target without confidence."""
        targets = self._resolve(site, chain)
        if self._rules.scattered_overloads and targets and targets[0].how in _BY_NAME:
            key = (site.view.file, targets[0].place)
            if key not in self._scattered:
                self._scattered[key] = self._is_scattered(site.view, targets[0].place, chain[-1])
            if self._scattered[key]:
                return _OPEN_TARGETS[OVERLOADED]
        return targets

    def _is_scattered(self, caller: FileView, place: SymbolPlace, name: str) -> bool:
        """Whether a file sees free functions of the same name in other modules: overloads."""
        view_of, reaches = self._inference.view, self._inference.includes.reaches
        view = view_of(place[0])
        if view.kinds[place[1]] != "function":
            return False
        return any(
            view_of(file).kinds[position] == "function"
            and view_of(file).facts.module != view.facts.module
            and view_of(file).rules is view.rules
            and reaches(caller, file)
            for file, position in self._inference.index.places_named(name)
        )

    def _resolve(self, site: Site, chain: Chain) -> Targets:
        if len(chain) == 1:
            return () if _is_step(chain[0]) else self._resolve_bare(site, chain)
        if len(chain) == 2:
            receiver = evaluate_head(self._inference, site, chain[:1])
        else:
            receiver = evaluate_chain(self._inference, site, chain[:-1])
        if receiver:
            if receiver == OUTSIDE:
                return self._resolve_outside(site, chain)
            if receiver == OUTSIDE_RESULT:
                return self._resolve_uncertain(site, chain, UNKNOWN_RECEIVER)
            is_own = site.self_value in receiver
            key = (receiver, chain[-1], is_own)
            try:
                targets = self._member_calls[key]
            except KeyError:
                targets = self._member_calls[key] = self._resolve_member(*key)
            if targets:
                return targets
            places = self._find_by_path(site, chain) if self._rules.qualified_paths else ()
            if targets is not None and not places:
                return self._resolve_uncertain(site, chain, NO_SUCH_MEMBER)
        places = self._find_by_path(site, chain)
        if places:
            return self._decided(places, "import")
        is_known = bool(receiver)
        if self._rules.extension_functions:
            extension = self._candidates.extension(site.view, chain, is_receiver_known=is_known)
            if extension.places:
                return self._to_targets(extension)
        callees = self._candidates.method(site.view, chain, is_receiver_known=is_known)
        if callees is NO_CALLEES and self._may_be_in_module(site, chain, receiver):
            return _OPEN_TARGETS[UNKNOWN_NAME]
        return self._to_targets(callees, NO_SUCH_MEMBER if is_known else UNKNOWN_RECEIVER)

    def _may_be_in_module(self, site: Site, chain: Chain, receiver: Values) -> bool:
        """Whether a call may mean a function that a module has in a way that is not known."""
        if not self._candidates.has_function(chain[-1]):
            return False
        if receiver:
            return any(isinstance(value, ModuleValue) for value in receiver)
        head, view, scope = chain[0], site.view, site.scope
        if not self._rules.qualified_paths or _is_step(head):
            return False
        while scope > 0 and not view.binding(scope, head):
            scope = view.parents[scope]
        return not view.binding(scope, head)  # a variable is not a path

    def _resolve_member(self, receiver: Values, name: str, is_own: bool) -> Targets | None:
        """A call of a member; () when it is outside the project, None when there is none."""
        values = self._inference.attribute(receiver, name)
        if values in (OUTSIDE, OUTSIDE_RESULT):
            return ()
        places = self._places_called(values) if values else ()
        if not places:
            return None
        if is_own:
            return self._decided(places, "self")
        return self._decided(places, "import" if isinstance(receiver[0], ModuleValue) else "type")

    def _resolve_outside(self, site: Site, chain: Chain) -> Targets:
        """A call on a receiver outside the project: only an extension of it can be meant."""
        if self._rules.extension_traits and self._candidates.is_in_trait(site.view, chain[-1]):
            return _OPEN_TARGETS[UNKNOWN_RECEIVER]
        if not self._rules.extension_functions:
            return ()
        extension = self._candidates.extension(site.view, chain, is_receiver_known=False)
        return self._to_targets(extension)

    def _resolve_uncertain(self, site: Site, chain: Chain, reason: str) -> Targets:
        """A call on a receiver that comes from outside the project but may belong to it."""
        targets = self._resolve_outside(site, chain)
        if targets or self._rules.firm_results:
            return targets
        callees = self._candidates.method(site.view, chain, is_receiver_known=True)
        return self._to_targets(callees, reason)

    def _resolve_bare(self, site: Site, chain: Chain) -> Targets:
        """A call without a receiver."""
        if self._rules.methods_apart and chain[0] in site.view.local_names:
            places = self._own_method(site, chain[0])
            if places:
                return self._decided(places, "local")
        values = evaluate_head(self._inference, site, chain)
        if not values and chain[0] in site.view.local_names:
            hidden = self._hidden_function(site, chain[0])
            if hidden:
                return hidden
        if values:
            if values in (OUTSIDE, OUTSIDE_RESULT):
                return self._resolve_builtin(chain[0])
            if isinstance(values[0], SuperValue):
                values = self._find_constructors(values[0]) or UNKNOWN
            places = self._places_called(values)
            if places:
                is_local = places[0][0] == site.view.file
                return self._decided(places, "local" if is_local else "import")
        if not values and self._rules.global_names and chain[0] not in self._rules.builtins:
            return self._to_targets(self._candidates.function(site, chain))
        return () if values else self._to_targets(self._candidates.macro(site.view, chain))

    def _hidden_function(self, site: Site, name: str) -> Targets:
        """The function whose result hides it, as in `let timer = timer()`."""
        view, scope = site.view, site.scope
        while scope > 0 and not view.binding(scope, name):
            scope = view.parents[scope]
        bound = view.binding(scope, name) or ()
        expressions = [value for _, _, value in line_bindings(bound)] or bound
        if not any(isinstance(one, tuple) and one[:2] == (name, CALL) for one in expressions):
            return ()
        outer = Site(view, view.parents[scope], self._inference.self_value(view, scope))
        values = self._inference.resolve_name(outer, name) if scope else UNKNOWN
        places = self._places_called(values) if values else ()
        return self._decided(places, "local") if places else ()

    def _resolve_builtin(self, name: str) -> Targets:
        """A call of a function outside the project, which the project may define anew."""
        rules = self._rules
        is_replaced = rules.global_names and name in rules.builtins and not rules.implicit_self
        is_replaced = is_replaced and self._candidates.has_function(name)
        return _OPEN_TARGETS[UNKNOWN_NAME] if is_replaced else ()

    def _own_method(self, site: Site, name: str) -> Places:
        """The method of this name in the types around a site, where a variable hides it."""
        scope = site.view.enclosing_type(site.scope)
        while scope > 0:
            owner = self._inference.self_value(site.view, scope)
            values = self._inference.member(owner, name) if owner else None
            functions = [value for value in values or () if isinstance(value, FunctionValue)]
            if functions:
                return self._places_called(tuple(functions))
            scope = site.view.enclosing_type(site.view.parents[scope])
        return ()

    def _decided(self, places: Places, rule: str) -> Targets:
        return self._to_targets(Callees(places, SURE if len(places) == 1 else ONE_OF, rule))

    def _to_targets(self, callees: Callees, reason: str = UNKNOWN_NAME) -> Targets:
        """One target per place, with its kind of edge; `reason` applies when the call is open."""
        if callees is NO_CALLEES:
            return ()
        if callees is OPEN_CALLEES:
            return _OPEN_TARGETS[reason]
        targets = self._targets.get(callees)
        if targets is None:
            places, confidence, rule = callees
            creates = bool(self._rules.constructors)
            kind_of = self._inference.files.kind
            targets = self._targets[callees] = tuple(
                [
                    ReferenceTarget(
                        "calls" if creates or kind_of(place) in FUNCTIONS else "type_ref",
                        place,
                        confidence,
                        rule,
                    )
                    for place in places
                ]
            )
        return targets

    def _find_by_path(self, site: Site, chain: Chain) -> Places:
        """What a chain means as a path from the top level: a local name may hide a module."""
        inference, rules, view = self._inference, self._rules, site.view
        values: Values | None = None
        is_hidden = len(chain) == 2 and chain[0] in view.local_names
        top = find_in_file(inference, view, chain[0]) if is_hidden else None
        if top and isinstance(top[0], (ModuleValue, TypeValue)):
            values = inference.attribute(top, chain[1])
        elif rules.qualified_paths and CALL not in chain and len(chain) > 1:
            path = view.resolve_super(site.scope, rules.separator.join(chain[:-1]))
            values = inference.resolve_import(view, path, chain[-1])
        elif rules.global_types and CALL not in chain and len(chain) > 2:
            values = inference.attribute(
                inference.global_type(view, site.scope, chain[:-1]), chain[-1]
            )
        return self._places_called(values) if values else ()

    def _places_called(self, values: Values) -> Places:
        """The symbols that a call of any of these values runs."""
        places = self._callee_places.get(values)
        if places is None:
            places = self._callee_places[values] = self._find_places_called(values)
        return places

    def _find_places_called(self, values: Values) -> Places:
        places: dict[SymbolPlace, None] = {}  # without duplicates, in order
        call_method = self._rules.call_method
        for value in values:
            callees: Values = ()
            if isinstance(value, FunctionValue):
                callees = (value,)
            elif isinstance(value, (TypeValue, FactoryValue)):
                callees = self._find_constructors(value)
                is_namespace = self._inference.files.kind((value.file, value.position)) == "module"
                if not callees and not (is_namespace and len(values) > 1):
                    places[value.file, value.position] = None
            elif isinstance(value, InstanceValue) and call_method:
                callees = self._inference.member(value, call_method) or ()
            for callee in callees:
                if isinstance(callee, FunctionValue):
                    places[callee.file, callee.position] = None
        return tuple(places)

    def _find_constructors(self, value: TypeValue | FactoryValue | SuperValue) -> Values:
        """The functions that run when an object of a type is created."""
        is_super = isinstance(value, SuperValue)
        file, position = value.file, value.position
        for name in self._rules.constructors:
            if name == NAME_OF_TYPE:
                values = self._find_namesake_method(file, position, is_super)
            else:
                owner = SuperValue(file, position) if is_super else TypeValue(file, position)
                values = self._inference.member(owner, name)
            functions = tuple([value for value in values or () if isinstance(value, FunctionValue)])
            if functions:
                return functions
        return ()

    def _find_namesake_method(self, file: int, position: int, is_super: bool) -> Values | None:
        """The method with the name of its type, or with that of its first base type."""
        places = self._inference.lineage(file, position).places
        if is_super and len(places) < 2:
            return None
        file, position = places[1] if is_super else places[0]
        name = self._inference.view(file).names[position]
        return self._inference.member(TypeValue(file, position), name)


def _is_step(part: str) -> bool:
    """Whether a part of a chain is not a name but a call, an index or an asserted type."""
    return part == CALL or (part[0] in "[?!@#" and not is_private(part))
