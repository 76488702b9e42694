"""Reads from the index what resolving asks about all files: facts, modules and names.

Caches are bounded, so that a project of any size can be resolved in bounded memory.
"""

from __future__ import annotations

from sightline.store.sqlite.database import Database

SymbolPlace = tuple[int, int]  # a file id and a position in the file's symbols

_MOST_NAMES = 100_000
# With more symbols than this, names are queried one by one: all of them need too much memory.
_MOST_PRELOADED = 300_000
_POSITION_BITS = 32  # of a place that is stored as one number
# Facts of this many files are read at once when most files are needed, and at most this many wait.
_AT_ONCE = 32
_MOST_AHEAD = 1_000


class StoredFacts:
    """The facts of every file of an open index."""

    def __init__(self, index: Database) -> None:
        self.index = index
        self._named: dict[str, tuple[SymbolPlace, ...]] = {}
        self._modules: dict[str, tuple[int, ...]] = {}
        self._paths: dict[int, str] = {}
        self._is_preloaded = False
        self._places: dict[str, int | list[int]] | None = None
        self._ahead: dict[int, bytes] = {}
        self.bytes_read = 0  # size of the facts that were read

    @property
    def is_preloaded(self) -> bool:
        """Whether paths, modules and names were loaded for a run over most files."""
        return self._is_preloaded

    def preload(self) -> None:
        """Load all paths, modules and names at once, for runs that need most of them."""
        modules: dict[str, list[int]] = {}
        for file, path, module in self.index.rows("code_write.all_modules"):
            self._paths[file] = path
            modules.setdefault(module, []).append(file)
        self._modules = {module: tuple(files) for module, files in modules.items()}
        self._is_preloaded = True
        if int(self.index.value("code.meta", key="symbols") or 0) > _MOST_PRELOADED:
            return
        places: dict[str, int | list[int]] = {}
        for name, file, position in self.index.stream("code_write.all_places"):
            place = file << _POSITION_BITS | position
            first = places.setdefault(name, place)
            if first is not place:
                if isinstance(first, list):
                    first.append(place)
                else:
                    places[name] = [first, place]
        self._places = places

    def packed(self, file: int) -> bytes:
        """The facts of a file as they are stored."""
        if self._is_preloaded:
            if file not in self._ahead:
                self._read_ahead(file)
            packed = self._ahead.pop(file, b"")
        else:
            packed = bytes(self.index.value("code_write.packed_facts", file_id=file) or b"")
        self.bytes_read += len(packed)
        return packed

    def _read_ahead(self, file: int) -> None:
        """Read the facts of a file and of the files after it."""
        if len(self._ahead) > _MOST_AHEAD:
            self._ahead.clear()
        self._ahead.update(
            self.index.rows("code_write.packed_facts_from", file_id=file, most=_AT_ONCE)
        )

    def packed_of(self, files: list[int]) -> dict[int, bytes]:
        """The facts of several files as they are stored."""
        packed = dict.fromkeys(files, b"")
        if files:
            rows = self.index.rows("code_write.packed_facts_of", ids=files)
            packed.update((file, bytes(facts)) for file, facts in rows)
            self.bytes_read += sum(map(len, packed.values()))
        return packed

    def path(self, file: int) -> str:
        """The path of a file inside the project."""
        path = self._paths.get(file)
        if path is None:
            path = self._paths[file] = str(self.index.value("code_write.path_of", file_id=file))
        return path

    def files_of(self, module: str) -> tuple[int, ...]:
        """The files that make up a module, in order of their paths."""
        files = self._modules.get(module)
        if files is None:
            if self._is_preloaded:
                return ()
            rows = self.index.rows("code_write.files_of_module", module=module)
            paths: dict[int, str] = dict(rows)
            self._paths.update(paths)
            files = self._modules[module] = tuple(paths)
        return files

    def named(self, name: str) -> tuple[SymbolPlace, ...]:
        """All functions, methods, types and macros with a name, except those inside functions."""
        places = self._named.get(name)
        if places is None:
            if len(self._named) >= _MOST_NAMES:
                self._named.clear()
            places = self._named[name] = self._find_places(name)
        return places

    def _find_places(self, name: str) -> tuple[SymbolPlace, ...]:
        if self._places is None:
            rows = self.index.rows("code_write.places_named", name=name)
            return tuple((file, position) for file, position in rows)
        stored = self._places.get(name, ())
        numbers = (stored,) if isinstance(stored, int) else stored
        return tuple((number >> _POSITION_BITS, number & 0xFFFFFFFF) for number in numbers)
