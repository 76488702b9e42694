"""Puts references from outside into the edges of a file, whose content they are true for.

Where an analyser says what a name at a line refers to, that replaces what resolving found; where it
says nothing, what resolving found stays. A call that leads out of the project is no open call.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sightline.index.overlay.join import OUTSIDE, UNKNOWN, StoredReference, read_stored
from sightline.index.resolving.calls import NAME_OF_TYPE
from sightline.index.resolving.candidates import SURE
from sightline.index.resolving.inference import Inference
from sightline.index.resolving.project_files import SymbolPlace
from sightline.model.code import FileReferences, Reference, ReferenceTarget
from sightline.model.indexed import CALLABLE, TYPES
from sightline.store.code import overlay
from sightline.store.code.overlay import PlacedSymbol
from sightline.store.sqlite.database import Database

_NOT_SCOPES = ("variable", "const", "field")
_Key = tuple[int, str]  # a line and a name in it


class _Target(NamedTuple):
    """A symbol that a reference leads to."""

    place: SymbolPlace
    kind: str
    name: str


class OverlayMerge:
    """Merges references from outside into those of one file after the other."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._is_used = overlay.has_any(index)
        self._symbols: dict[str, dict[str, list[PlacedSymbol]]] = {}
        self._files: dict[str, int] = {}

    def merged(self, file: int, own: FileReferences, inference: Inference) -> FileReferences:
        """The references of a file with those from outside, if there are any for its content."""
        if not self._is_used:
            return own
        for origin, content in reversed(overlay.fitting(self._index, file)):
            own = self._merge_one(file, own, inference, origin, read_stored(content))
        return own

    def _merge_one(
        self,
        file: int,
        own: FileReferences,
        inference: Inference,
        origin: str,
        stored: list[StoredReference],
    ) -> FileReferences:
        decided: set[_Key] = set()
        scopes = {
            **{(call.line, call.name): call.source for call in own.open_calls},
            **_scopes_of_calls(own.references, inference),
        }
        added: list[Reference] = []
        symbols = overlay.symbols_of(self._index, file)
        present = {(r.line, t.place) for r in own.references for t in r.targets}
        imports = {line for _, line, *_ in inference.view(file).facts.imports}
        for reference in stored:
            key = (reference.line, reference.name)
            if reference.path == UNKNOWN:
                continue
            target = self._target(reference) if reference.path != OUTSIDE else None
            if target is None:
                if reference.path == OUTSIDE:
                    decided.add(key)
                continue
            is_call = reference.is_call or key in scopes
            if is_call and (target.kind in CALLABLE or target.kind in TYPES):
                decided.update((key, (reference.line, target.name)))
                target, kind = self._called(target, inference), "calls"
            elif reference.line in imports:
                kind = "imports"
            else:
                kind = "type_ref" if target.kind in TYPES else "uses"
            if kind != "calls" and (reference.line, target.place) in present:
                continue
            source = scopes.get(key)
            if source is None:
                source = _scope_at(symbols, reference.line)
            edge = ReferenceTarget(kind, target.place, SURE, origin)
            added.append(Reference(source, reference.line, (edge,)))
        kept = [r for r in own.references if not self._is_decided(r, decided, inference)]
        open_calls = [call for call in own.open_calls if (call.line, call.name) not in decided]
        return FileReferences([*kept, *added], open_calls)

    def _is_decided(self, reference: Reference, decided: set[_Key], inference: Inference) -> bool:
        if reference.targets[0].kind != "calls":
            return False
        names = _called_names(reference, inference)
        return any((reference.line, name) in decided for name in names)

    def _target(self, reference: StoredReference) -> _Target | None:
        """The symbol of the index; the nearest of its overloads if the file has changed since."""
        path = reference.path
        if path not in self._symbols:
            by_name: dict[str, list[PlacedSymbol]] = {}
            identity = overlay.file_of(self._index, path)
            self._files[path] = identity.id if identity else 0
            for symbol in overlay.symbols_of(self._index, identity.id) if identity else ():
                by_name.setdefault(symbol.qualified, []).append(symbol)
            self._symbols[path] = by_name
        overloads = self._symbols[path].get(reference.qualified)
        if not overloads:
            return None
        line = reference.target_line
        symbol = min(overloads, key=lambda one: abs(one.line - line))
        return _Target((self._files[path], symbol.position), symbol.kind, symbol.name)

    def _called(self, target: _Target, inference: Inference) -> _Target:
        """What a call of a symbol runs: for a type, its own constructor if it has one."""
        if target.kind not in TYPES:
            return target
        file, position = target.place
        view = inference.view(file)
        members = view.symbols_in(position)
        for name in view.rules.constructors:
            positions = members.get(target.name if name == NAME_OF_TYPE else name)
            if positions:
                return target._replace(place=(file, positions[0]))
        return target


def _scopes_of_calls(references: Iterable[Reference], inference: Inference) -> dict[_Key, int]:
    """The calling symbols of calls by their line and the name they call."""
    return {
        (reference.line, name): reference.source
        for reference in references
        if reference.targets[0].kind == "calls"
        for name in _called_names(reference, inference)
    }


def _called_names(reference: Reference, inference: Inference) -> set[str]:
    """The names a call may be written with: of the function, or of the type it constructs."""
    names = set()
    for target in reference.targets:
        file, position = target.place
        view = inference.view(file)
        names.add(view.names[position])
        if view.names[position] in view.rules.constructors:
            names.add(view.names[view.parents[position]])
    return names


def _scope_at(symbols: list[PlacedSymbol], line: int) -> int:
    """The position of the innermost symbol around a line that can hold code."""
    scope = 0
    for symbol in symbols:
        if symbol.start_line <= line <= symbol.end_line and symbol.kind not in _NOT_SCOPES:
            scope = symbol.position
    return scope
