"""Answers questions about names, types and expressions, and caches every answer.

The rules themselves are functions of `name_lookup`, `module_members`, `members` and `expressions`,
which ask each other through this object. It guesses nothing: what cannot be told is UNKNOWN, and
what is defined outside the project is OUTSIDE. Edges are made elsewhere.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

from sightline.index.resolving import expressions, members, module_members, name_lookup
from sightline.index.resolving.file_view import FileView
from sightline.index.resolving.includes import Includes, find_namespaces
from sightline.index.resolving.members import Lineage, TypedValue
from sightline.index.resolving.project_files import NameIndex, ProjectFiles, Site
from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.type_syntax import read_type
from sightline.index.resolving.values import (
    MAX_VALUES,
    OUTSIDE,
    OUTSIDE_RESULT,
    UNKNOWN,
    InstanceValue,
    SuperValue,
    Value,
    Values,
)
from sightline.parse.facts import Expression
from sightline.parse.languages import Languages

MAX_DEPTH = 40  # steps from one expression to the next
# Levels of inheritance and of modules that import each other: far more than real code has, and
# few enough for the interpreter's stack.
MAX_NESTING = 200


class _Missing(Enum):
    MISSING = 1


class _LineDependent(Enum):
    LINE_DEPENDENT = 1


_MISSING: Final = _Missing.MISSING  # the question was not asked before
_LINE_DEPENDENT: Final = _LineDependent.LINE_DEPENDENT  # the answer is cached line by line

Path = tuple[str, ...]
_NameKey = tuple[int, int, str, InstanceValue | None]  # file, scope, name, what `self` means


class Inference:
    """What names and expressions of a project mean.

    While an answer is being worked out, its cache holds a preliminary one, so that a question
    that leads back to itself ends there.
    """

    def __init__(self, index: NameIndex, languages: Languages) -> None:
        self.index = index
        self.files = ProjectFiles(index, languages)
        self.view = self.files.view
        self.includes = Includes(self.files)
        self._depth = 0
        self._nesting = 0
        self._names: dict[_NameKey, Values | _LineDependent | None] = {}
        self._names_by_line: dict[tuple[_NameKey, int], Values | None] = {}
        self._imports: dict[tuple[int, str, str], Values] = {}
        self._module_members: dict[tuple[str, str], Values | None] = {}
        # By language, path and the names of the types around the site.
        self._global_types: dict[tuple[str, Path, Path], Values | None] = {}
        self._namespaces: dict[tuple[int, Path], Values] = {}
        self._members: dict[tuple[bool, int, int, str], Values | None] = {}
        self._lineages: dict[tuple[int, int], Lineage] = {}
        self._results: dict[tuple[int, int, InstanceValue | None], Values] = {}

    def enter(self) -> None:
        """Count a step into a structure that may be nested endlessly; `leave` counts it back."""
        self._nesting += 1
        if self._nesting > MAX_NESTING:
            raise RecursionError

    def leave(self) -> None:
        """Undo `enter`."""
        self._nesting -= 1

    def evaluate(self, site: Site, expression: Expression) -> Values:
        """The value of an expression, or an object of a type annotation."""
        if expression is None or self._depth > MAX_DEPTH:
            return UNKNOWN
        self._depth += 1
        if isinstance(expression, str):
            values = expressions.instance_of(self, site, read_type(expression))
        else:
            values = expressions.evaluate_chain(self, site, expression)
        self._depth -= 1
        return values

    def resolve_name(self, site: Site, name: str) -> Values | None:
        """What a bare name means at a site; None when no such name is visible."""
        view, scope, self_value, line = site
        if name not in view.local_names:
            if not view.rules.implicit_self:
                return self.resolve_top_level_name(view, name)
            scope = view.enclosing_type(scope)  # only an enclosing type can have it
        key = (view.file, scope, name, self_value)
        cached = self._names.get(key, _MISSING)
        if cached is _LINE_DEPENDENT:
            return self._resolve_on_line(key, Site(view, scope, self_value, line), name)
        if cached is not _MISSING:
            return cached
        if self._depth > MAX_DEPTH:
            return UNKNOWN
        self._names[key] = UNKNOWN
        self._depth += 1
        inner = Site(view, scope, self_value, line)
        values, depends_on_line = name_lookup.find_in_scopes(self, inner, name)
        self._depth -= 1
        if depends_on_line:
            self._names[key] = _LINE_DEPENDENT
            self._names_by_line[key, line] = values
        else:
            self._names[key] = values
        return values

    def _resolve_on_line(self, key: _NameKey, site: Site, name: str) -> Values | None:
        line_key = (key, site.line)
        cached = self._names_by_line.get(line_key, _MISSING)
        if cached is not _MISSING:
            return cached
        if self._depth > MAX_DEPTH:
            return UNKNOWN
        self._names_by_line[line_key] = UNKNOWN
        self._depth += 1
        values = name_lookup.find_in_scopes(self, site, name).values
        self._depth -= 1
        self._names_by_line[line_key] = values
        return values

    def resolve_top_level_name(self, view: FileView, name: str) -> Values | None:
        """What a bare name means at the top level of a file."""
        cached = view.top_level_cache.get(name, _MISSING)
        if cached is not _MISSING:
            return cached
        if self._depth > MAX_DEPTH:
            return UNKNOWN
        view.top_level_cache[name] = UNKNOWN
        self._depth += 1
        values = name_lookup.find_in_file(self, view, name)
        if values is None:
            values = self.global_type(view, 0, (name,))
        view.top_level_cache[name] = values
        self._depth -= 1
        return values

    def resolve_type(self, view: FileView, scope: int, path: Path) -> Values | None:
        """What the name of a type means; None when the project has no such name."""
        rules = view.rules
        if path[0] in view.local_names or rules.implicit_self or rules.global_types:
            return name_lookup.find_type(self, view, scope, path)
        cached = view.type_cache.get(path, _MISSING)
        if cached is not _MISSING:
            return cached
        values = name_lookup.follow_path(self, self.resolve_top_level_name(view, path[0]), path)
        if values is None:
            values = name_lookup.find_by_whole_path(self, view, path)
        if not self._depth:  # an answer in the middle of another question may be preliminary
            view.type_cache[path] = values
        return values

    def global_type(self, view: FileView, scope: int, path: Path) -> Values | None:
        """The only type of this name in languages that see all types of a project everywhere."""
        if not view.rules.global_types:
            return None
        around = view.type_path(scope)
        key = (view.rules.name, path, around)
        cached = self._global_types.get(key, _MISSING)
        if cached is not _MISSING:
            return cached
        values = module_members.find_global_type(self, view.rules, path, around)
        self._global_types[key] = values
        return values

    def namespaces(self, view: FileView, path: Path) -> Values:
        """Every place that opens a namespace, as far as a file can see."""
        key = (view.file, path)
        values = self._namespaces.get(key)
        if values is None:
            values = self._namespaces[key] = find_namespaces(self, view, path)
        return values

    def resolve_import(self, view: FileView, module: str, member: str) -> Values:
        """What an import of a file means; `member` is "" for the module itself."""
        key = (view.file, module, member)
        values = self._imports.get(key)
        if values is None:
            self._imports[key] = UNKNOWN
            values = self._imports[key] = module_members.find_imported(self, view, module, member)
        return values

    def module_member(self, module: str, name: str, rules: ResolutionRules) -> Values | None:
        """What a name means in a module, seen from outside."""
        key = (module, name)
        cached = self._module_members.get(key, _MISSING)
        if cached is not _MISSING:
            return cached
        self._module_members[key] = None
        self.enter()
        values = module_members.find_module_member(self, module, name, rules)
        self.leave()
        self._module_members[key] = values
        return values

    def self_value(self, view: FileView, scope: int) -> InstanceValue | None:
        """An object of the type that a scope belongs to."""
        cached = view.self_value_cache.get(scope, _MISSING)
        if cached is not _MISSING:
            return cached
        view.self_value_cache[scope] = None
        value = view.self_value_cache[scope] = members.find_self_value(self, view, scope)
        return value

    def attribute(self, values: Values | None, name: str) -> Values | None:
        """What a member of any of these values is; None when none has a member of that name."""
        return members.find_attribute(self, values, name) if values else None

    def member(self, value: TypedValue, name: str) -> Values | None:
        """What a type or its bases have under a name.

        If the project defines none but a base is outside, that base may have it, or a subtype.
        """
        is_super = isinstance(value, SuperValue)
        key = (is_super, value.file, value.position, name)
        cached = self._members.get(key, _MISSING)
        if cached is not _MISSING:
            return cached
        self._members[key] = None
        lineage = self.lineage(value.file, value.position)
        places = lineage.places[1:] if is_super else lineage.places
        values = members.find_member(self, places, name, InstanceValue(value.file, value.position))
        if values is None and not lineage.is_complete:
            values = OUTSIDE if self.view(value.file).rules.firm_results else OUTSIDE_RESULT
        self._members[key] = values
        return values

    def lineage(self, file: int, position: int) -> Lineage:
        """A type and everything it inherits from."""
        key = (file, position)
        lineage = self._lineages.get(key)
        if lineage is None:
            self._lineages[key] = Lineage([key], True)
            self.enter()
            lineage = self._lineages[key] = members.find_lineage(self, file, position)
            self.leave()
        return lineage

    def call_result(self, file: int, position: int, receiver: InstanceValue | None) -> Values:
        """What a call of a function returns; `receiver` is the object it is called on."""
        view = self.view(file)
        returned = view.facts.returns.get(position)
        if not returned:
            return self._overload_results(view, position, receiver)
        if receiver is None or view.kinds[position] != "method":
            receiver = self.self_value(view, position)
        key = (file, position, receiver)
        values = self._results.get(key)
        if values is None:
            if self._depth > MAX_DEPTH:
                return UNKNOWN
            self._results[key] = UNKNOWN
            self._depth += 1
            values = name_lookup.bound_values(self, Site(view, position, receiver), returned)
            self._results[key] = values
            self._depth -= 1
        return values

    def _overload_results(
        self, view: FileView, position: int, receiver: InstanceValue | None
    ) -> Values:
        """What the overloads of a function that returns nothing return: one of them may be meant."""
        if not view.rules.overloads:
            return UNKNOWN
        owner = self.self_value(view, position)
        values: dict[Value, None] = {}
        for file, other in self.index.places_named(view.names[position]):
            is_overload = file == view.file and view.facts.returns.get(other)
            if is_overload and self.self_value(view, other) == owner:
                values.update(dict.fromkeys(self.call_result(file, other, receiver)))
        return tuple(values)[:MAX_VALUES]
