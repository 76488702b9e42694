"""Finds what imports, members of modules and types visible in the whole project mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.module_lookup import find_module
from sightline.index.resolving.name_lookup import find_at_top, find_in_wildcard_imports
from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.values import OUTSIDE, UNKNOWN, ModuleValue, TypeValue, Values
from sightline.parse.facts import STAR
from sightline.parse.scopes import TYPES

if TYPE_CHECKING:
    from sightline.index.resolving.inference import Inference

MAX_PLACES = 200  # symbols of one name that are looked at

# First words of paths into the crate of a file, wherever its modules are (Rust).
_OWN_MODULES = frozenset(("crate", "self", "super"))


def find_imported(inference: Inference, view: FileView, import_path: str, member: str) -> Values:
    """What an import of a file means; `member` is "" for the module itself."""
    rules, index = view.rules, inference.index
    separator = rules.separator
    module = find_module(index, view, import_path)
    if module == "":  # the root folder: its members are modules
        return (ModuleValue(member, rules),) if index.files_of(member) else UNKNOWN
    if module is None:
        return _find_imported_path(inference, view, import_path, member)
    if not member:
        exports = _find_exports(inference, module, rules) if rules.exports else ()
        return (ModuleValue(module, rules), *exports)
    submodule = module + separator + member
    if module == view.facts.module and index.files_of(submodule):
        return (ModuleValue(submodule, rules),)  # `from . import name` in the package itself
    values = inference.module_member(module, member, rules)
    if values is None and not index.files_of(module):
        return _find_member_of_type(inference, view, module, member)
    if not values and index.files_of(submodule):
        return (ModuleValue(submodule, rules),)
    return UNKNOWN if values is None else values


def _find_imported_path(
    inference: Inference, view: FileView, import_path: str, member: str
) -> Values:
    """What an import means whose path is not that of a module: a submodule, a type, its member."""
    separator = view.rules.separator
    submodule = (
        find_module(inference.index, view, import_path + separator + member) if member else None
    )
    if submodule:
        return (ModuleValue(submodule, view.rules),)
    if view.rules.global_types and not view.rules.package_scope:
        path = (*import_path.split(separator), *filter(None, [member]))
        values = inference.global_type(view, 0, path)
        if values:
            return values
    return _find_member_of_type(inference, view, import_path, member)


def _find_exports(inference: Inference, module: str, rules: ResolutionRules) -> Values:
    """The values that stand for a module as a whole: `module.exports = name`."""
    exports = [inference.module_member(module, name, rules) for name in rules.exports]
    return tuple([value for values in exports for value in values or ()])


def _find_member_of_type(
    inference: Inference, view: FileView, import_path: str, member: str
) -> Values:
    """A member of a type or inner module that is imported like a module: `a.B.c`."""
    outer, _, name = import_path.rpartition(view.rules.separator)
    # `mod name;` is a file of the crate, wherever an attribute places it.
    is_own = import_path.partition(view.rules.separator)[0] in _OWN_MODULES or not (outer or member)
    nothing = UNKNOWN if is_own and view.rules.modules == "crate" else OUTSIDE
    if not outer or not member:
        return nothing
    module = find_module(inference.index, view, outer)
    if module is None or not inference.index.files_of(module):
        return nothing
    holder = inference.module_member(module, name, view.rules)
    values = inference.attribute(holder, member)
    if values is None:
        return UNKNOWN if holder else nothing
    return values


def find_module_member(
    inference: Inference, module: str, name: str, rules: ResolutionRules
) -> Values | None:
    """What a name means in a module, seen from outside."""
    values: Values | None = None
    reexports = rules.modules != "package"  # imports of a file in a package are private to it
    for view in inference.files.views_with(module, name):
        if reexports or name not in view.imports_in(0):
            values = find_at_top(inference, view, name)
        if values is not None:
            break
    if values is None and reexports:
        for view in inference.files.views_with(module, STAR):
            values = values or find_in_wildcard_imports(inference, view, name)
    submodule = module + rules.separator + name
    if values is None and inference.index.files_of(submodule):
        return (ModuleValue(submodule, rules),)
    return values


def find_global_type(
    inference: Inference, rules: ResolutionRules, path: tuple[str, ...], around: tuple[str, ...]
) -> Values | None:
    """The type that a path means anywhere in the project, seen from inside the types `around`."""
    definitions: dict[tuple[str, ...], list[tuple[int, int, int]]] = {}
    places = [*inference.index.places_named(path[-1])[:MAX_PLACES]]
    for length in range(2, len(path) + 1):  # `module A.B` is one name
        places += inference.index.places_named(rules.separator.join(path[-length:]))[:MAX_PLACES]
    for file, position in places:
        view = inference.view(file)
        kind = view.kinds[position]
        # Only C and its descendants share types across languages, through their headers.
        is_related = view.rules.global_types and view.rules.modules == rules.modules
        if not is_related or (kind not in TYPES and kind not in ("module", "type_alias")):
            continue
        type_path = view.type_path(position)
        outer = type_path[: -len(path)]
        if type_path[-len(path) :] == path and _is_visible(view, position, outer, around):
            # Of a type that is reopened, the place with the most members counts.
            size = len(view.symbols_in(position))
            definitions.setdefault(type_path, []).append((-size, file, position))
    if not definitions:
        return None
    shared = {full: _shared_length(full[: -len(path)], around) for full in definitions}
    nearest = [full for full in definitions if shared[full] == max(shared.values())]
    if len(nearest) > 1:
        return None
    _, file, position = min(definitions[nearest[0]])
    return (TypeValue(file, position),)


def _is_visible(
    view: FileView, position: int, outer: tuple[str, ...], around: tuple[str, ...]
) -> bool:
    """Whether a type can be named without its outer types: inside of a class only in there."""
    parent_kind = view.kinds[view.parents[position]] if outer else ""
    if parent_kind not in TYPES or around[: len(outer)] == outer:
        return True
    return view.rules.modules == "include" and parent_kind in ("struct", "union")  # as in C


def _shared_length(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """How many leading names two paths have in common."""
    length = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            break
        length += 1
    return length
