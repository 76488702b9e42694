"""Finds what a name means: in scopes, enclosing types, the file, its package and its includes.

A name about which nothing is known is UNKNOWN; a name that is not visible is None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from sightline.index.resolving.file_view import (
    FileView,
    LineBinding,
    declared_on_line,
    line_bindings,
    reaching_line,
)
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.project_files import Site
from sightline.index.resolving.values import (
    MAX_VALUES,
    NULL,
    OUTSIDE,
    OUTSIDE_RESULT,
    UNKNOWN,
    FunctionValue,
    InstanceValue,
    NullValue,
    OutsideValue,
    TypeValue,
    Value,
    Values,
)
from sightline.parse.facts import Bound
from sightline.parse.scopes import FUNCTIONS, TYPES, VALUES

if TYPE_CHECKING:
    from sightline.index.resolving.inference import Inference

_TYPE_LIKE = (TypeValue, InstanceValue, OutsideValue)


class NameMeaning(NamedTuple):
    """What a name means at a site, and whether it means something else on other lines."""

    values: Values | None
    depends_on_line: bool = False


def find_in_scopes(inference: Inference, site: Site, name: str) -> NameMeaning:
    """What a name means at a site: from the innermost scope outwards, then beyond the file."""
    view, scope, self_value, line = site
    rules, is_local = view.rules, name in view.local_names
    outer = scope
    while outer > 0:
        kind = view.kinds[outer]
        if is_local and (kind not in TYPES or outer == scope or rules.implicit_self):
            here = Site(view, outer, self_value)
            bound = view.binding(outer, name)
            bindings = line_bindings(bound) if bound else ()
            if bindings:
                inside = line - view.facts.starts[outer] + 1 if line else 0
                declared = declared_on_line(bindings, inside) if rules.declared_types else []
                reaching = declared or reaching_line(bindings, inside)
                return NameMeaning(
                    _line_bound_values(inference, here, reaching), depends_on_line=True
                )
            values = _find_in_scope(inference, here, name)
            if values is not None:
                return NameMeaning(values)
        if rules.implicit_self and (kind in TYPES or view.owners[outer]):
            owner = inference.self_value(view, outer)
            values = inference.member(owner, name) if owner else None
            is_outside = values in (OUTSIDE, OUTSIDE_RESULT)
            if values is not None and (not is_outside or _is_defined(inference, owner, name)):
                return NameMeaning(values)
        elif kind == "module" and rules.modules == "include":  # a namespace, reopened many times
            values = inference.attribute(inference.namespaces(view, view.type_path(outer)), name)
            if values is not None:
                return NameMeaning(values)
        outer = view.parents[outer]
    values = find_in_file(inference, view, name, self_value)
    return NameMeaning(inference.global_type(view, scope, (name,)) if values is None else values)


def _is_defined(inference: Inference, value: InstanceValue | None, name: str) -> bool:
    """Whether a type or one of its bases has a member of that name in the project."""
    places = inference.lineage(value.file, value.position).places if value else ()
    return any(name in inference.view(file).symbols_in(position) for file, position in places)


def find_in_file(
    inference: Inference, view: FileView, name: str, self_value: InstanceValue | None = None
) -> Values | None:
    """What a name means at the top level of a file, including its package and built-ins."""
    values = find_at_top(inference, view, name, self_value)
    if view.rules.modules == "include":
        values = inference.namespaces(view, (name,)) or values
    if values is not None:
        return values
    if view.rules.package_scope:
        values = _find_in_packages(inference, view, name)
        if values is not None:
            return values
    values = find_in_wildcard_imports(inference, view, name) if view.wildcard_imports else None
    if values is not None:
        return values
    return OUTSIDE if name in view.rules.builtins else None


def find_at_top(
    inference: Inference, view: FileView, name: str, self_value: InstanceValue | None = None
) -> Values | None:
    """What a name means that a file itself defines or imports at its top level."""
    if name not in view.top_level_names:
        return None
    return _find_in_scope(inference, Site(view, 0, self_value), name)


def _find_in_scope(inference: Inference, site: Site, name: str) -> Values | None:
    """What a name means that exactly this scope defines or imports."""
    view, scope = site.view, site.scope
    positions = view.symbols_in(scope).get(name)
    if positions and len(positions) > 1 and view.rules.overloads:
        return overloaded_values(inference, site, name, positions)
    if positions:
        if view.kinds[positions[-1]] not in VALUES:
            return symbol_values(inference, view, positions[-1], site.self_value)
        if view.rules.value_members and view.has_members(positions[-1]):
            return (InstanceValue(view.file, positions[-1]),)
    bound = view.binding(scope, name)
    if bound is not None:
        return bound_values(inference, site, bound)
    imported = view.imports_in(scope).get(name)
    if imported is None:
        return None
    values = inference.resolve_import(view, imported.module, imported.member)
    if view.duplicate_imports:  # for other systems, or if the first cannot be imported
        for module, member in view.duplicate_imports.get((scope, name), ()):
            others = inference.resolve_import(view, module, member)
            if others not in (UNKNOWN, OUTSIDE, OUTSIDE_RESULT):
                is_outside = values in (OUTSIDE, OUTSIDE_RESULT)
                values = others if is_outside else tuple(dict.fromkeys(values + others))
    return values[:MAX_VALUES]


def _find_in_packages(inference: Inference, view: FileView, name: str) -> Values | None:
    """What a name means in a file's package, or in the enclosing packages that are visible."""
    module, separator = view.facts.module, view.rules.separator
    values = inference.module_member(module, name, view.rules)
    while values is None and view.rules.outer_packages and separator in module:
        module = module.rpartition(separator)[0]
        values = inference.module_member(module, name, view.rules)
    return values


