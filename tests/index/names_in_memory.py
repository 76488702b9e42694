"""A test double for the index that resolving asks: the facts of a few files, held in memory."""

from collections.abc import Sequence

from sightline.index.resolving.project_files import SymbolPlace
from sightline.parse.facts import FileFacts, has_at_top, unpack
from sightline.parse.scopes import FUNCTIONS

_UNLISTED = ("section", "variable", "const", "field")


class NamesInMemory:
    """Answers like the stored index, from facts added file by file."""

    def __init__(self, folders: dict[str, str] | None = None) -> None:
        self._packed: dict[int, bytes] = {}
        self._paths: dict[int, str] = {}
        self._modules: dict[str, list[int]] = {}
        self._places: dict[str, list[SymbolPlace]] = {}
        self._folders = folders or {}

    def add(self, file: int, path: str, packed: bytes) -> None:
        """Add a file; call in order of paths."""
        facts = unpack(packed)
        self._packed[file] = packed
        self._paths[file] = path
        self._modules.setdefault(facts.module, []).append(file)
        for position, (name, kind, parent, _) in enumerate(facts.symbols):
            if position and kind not in _UNLISTED and facts.symbols[parent][1] not in FUNCTIONS:
                self._places.setdefault(name, []).append((file, position))

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""
        return unpack(self._packed[file])

    def files_with(self, files: Sequence[int], name: str) -> Sequence[int]:
        """The given files that have a name at their top level."""
        return [file for file in files if has_at_top(self._packed[file], name)]

    def path(self, file: int) -> str:
        """The path of a file inside the project."""
        return self._paths[file]

    def files_of(self, module: str) -> Sequence[int]:
        """The files of a module, in order of their paths."""
        return self._modules.get(module, ())

    def places_named(self, name: str) -> Sequence[SymbolPlace]:
        """All functions, methods, types and macros with a name, except those inside functions."""
        return self._places.get(name, ())

    def folder_of(self, prefix: str) -> str | None:
        """The folder that a manifest gives an import prefix."""
        return self._folders.get(prefix)
