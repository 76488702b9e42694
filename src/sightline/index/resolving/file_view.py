"""One file's facts, arranged for looking names up in them."""

from __future__ import annotations

from typing import NamedTuple

from sightline.index.resolving.resolution_rules import ResolutionRules
from sightline.index.resolving.type_syntax import read_type
from sightline.index.resolving.values import InstanceValue, Values
from sightline.parse.facts import STAR, Bound, Expression, FileFacts
from sightline.parse.scopes import TYPES

_NO_SYMBOLS: dict[str, list[int]] = {}


class ImportSource(NamedTuple):
    """What a local name is imported from: the module as the import spells it, and a member or ""."""

    module: str
    member: str


_NO_IMPORTS: dict[str, ImportSource] = {}


class FileView:
    """A file: which symbols each scope has, what it imports, what each type extends.

    `names`, `kinds`, `parents` and `owners` describe the file's symbols by position. The owner of
    a symbol is the type, as text, that it is a member of where it is defined apart from it.
    """

    __slots__ = (
        "_enclosing_types",
        "_imports",
        "_line_dependent_names",
        "_symbols",
        "base_types",
        "bindings",
        "detached_members",
        "duplicate_imports",
        "embedded_types",
        "facts",
        "file",
        "kinds",
        "local_names",
        "module_cache",
        "names",
        "owners",
        "parents",
        "path",
        "rules",
        "self_value_cache",
        "top_level_cache",
        "top_level_names",
        "type_cache",
        "wildcard_imports",
    )

    def __init__(self, file: int, path: str, facts: FileFacts, rules: ResolutionRules) -> None:
        self.file, self.path, self.facts, self.rules = file, path, facts, rules
        self.names: tuple[str, ...]
        self.kinds: tuple[str, ...]
        self.parents: tuple[int, ...]
        self.owners: tuple[str, ...]
        self.names, self.kinds, self.parents, self.owners = zip(*facts.symbols, strict=True)
        self.bindings = facts.bindings
        self._line_dependent_names: set[str] | None = None
        self._enclosing_types: dict[int, int] = {}
        # Answers that inference and module lookup cache file by file.
        self.self_value_cache: dict[int, InstanceValue | None] = {}
        self.top_level_cache: dict[str, Values | None] = {}
        self.type_cache: dict[tuple[str, ...], Values | None] = {}
        self.module_cache: dict[str, str | None] = {}
        self._arrange_symbols()
        self._arrange_imports()
        self._arrange_base_types()
        self.top_level_names = {
            *self.symbols_in(0),
            *self.bindings.get(0, ()),
            *self.imports_in(0),
        }
        # All names that some scope below the top level defines.
        self.local_names: set[str] = set()
        for scopes in (facts.bindings, self._symbols, self._imports):
            for scope, names in scopes.items():
                if scope > 0:
                    self.local_names.update(names)

    def _arrange_symbols(self) -> None:
        self._symbols: dict[int, dict[str, list[int]]] = {}
        self.detached_members: dict[str, list[int]] = {}  # members defined outside of their type
        kinds = self.kinds
        for position, (name, _, parent, owner) in enumerate(self.facts.symbols):
            if position == 0:
                continue
            if owner and kinds[parent] not in TYPES and kinds[parent] != "type_alias":
                self.detached_members.setdefault(name, []).append(position)
                continue
            siblings = self._symbols.get(parent)
            if siblings is None:
                self._symbols[parent] = {name: [position]}
            elif name in siblings:
                siblings[name].append(position)
            else:
                siblings[name] = [position]

    def _arrange_imports(self) -> None:
        self._imports: dict[int, dict[str, ImportSource]] = {}
        # Earlier imports of a name that is imported twice: a trait and a macro, a fast module and
        # its fallback.
        self.duplicate_imports: dict[tuple[int, str], list[ImportSource]] = {}
        self.wildcard_imports: list[str] = []
        for scope, _, local, module, member in self.facts.imports:
            if member == STAR:
                self.wildcard_imports.append(module)
            elif local:
                module = self.resolve_super(scope, module) if scope else module
                imports = self._imports.setdefault(scope, {})
                if local in imports:
                    self.duplicate_imports.setdefault((scope, local), []).append(imports[local])
                imports[local] = ImportSource(module, member)
                if self.rules.firm_imports:  # symbols of the same name stand in a closure
                    self._symbols.get(scope, {}).pop(local, None)

    def _arrange_base_types(self) -> None:
        self.base_types: dict[int, list[str]] = {}
        self.embedded_types: dict[int, dict[str, str]] = {}  # each is a member with its own name
        for scope, _, type_text, kind, _ in self.facts.bases:
            self.base_types.setdefault(scope, []).append(type_text)
            is_member = kind == "embeds" and self.kinds[scope] == "struct"
            path = read_type(type_text).path if is_member else ()
            if path:
                self.embedded_types.setdefault(scope, {})[path[-1]] = type_text

    def resolve_super(self, scope: int, path: str) -> str:
        """Rewrite a path relative to a module inside the file as one relative to the file."""
        while scope > 0 and path.startswith("super"):
            if self.kinds[scope] == "module":
                path = path[7:] if path.startswith("super::super") else "self" + path[5:]
            scope = self.parents[scope]
        return path

    def enclosing_type(self, scope: int) -> int:
        """The nearest scope that is a type, a module or a member of one; 0 if there is none."""
        enclosing = self._enclosing_types.get(scope)
        if enclosing is None:
            enclosing = scope
            while enclosing > 0:
                kind = self.kinds[enclosing]
                if self.owners[enclosing] or kind in TYPES or kind == "module":
                    break
                enclosing = self.parents[enclosing]
            enclosing = self._enclosing_types[scope] = max(enclosing, 0)
        return enclosing

    def type_path(self, scope: int) -> tuple[str, ...]:
        """The names of the types and inner modules around a scope and of itself, outermost first."""
        path: list[str] = []
        while scope > 0:
            if self.kinds[scope] in TYPES or self.kinds[scope] == "module":
                path[:0] = self.names[scope].split(self.rules.separator)
            scope = self.parents[scope]
        return tuple(path)

    def symbols_in(self, scope: int) -> dict[str, list[int]]:
        """The positions of the symbols in a scope, by name."""
        return self._symbols.get(scope, _NO_SYMBOLS)

    def has_members(self, position: int) -> bool:
        """Whether a value has functions or names inside."""
        return position in self._symbols or position in self.facts.members

    def imports_in(self, scope: int) -> dict[str, ImportSource]:
        """The imports of a scope by local name."""
        return self._imports.get(scope, _NO_IMPORTS)

    def binding(self, scope: int, name: str) -> Bound | None:
        """What a name is bound to in a scope."""
        names = self.bindings.get(scope)
        return names.get(name) if names else None

    @property
    def line_dependent_names(self) -> set[str]:
        """The names whose meaning depends on the line, in any scope of the file."""
        if self._line_dependent_names is None:
            self._line_dependent_names = {
                name
                for names in self.bindings.values()
                for name, bound in names.items()
                if bound and type(bound[0]) is tuple and type(bound[0][0]) is int
            }
        return self._line_dependent_names


# First line, last line and value of one of several bindings of a name.
LineBinding = tuple[int, int, Expression]


def line_bindings(bound: Bound) -> tuple[LineBinding, ...]:
    """The bindings of a name that is bound to several values in turn; () for any other."""
    first = bound[0] if bound else None
    return bound if isinstance(first, tuple) and isinstance(first[0], int) else ()  # type: ignore[return-value]


def reaching_line(bindings: tuple[LineBinding, ...], line: int) -> list[LineBinding]:
    """The bindings that may reach a line: back to the first whose block is still open there."""
    if not line:
        return list(bindings)
    reaching: list[LineBinding] = []
    last_start = -1
    for binding in reversed(bindings):
        start, end, _ = binding
        if start > line:
            continue
        if last_start >= 0 and start != last_start:
            break
        reaching.append(binding)
        if end >= line:
            last_start = start
    return reaching or list(bindings)


def declared_on_line(bindings: tuple[LineBinding, ...], line: int) -> list[LineBinding]:
    """The binding with the type annotation that holds on a line, whatever was assigned since."""
    for binding in reversed(bindings):
        start, end, value = binding
        if isinstance(value, str) and start <= line <= end:
            return [binding]
    return []