def find_in_wildcard_imports(inference: Inference, view: FileView, name: str) -> Values | None:
    """What a name means in the files a file includes, or the modules it imports as a whole."""
    if view.rules.modules == "include":
        for file in inference.includes.files_with(view, name):
            values = find_at_top(inference, inference.view(file), name)
            if values is not None:
                return values
        return None
    for import_path in view.wildcard_imports:
        module = find_module(inference.index, view, import_path)
        values = inference.module_member(module, name, view.rules) if module else None
        if values is None:  # the members of a type: `import static a.Type.*`
            outer, _, type_name = import_path.rpartition(view.rules.separator)
            types = inference.resolve_import(view, outer, type_name) if outer else UNKNOWN
            types = tuple([value for value in types if isinstance(value, TypeValue)])
            values = inference.attribute(types, name)
        if values is not None and values not in (OUTSIDE, OUTSIDE_RESULT):
            return values
    return None


def find_type(
    inference: Inference, view: FileView, scope: int, path: tuple[str, ...]
) -> Values | None:
    """What the name of a type means; a variable or member of the same name does not hide it."""
    values = follow_path(inference, inference.resolve_name(Site(view, scope), path[0]), path)
    outer = scope
    while outer > 0 and len(path) > 1 and not any(isinstance(v, TypeValue) for v in values or ()):
        outer = view.parents[outer]  # a variable has no types inside
        around = inference.resolve_name(Site(view, outer), path[0])
        around = follow_path(inference, around, path)
        values = around if around and isinstance(around[0], TypeValue) else values
    if scope and not any(isinstance(value, _TYPE_LIKE) for value in values or ()):
        top = follow_path(inference, find_in_file(inference, view, path[0]), path)
        values = top if top or values is None else values
    if values is None and len(path) > 1:
        values = find_by_whole_path(inference, view, path)
        return inference.global_type(view, scope, path) if values is None else values
    return values


def find_by_whole_path(
    inference: Inference, view: FileView, path: tuple[str, ...]
) -> Values | None:
    """What a type means that is written with its whole path instead of an import."""
    if not view.rules.qualified_paths or len(path) < 2:
        return None
    module = view.rules.separator.join(path[:-1])
    values = inference.resolve_import(view, module, path[-1])
    return None if values in (UNKNOWN, OUTSIDE, OUTSIDE_RESULT) else values


def follow_path(
    inference: Inference, values: Values | None, path: tuple[str, ...]
) -> Values | None:
    """What a path means whose first name has these values."""
    for part in path[1:]:
        values = inference.attribute(values, part) if values else values
    return values


def symbol_values(
    inference: Inference, view: FileView, position: int, self_value: InstanceValue | None = None
) -> Values:
    """What a symbol is as a value."""
    kind = view.kinds[position]
    if kind in FUNCTIONS:
        return (FunctionValue(view.file, position),)
    if kind in TYPES or kind in ("type_alias", "module"):
        return (TypeValue(view.file, position),)
    parent = view.parents[position]
    bound = view.binding(parent, view.names[position])
    return bound_values(inference, Site(view, parent, self_value), bound) if bound else UNKNOWN


def overloaded_values(inference: Inference, site: Site, name: str, positions: list[int]) -> Values:
    """A method and a field that share a name: calls mean the method, reads the field."""
    view = site.view
    methods = [position for position in positions if view.kinds[position] not in VALUES]
    bound = view.binding(site.scope, name) if len(methods) < len(positions) else None
    values = symbol_values(inference, view, methods[-1], site.self_value) if methods else UNKNOWN
    functions = [position for position in methods if view.kinds[position] in FUNCTIONS]
    if functions and functions[-1] != methods[-1] and view.kinds[methods[-1]] == "module":
        values = symbol_values(inference, view, functions[-1]) + values  # a merged namespace
    return (values + bound_values(inference, site, bound) if bound else values)[:MAX_VALUES]


def bound_values(inference: Inference, site: Site, bound: Bound) -> Values:
    """The value of something bound to one of several expressions: all alternatives together."""
    bindings = line_bindings(bound)
    if not bindings:
        if len(bound) == 1:
            values = inference.evaluate(site, bound[0])  # type: ignore[arg-type]
            if len(values) > 1:
                distinct = dict.fromkeys(values)
                return tuple([v for v in distinct if not isinstance(v, NullValue)])[:MAX_VALUES]
            return UNKNOWN if values == NULL else values
        bindings = tuple([(0, 0, value) for value in bound])  # type: ignore[misc]
    return _line_bound_values(inference, site, bindings)


def _line_bound_values(inference: Inference, site: Site, bindings: Sequence[LineBinding]) -> Values:
    """The values of several bindings, each evaluated where it stands."""
    alternatives: list[Value] = []
    view, scope, self_value, _ = site
    first_line = view.facts.starts[scope]
    for start, _, expression in bindings:
        line = start + first_line - 2 if start > 1 else 0
        for value in inference.evaluate(Site(view, scope, self_value, line), expression):
            if value not in alternatives and not isinstance(value, NullValue):
                alternatives.append(value)
    return tuple(alternatives[:MAX_VALUES])
