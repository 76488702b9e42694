"""Where names are defined: the questions resolving asks."""

from collections.abc import Sequence
from typing import Protocol

from sightline.parse.facts import FileFacts

Place = tuple[int, int]  # a file and a position in its symbols


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
