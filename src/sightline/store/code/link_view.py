"""The index as those see it who judge links to code: names and files, nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.model.indexed import IndexedFile, IndexedSymbol
from sightline.store.code import history, reader
from sightline.store.sqlite.database import Database


class IndexView:
    """What judging links asks of the index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._files: dict[str, IndexedFile | None] = {}

    def is_whole(self) -> bool:
        """Whether everything was looked at once, so that what is not found is not there."""
        return reader.is_ready(self._index)

    def qualified(self, name: str) -> Sequence[IndexedSymbol]:
        """The symbols with this qualified name."""
        return reader.symbols_qualified(self._index, name)

    def named(self, name: str) -> Sequence[IndexedSymbol]:
        """The symbols with this name."""
        return reader.symbols_named(self._index, name, limit=50)

    def file(self, path: str) -> IndexedFile | None:
        """The file with this path."""
        if path not in self._files:
            self._files[path] = reader.file_at(self._index, path)
        return self._files[path]

    def inside(self, file: IndexedFile, name: str) -> Sequence[IndexedSymbol]:
        """The symbols of a file with this name."""
        symbols = reader.symbols_in_file(self._index, file.id)
        return [symbol for symbol in symbols if symbol.name == name]

    def files_named(self, base: str) -> Sequence[IndexedFile]:
        """The files with this base name."""
        return reader.files_ending(self._index, base)

    def renamed(self, path: str) -> str:
        """What a commit renamed the file with this path to; empty when none did."""
        return history.renamed(self._index).get(path, "")
