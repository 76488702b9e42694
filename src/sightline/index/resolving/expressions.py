"""Evaluates expressions: chains of names, calls and indexes, and type annotations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from sightline.index.resolving.members import alias_values
from sightline.index.resolving.project_files import Site
from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.type_syntax import ANONYMOUS, TypeSyntax, read_type
from sightline.index.resolving.values import (
    MAX_VALUES,
    NULL,
    OUTSIDE,
    OUTSIDE_RESULT,
    UNKNOWN,
    AnonymousValue,
    CallableValue,
    ContainerValue,
    FactoryValue,
    FunctionValue,
    InstanceValue,
    ModuleValue,
    OutsideValue,
    SuperValue,
    TupleValue,
    TypeValue,
    Value,
    Values,
)
from sightline.parse.chains import CALL, INDEX, Chain, is_private
from sightline.parse.facts import ENTERED

if TYPE_CHECKING:
    from sightline.index.resolving.inference import Inference

_LITERALS = frozenset("'0[{")
# How type parameters are called where their declaration is not known: `T`, `K2`, `TValue`.
_TYPE_PARAMETER = re.compile(r"[A-Z][0-9]?|T[A-Z][a-z]\w*")
# First parts of chains that are not names.
_PLACEHOLDERS = _LITERALS | {"@self", "@class", "@made", "?", "@", ".", ""}


def evaluate_chain(inference: Inference, site: Site, chain: Chain) -> Values:
    """The value of a chain of names, calls and indexes."""
    values = evaluate_head(inference, site, chain)
    rules = site.view.rules
    receiver: Values = UNKNOWN
    skip_call = values != UNKNOWN and isinstance(values[0], SuperValue) and chain[1:2] == (CALL,)
    for at, part in enumerate(chain[1:], 1):
        if skip_call:
            skip_call = False
        elif part[0] == "!":  # an asserted type holds whatever came before
            values = instance_of(inference, site, read_type(part[1:]))
        elif not values or values == OUTSIDE_RESULT:
            return values
        elif values == OUTSIDE:
            return _evaluate_outside(rules, chain, at)
        elif part == CALL:
            values, receiver = _call(inference, site, values, receiver), UNKNOWN
        elif part[0] in "[#@" and not is_private(part):
            values = _select(inference, site, values, part)
        else:
            receiver = values
            attribute = inference.attribute(values, part)
            if attribute is None and part in rules.unwrapping:
                skip_call = True  # its call returns the object itself
                continue
            values = UNKNOWN if attribute is None else attribute
    return values


def _evaluate_outside(rules: ResolutionRules, chain: Chain, at: int) -> Values:
    """What a chain gives that leaves the project before the part at `at`."""
    if rules.firm_results:
        return OUTSIDE
    for place in range(at, len(chain)):
        if chain[place] == CALL:
            name = chain[place - 1]
            is_builtin = place == 1 and name in rules.builtins and name not in rules.passing
            is_builtin = is_builtin and INDEX not in chain  # what a container holds may be ours
            # The call of a type gives an object of that type.
            return OUTSIDE if is_builtin or name[:1].isupper() else OUTSIDE_RESULT
        if chain[place] == INDEX:
            return OUTSIDE_RESULT
    return OUTSIDE


def evaluate_head(inference: Inference, site: Site, chain: Chain) -> Values:
    """The value of the first name of a chain."""
    head = chain[0]
    if head in _PLACEHOLDERS:
        return _evaluate_placeholder(site, head)
    rules = site.view.rules
    if head in rules.nothing:
        return NULL
    values = inference.resolve_name(site, head)
    if values:
        return values
    if head in rules.unwrapping and chain[1:] == (CALL,):  # of the object: `= apply { … }`
        return (CallableValue((site.self_value,)),) if site.self_value else UNKNOWN
    if values is not None:
        return values
    return _evaluate_keyword(inference, site, head)


def _evaluate_placeholder(site: Site, head: str) -> Values:
    if head in _LITERALS:
        return OUTSIDE
    if head == "@self":
        return _self(site)
    if head == "@class":
        return _self_type(site)
    return (AnonymousValue(site.view.file, site.scope),) if head == "@made" else UNKNOWN


def _evaluate_keyword(inference: Inference, site: Site, head: str) -> Values:
    rules = site.view.rules
    if head in rules.self_names:
        return _self(site)
    if head in rules.self_types:
        return _self_type(site)
    if head in rules.super_names:
        instance = inference.self_value(site.view, site.scope)
        return (SuperValue(instance.file, instance.position),) if instance else UNKNOWN
    return UNKNOWN


def _self(site: Site) -> Values:
    return (site.self_value,) if site.self_value else UNKNOWN


def _self_type(site: Site) -> Values:
    instance = site.self_value
    return (TypeValue(instance.file, instance.position),) if instance else UNKNOWN


def _call(inference: Inference, site: Site, values: Values, receiver: Values) -> Values:
    """What calling any of these values returns."""
    self_value: InstanceValue | None = None
    for value in receiver:
        if isinstance(value, (InstanceValue, TypeValue)):
            self_value = InstanceValue(value.file, value.position)
            break
    call_method = site.view.rules.call_method
    alternatives: list[Value] = []
    for value in values:
        results: Values = UNKNOWN
        if isinstance(value, (TypeValue, FactoryValue)):
            results = (InstanceValue(value.file, value.position),)
        elif isinstance(value, FunctionValue):
            results = inference.call_result(value.file, value.position, self_value)
        elif isinstance(value, CallableValue):
            results = value.results
        elif isinstance(value, InstanceValue) and call_method:
            results = _call_method(inference, value, call_method)
        elif isinstance(value, OutsideValue):
            results = (value,) if site.view.rules.firm_results else OUTSIDE_RESULT
        for result in results:
            if result not in alternatives:
                alternatives.append(result)
    return tuple(alternatives[:MAX_VALUES])


def _call_method(inference: Inference, receiver: InstanceValue, method: str) -> Values:
    """What a method of an object returns."""
    results: Values = UNKNOWN
    for function in inference.member(receiver, method) or ():
        if isinstance(function, FunctionValue):
            results += inference.call_result(function.file, function.position, receiver)
    return results


def _select(inference: Inference, site: Site, values: Values, part: str) -> Values:
    """What an index, the n-th of several results or a `with` statement gives."""
    selected: Values = UNKNOWN
    for value in values:
        if part == INDEX:
            selected += _index(inference, site, value)
        elif part == ENTERED:
            if isinstance(value, InstanceValue):
                method = site.view.rules.enter_method
                entered = _call_method(inference, value, method) if method else UNKNOWN
                selected += entered or (value,)
        elif part[0] == "#":
            number = int(part[1:])
            if isinstance(value, TupleValue):
                selected += value.parts[number] if number < len(value.parts) else UNKNOWN
            elif isinstance(value, ContainerValue):
                selected += value.elements
            elif number == 0:
                selected += (value,)
    return selected[:MAX_VALUES]


def _index(inference: Inference, site: Site, value: Value) -> Values:
    if isinstance(value, ContainerValue):
        return value.elements
    if isinstance(value, (FunctionValue, TypeValue)):  # the index holds type arguments
        return (value,)
    if isinstance(value, TupleValue):
        return tuple([inner for part in value.parts for inner in part])
    if isinstance(value, InstanceValue):
        alias = alias_values(inference, value)
        if alias:
            inference.enter()
            elements = [element for target in alias for element in _index(inference, site, target)]
            inference.leave()
            return tuple(elements)
        if site.view.rules.index_method:
            return _call_method(inference, value, site.view.rules.index_method)
    return (value,) if isinstance(value, OutsideValue) else UNKNOWN


def instance_of(inference: Inference, site: Site, syntax: TypeSyntax) -> Values:
    """An object of a type annotation."""
    kind, parts, rules = syntax.kind, syntax.parts, site.view.rules
    if kind == "name":
        name = syntax.path[-1]
        if parts and (name in rules.containers or name in rules.wrappers):
            own = inference.resolve_type(site.view, site.scope, syntax.path)
            if any(isinstance(value, TypeValue) for value in own or ()):
                return _instance_of_named(inference, site, syntax)
        if parts and name in rules.containers:
            return (ContainerValue(instance_of(inference, site, parts[-1]), rules),)
        if parts and name in rules.wrappers:
            return instance_of(inference, site, parts[0])
        if parts and name in rules.classes_of:
            instances = instance_of(inference, site, parts[0])
            return tuple(
                [TypeValue(v.file, v.position) for v in instances if isinstance(v, InstanceValue)]
            )
        if parts and name in rules.callables:
            return (CallableValue(instance_of(inference, site, parts[-1])),)
        if parts and name in rules.tuples:
            return _tuple_of(inference, site, syntax)
        return _instance_of_named(inference, site, syntax)
    if kind == "container":
        return (ContainerValue(instance_of(inference, site, parts[0]), rules),)
    if kind == "tuple":
        return _tuple_of(inference, site, syntax)
    if kind == "function":
        return (CallableValue(instance_of(inference, site, parts[0])),)
    alternatives: Values = UNKNOWN
    for part in parts if kind == "union" else ():
        alternatives += instance_of(inference, site, part)
    return alternatives[:MAX_VALUES]


def _tuple_of(inference: Inference, site: Site, syntax: TypeSyntax) -> Values:
    """A tuple; `tuple[T, ...]` is a container, since its second part is not a type."""
    values = tuple([instance_of(inference, site, part) for part in syntax.parts])
    if syntax.kind == "name" and len(values) == 2 and syntax.parts[1].kind == "none":
        return (ContainerValue(values[0], site.view.rules),)
    return (TupleValue(values),)


def _instance_of_named(inference: Inference, site: Site, syntax: TypeSyntax) -> Values:
    view, path = site.view, syntax.path
    if path[0] in view.rules.self_types:
        return _self(site)
    if path[0] == ANONYMOUS:
        return (AnonymousValue(view.file, site.scope),)
    types = inference.resolve_type(view, site.scope, path)
    if types is None:
        if len(path) == 1 and _TYPE_PARAMETER.fullmatch(path[0]):
            return UNKNOWN
        return _instance_of_outside(inference, site, syntax)
    if types == OUTSIDE:
        return _instance_of_outside(inference, site, syntax)
    instances: list[Value] = []
    for value in types:
        if isinstance(value, TypeValue):
            instances.append(InstanceValue(value.file, value.position))
        elif isinstance(value, (OutsideValue, InstanceValue)):  # a type parameter: its bounds
            instances.append(value)
        elif view.rules.modules == "beside" and isinstance(value, ModuleValue):
            instances.append(value)  # a file is a type (Zig)
    return tuple(instances)


def _instance_of_outside(inference: Inference, site: Site, syntax: TypeSyntax) -> Values:
    """An object of a type outside the project, which may hold objects of the project."""
    for part in syntax.parts if not site.view.rules.firm_results else ():
        if instance_of(inference, site, part) not in (OUTSIDE, UNKNOWN):
            return OUTSIDE_RESULT
    return OUTSIDE
