"""Finds the members of types and other values, what types inherit, and what `self` means."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sightline.index.resolving.file_view import FileView, line_bindings
from sightline.index.resolving.module_members import MAX_PLACES
from sightline.index.resolving.name_lookup import bound_values, overloaded_values, symbol_values
from sightline.index.resolving.project_files import Site, SymbolPlace
from sightline.index.resolving.type_syntax import read_type
from sightline.index.resolving.values import (
    MAX_VALUES,
    OUTSIDE,
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
    TypeValue,
    Values,
)
from sightline.parse.facts import NAMELESS, NAMELESS_ARROW
from sightline.parse.scopes import FUNCTIONS, TYPES

if TYPE_CHECKING:
    from sightline.index.resolving.inference import Inference

TypedValue = InstanceValue | TypeValue | SuperValue  # the values that have the members of a type


class Lineage(NamedTuple):
    """A type and everything it inherits from."""

    places: list[SymbolPlace]  # nearest first; the type itself is the first
    is_complete: bool  # whether all base types are part of the project


def find_attribute(inference: Inference, values: Values, name: str) -> Values | None:
    """What a member of any of these values is; None when none has a member of that name."""
    alternatives: Values | None = None
    for value in values:
        attribute: Values | None = None
        if isinstance(value, ModuleValue):
            attribute = inference.module_member(value.name, name, value.rules)
        elif isinstance(value, (InstanceValue, TypeValue, SuperValue)):
            attribute = _find_typed_attribute(inference, value, name)
        elif isinstance(value, AnonymousValue):
            attribute = _find_anonymous_member(inference, value, name)
        elif isinstance(value, ContainerValue):
            attribute = _container_method(value, name)
        elif isinstance(value, OutsideValue):
            attribute = (value,)
        if attribute is None:
            continue
        if alternatives is None:
            alternatives = attribute
        else:
            is_type = attribute and isinstance(attribute[0], TypeValue)
            limit = MAX_PLACES if is_type else MAX_VALUES
            alternatives = tuple(dict.fromkeys(alternatives + attribute))[:limit]
    return alternatives


def _find_typed_attribute(inference: Inference, value: TypedValue, name: str) -> Values | None:
    values = inference.member(value, name)
    if values:
        return _read_property(inference, value, values)
    if isinstance(value, TypeValue) and name in inference.view(value.file).rules.makers:
        return (FactoryValue(value.file, value.position),)
    return values


def _read_property(inference: Inference, owner: TypedValue, values: Values) -> Values:
    """What reading a member gives: a property is what its function returns."""
    function = values[0]
    if not isinstance(function, FunctionValue) or len(values) > 1:
        return values
    view = inference.view(function.file)
    decorators = view.facts.decorators.get(function.position)
    if not decorators or view.rules.properties.isdisjoint([chain[-1] for chain in decorators]):
        return values
    receiver = InstanceValue(owner.file, owner.position)
    return inference.call_result(function.file, function.position, receiver)


def _find_anonymous_member(inference: Inference, value: AnonymousValue, name: str) -> Values | None:
    """A member of an unnamed type: a function or a typed name of the scope."""
    view, scope = inference.view(value.file), value.scope
    if view.rules.value_members:
        detached = view.detached_members.get(name, ())
        positions = [position for position in detached if view.parents[position] == scope]
        positions = positions or view.symbols_in(scope).get(name, [])
        if positions:
            return symbol_values(inference, view, positions[-1])
    bound = view.binding(scope, name)
    bindings = line_bindings(bound) if bound else ()
    values = [expression for _, _, expression in bindings] or bound or ()
    type_texts = [type_text for type_text in values if isinstance(type_text, str)]
    return inference.evaluate(Site(view, scope), type_texts[0]) if type_texts else None


def _container_method(value: ContainerValue, name: str) -> Values:
    """A method of a container: it returns an element, a container of the same kind, or anything."""
    if name in value.rules.elements:
        return (CallableValue(value.elements),)
    if name in value.rules.collections:
        return (CallableValue((value,)),)
    # Where objects are maps, `map.name` is an element.
    is_element = value.rules.value_members and name not in value.rules.builtin_methods
    return (*value.elements, *OUTSIDE) if is_element else OUTSIDE


def find_member(
    inference: Inference, places: list[SymbolPlace], name: str, self_value: InstanceValue
) -> Values | None:
    """What the first of several types that has a member of this name has under it."""
    for file, position in places:
        values = _find_own_member(inference, inference.view(file), position, name, self_value)
        if values is not None:
            return values
    return None


def _find_own_member(
    inference: Inference, view: FileView, position: int, name: str, self_value: InstanceValue
) -> Values | None:
    """What one type itself has under a name."""
    site = Site(view, position, self_value)
    positions = view.symbols_in(position).get(name)
    if positions:
        kind = view.kinds[positions[-1]]
        if len(positions) > 1 and view.rules.overloads:
            return overloaded_values(inference, site, name, positions)
        if kind == "module":  # a namespace may be opened several times
            return tuple([TypeValue(view.file, place) for place in positions])
        if kind in FUNCTIONS or kind in TYPES:
            return symbol_values(inference, view, positions[-1], self_value)
    if view.rules.members_apart:
        detached = _find_detached_member(inference, view, position, name)
        if detached:
            return detached
    embedded = view.embedded_types.get(position, {}).get(name)
    if embedded:
        return inference.evaluate(Site(view, view.parents[position], self_value), embedded)
    imported = view.imports_in(position).get(name) if view.kinds[position] == "module" else None
    if imported:  # a module inside a file may export what it imports
        return inference.resolve_import(view, imported.module, imported.member)
    bound = view.binding(position, name)
    set_on_self = view.facts.members.get(position, {}).get(name)
    if not bound and not set_on_self:
        return UNKNOWN if positions else None
    values = bound_values(inference, site, bound) if bound else UNKNOWN
    for scope, expression in set_on_self or ():
        values += inference.evaluate(Site(view, scope, self_value), expression)
    return tuple(dict.fromkeys(values))[:MAX_VALUES]


def _find_detached_member(inference: Inference, view: FileView, position: int, name: str) -> Values:
    """A member that is defined in another file than its type."""
    type_name = view.names[position]
    values: Values = UNKNOWN
    package = inference.index.files_of(view.facts.module) if view.rules.package_scope else None
    for file, place in inference.index.places_named(name):
        if file == view.file or (package is not None and file not in package):
            continue
        other = inference.view(file)
        owner = other.owners[place]
        if not owner or other.rules.name != view.rules.name:
            continue
        if owner.endswith(type_name) and place in other.detached_members.get(name, ()):
            instance = _instance_of_owner(inference, other, other.parents[place], owner)
            if instance == InstanceValue(view.file, position):
                values = (FunctionValue(file, place),)
                if other.facts.usual:
                    return values
    return values


def find_self_value(inference: Inference, view: FileView, scope: int) -> InstanceValue | None:
    """An object of the type that a scope belongs to."""
    while scope > 0:
        parent, owner = view.parents[scope], view.owners[scope]
        if view.kinds[scope] in TYPES:
            return InstanceValue(view.file, scope)
        if owner and owner != NAMELESS_ARROW and view.kinds[parent] not in TYPES:
            if owner == NAMELESS:
                return None
            return _instance_of_owner(inference, view, parent, owner)
        scope = parent
    return None


def _instance_of_owner(
    inference: Inference, view: FileView, scope: int, owner: str
) -> InstanceValue | None:
    path = read_type(owner).path or (owner,)
    for value in inference.resolve_type(view, scope, path) or ():
        if isinstance(value, TypeValue):
            return InstanceValue(value.file, value.position)
    return None


def alias_values(inference: Inference, value: InstanceValue) -> Values:
    """What an object of a type alias really is; UNKNOWN when the type is not an alias."""
    view, position = inference.view(value.file), value.position
    if view.kinds[position] != "type_alias":
        return UNKNOWN
    parent = view.parents[position]
    bound = view.binding(parent, view.names[position])
    return bound_values(inference, Site(view, parent), bound) if bound else UNKNOWN


def find_lineage(inference: Inference, file: int, position: int) -> Lineage:
    """A type and everything it inherits from."""
    if inference.view(file).kinds[position] == "module":  # a namespace inherits nothing
        return Lineage(_definitions(inference, file, position), True)
    places, is_complete = _definitions(inference, file, position), True
    bases = list(alias_values(inference, InstanceValue(file, position)))
    for part_file, part_position in places:
        view = inference.view(part_file)
        outer = view.parents[part_position]
        for type_text in view.base_types.get(part_position, ()):
            path = read_type(type_text).path
            values = inference.resolve_type(view, outer, path) if path else None
            types = [
                value
                for value in values or ()
                if isinstance(value, TypeValue) and (value.file, value.position) not in places
            ]
            is_complete = is_complete and bool(types)
            bases += types
    for base in bases:
        if isinstance(base, (TypeValue, InstanceValue)):
            inherited = inference.lineage(base.file, base.position)
            is_complete = is_complete and inherited.is_complete
            places += [place for place in inherited.places if place not in places]
    return Lineage(places, is_complete)


def _definitions(inference: Inference, file: int, position: int) -> list[SymbolPlace]:
    """A type and the other places that define parts of it, if its language allows that."""
    view = inference.view(file)
    places = [(file, position)]
    if not view.rules.open_types:
        return places
    type_path = view.type_path(position)
    kinds = TYPES if view.kinds[position] in TYPES else ("module",)
    for place in inference.index.places_named(view.names[position])[:MAX_PLACES]:
        other_file, other_position = place
        other = inference.view(other_file)
        is_type = other.rules is view.rules and other.kinds[other_position] in kinds
        is_near = other.facts.module == view.facts.module or not view.rules.package_scope
        if not is_type or not is_near or place in places:
            continue
        if other.type_path(other_position) == type_path:
            places.append(place)
    return places
