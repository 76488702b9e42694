"""Answers what resolving asks about all files, from the index: facts, modules and names.

Remembers little, so that a project of any size can be resolved in bounded memory.
"""

from __future__ import annotations

from sightline.store.database import Database

Place = tuple[int, int]  # a file and a position in its symbols

_MOST_NAMES = 100_000


class StoredFacts:
    """The facts of every file of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._named: dict[str, tuple[Place, ...]] = {}
        self._modules: dict[str, tuple[int, ...]] = {}
        self._paths: dict[int, str] = {}
        self.loaded = 0  # how many bytes of facts were asked for

    def packed(self, file: int) -> bytes:
        """The facts of a file as they are stored."""
        packed = bytes(self._index.value("code_write.packed_facts", file_id=file) or b"")
        self.loaded += len(packed)
        return packed

    def path(self, file: int) -> str:
        """The path of a file inside the project."""
        path = self._paths.get(file)
        if path is None:
            path = self._paths[file] = str(self._index.value("code_write.path_of", file_id=file))
        return path

    def files_of(self, module: str) -> tuple[int, ...]:
        """The files that make up a module, in order of their paths."""
        files = self._modules.get(module)
        if files is None:
            rows = self._index.rows("code_write.files_of_module", module=module)
            files = self._modules[module] = tuple(row[0] for row in rows)
        return files

    def named(self, name: str) -> tuple[Place, ...]:
        """All functions, methods, types and macros with a name, those inside functions aside."""
        places = self._named.get(name)
        if places is None:
            if len(self._named) >= _MOST_NAMES:
                self._named.clear()
            rows = self._index.rows("code_write.places_named", name=name)
            places = self._named[name] = tuple((row[0], row[1]) for row in rows)
        return places
