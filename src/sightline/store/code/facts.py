"""Answers what resolving asks about all files, from the index: facts, modules and names.

Remembers little, so that a project of any size can be resolved in bounded memory.
"""

from __future__ import annotations

from sightline.store.sqlite.database import Database

Place = tuple[int, int]  # a file and a position in its symbols

_MOST_NAMES = 100_000
# Of more symbols the names are asked for one by one: all of them would need too much memory.
_MOST_GATHERED = 300_000
_FILE = 32  # bits of a place that are its position
# Files read with one that is asked for where most will be; those held that nobody asked for yet.
_TOGETHER = 32
_MOST_AHEAD = 1_000


class StoredFacts:
    """The facts of every file of an open index."""

    def __init__(self, index: Database) -> None:
        self._index = index
        self._named: dict[str, tuple[Place, ...]] = {}
        self._modules: dict[str, tuple[int, ...]] = {}
        self._paths: dict[int, str] = {}
        self._all_modules = False
        self._gathered: dict[str, int | list[int]] | None = None
        self._ahead: dict[int, bytes] = {}
        self.loaded = 0  # how many bytes of facts were asked for

    @property
    def is_gathered(self) -> bool:
        """Whether most of the files will be asked for."""
        return self._all_modules

    def gather(self) -> None:
        """Learn all paths, modules and names at once: for when most of them will be asked for."""
        modules: dict[str, list[int]] = {}
        for file, path, module in self._index.rows("code_write.all_modules"):
            self._paths[file] = path
            modules.setdefault(module, []).append(file)
        self._modules = {module: tuple(files) for module, files in modules.items()}
        self._all_modules = True
        if int(self._index.value("code.meta", key="symbols") or 0) > _MOST_GATHERED:
            return
        gathered: dict[str, int | list[int]] = {}
        for name, file, position in self._index.stream("code_write.all_places"):
            place = file << _FILE | position
            known = gathered.setdefault(name, place)
            if known is not place:
                if isinstance(known, list):
                    known.append(place)
                else:
                    gathered[name] = [known, place]
        self._gathered = gathered

    def packed(self, file: int) -> bytes:
        """The facts of a file as they are stored."""
        if self._all_modules:
            if file not in self._ahead:
                self._read_from(file)
            packed = self._ahead.pop(file, b"")
        else:
            packed = bytes(self._index.value("code_write.packed_facts", file_id=file) or b"")
        self.loaded += len(packed)
        return packed

    def _read_from(self, file: int) -> None:
        """Read the facts of a file, and of those that come after it."""
        if len(self._ahead) > _MOST_AHEAD:
            self._ahead.clear()
        self._ahead.update(
            self._index.rows("code_write.packed_facts_from", file_id=file, most=_TOGETHER)
        )

    def packed_of(self, files: list[int]) -> dict[int, bytes]:
        """The same of several files."""
        packed = dict.fromkeys(files, b"")
        if files:
            rows = self._index.rows("code_write.packed_facts_of", ids=files)
            packed.update((file, bytes(facts)) for file, facts in rows)
            self.loaded += sum(map(len, packed.values()))
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
            if self._all_modules:
                return ()
            rows = self._index.rows("code_write.files_of_module", module=module)
            paths: dict[int, str] = dict(rows)
            self._paths.update(paths)
            files = self._modules[module] = tuple(paths)
        return files

    def named(self, name: str) -> tuple[Place, ...]:
        """All functions, methods, types and macros with a name, those inside functions aside."""
        places = self._named.get(name)
        if places is None:
            if len(self._named) >= _MOST_NAMES:
                self._named.clear()
            places = self._named[name] = self._places(name)
        return places

    def _places(self, name: str) -> tuple[Place, ...]:
        if self._gathered is None:
            rows = self._index.rows("code_write.places_named", name=name)
            return tuple((row[0], row[1]) for row in rows)
        found = self._gathered.get(name, ())
        every = (found,) if isinstance(found, int) else found
        return tuple((place >> _FILE, place & 0xFFFFFFFF) for place in every)
