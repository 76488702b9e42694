"""Where names are defined: the questions resolving asks, and an answer held in memory."""

from collections.abc import Sequence
from typing import Protocol

from sightline.parse.facts import FileFacts, has_at_top, unpack
from sightline.parse.scopes import FUNCTIONS

Place = tuple[int, int]  # a file and a position in its symbols

_REACHABLE = ("section", "variable", "const", "field")


class Names(Protocol):
    """What resolving needs to know of all files; files are numbers of the caller's choice."""

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""

    def having(self, files: Sequence[int], name: str) -> Sequence[int]:
        """Those of the files that have a name at their top, and perhaps others of them."""

    def path(self, file: int) -> str:
        """The path of a file inside the project."""

    def files_of(self, module: str) -> Sequence[int]:
        """The files that make up a module, in order of their paths."""

    def named(self, name: str) -> Sequence[Place]:
        """All functions, methods, types and macros with a name, those inside functions aside."""

    def folder_of(self, prefix: str) -> str | None:
        """The folder that a manifest (go.mod, Cargo.toml, package.json) gives an import prefix."""


class NamesInMemory:
    """Answers from facts held in memory: for a whole project at once."""

    def __init__(self, folders: dict[str, str] | None = None) -> None:
        self._packed: dict[int, bytes] = {}
        self._paths: dict[int, str] = {}
        self._modules: dict[str, list[int]] = {}
        self._named: dict[str, list[Place]] = {}
        self._folders = folders or {}

    def add(self, file: int, path: str, packed: bytes) -> None:
        """Makes a file known; call in order of paths."""
        facts = unpack(packed)
        self._packed[file] = packed
        self._paths[file] = path
        self._modules.setdefault(facts.module, []).append(file)
        named, symbols = self._named, facts.symbols
        for position, (name, kind, parent, _) in enumerate(symbols):
            if position and kind not in _REACHABLE and symbols[parent][1] not in FUNCTIONS:
                known = named.get(name)
                if known is None:
                    named[name] = [(file, position)]
                else:
                    known.append((file, position))

    def files(self) -> list[int]:
        """All files, in the order they were added."""
        return list(self._packed)

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""
        return unpack(self._packed[file])

    def having(self, files: Sequence[int], name: str) -> Sequence[int]:
        """Those of the files that have a name at their top."""
        return [file for file in files if has_at_top(self._packed[file], name)]

    def path(self, file: int) -> str:
        """The path of a file inside the project."""
        return self._paths[file]

    def files_of(self, module: str) -> Sequence[int]:
        """The files that make up a module, in order of their paths."""
        return self._modules.get(module, ())

    def named(self, name: str) -> Sequence[Place]:
        """All functions, methods, types and macros with a name, those inside functions aside."""
        return self._named.get(name, ())

    def folder_of(self, prefix: str) -> str | None:
        """The folder that a manifest gives an import prefix."""
        return self._folders.get(prefix)
