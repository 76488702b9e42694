"""Finds out what files refer to and writes it: those that changed, and those that depend on them.

Bounded in memory: what resolving remembers is dropped after so many files. A file that resolving
does not get through costs its own relations only, and is noted as a problem.
"""

from collections.abc import Callable, Sequence

from sightline.errors import SightlineError
from sightline.index.resolving.resolver import Resolver
from sightline.model.code import Reference
from sightline.parse.facts import FileFacts, has_at_top, unpack
from sightline.parse.languages import Languages
from sightline.store.code.edge_writer import EdgeWriter
from sightline.store.code.facts import StoredFacts
from sightline.store.code.writer import CodeWriter

Progress = Callable[[str, int, int], None]

# Files resolved between two transactions, and bytes of facts remembered before it starts anew.
_BATCH = 300
_REMEMBERED = 12_000_000
# With more files than this to resolve it is quicker to learn all names at once.
_MANY = 200
_FAILED = "its relations could not be worked out"


class StoredNames:
    """The stored index as a `NameIndex`."""

    def __init__(self, stored: StoredFacts, prefixes: dict[str, str]) -> None:
        self._stored = stored
        self._packed: dict[int, bytes] = {}
        self.path = stored.path
        self.files_of = stored.files_of
        self.places_named = stored.named
        self.folder_of = prefixes.get

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""
        return unpack(self._packed.pop(file, b"") or self._stored.packed(file))

    def files_with(self, files: Sequence[int], name: str) -> Sequence[int]:
        """The given files that have a name at their top level."""
        if self._stored.is_gathered:
            return files  # all of them will be looked at
        packed = self._packed
        packed.update(self._stored.packed_of([file for file in files if file not in packed]))
        return [file for file in files if has_at_top(packed[file], name)]


def resolve_all(
    writer: CodeWriter,
    languages: Languages,
    prefixes: dict[str, str],
    progress: Progress,
) -> tuple[int, int]:
    """Resolve every file that is to be resolved; how many relations were written and files not."""
    edges = EdgeWriter(writer.index)
    todo = edges.unresolved()
    fresh = edges.begin(many=len(todo) > _MANY)
    stored = StoredFacts(writer.index)
    if len(todo) > _MANY:
        writer.index.statement("PRAGMA mmap_size=0")
        stored.gather()
        edges.gather()
    resolving = _Resolving(stored, prefixes, languages)
    batch: list[tuple[int, list[Reference]]] = []
    written = failed = 0
    if not todo:
        with writer.index.transaction():
            edges.finish()
    for done, file in enumerate(todo, 1):
        batch.append((file, resolving.references(file)))
        if len(batch) >= _BATCH or done == len(todo):
            with writer.index.transaction():
                written += edges.replace(batch, fresh=fresh)
                edges.note_failed([file for file, _ in batch], resolving.failed)
                writer.put(todo=len(todo) - done)
                if done == len(todo):
                    edges.finish()
            failed += len(resolving.failed)
            resolving.failed.clear()
            batch.clear()
            progress("resolving", done, len(todo))
    return written, failed


class _Resolving:
    """Resolves file after file, with a new start when much is remembered or something failed."""

    def __init__(self, stored: StoredFacts, prefixes: dict[str, str], languages: Languages) -> None:
        self._stored, self._prefixes, self._languages = stored, prefixes, languages
        self._resolver = self._anew()
        self.failed: list[tuple[int, str]] = []  # files, and what is said of them

    def references(self, file: int) -> list[Reference]:
        """What a file refers to; nothing when that cannot be worked out."""
        if self._stored.loaded > _REMEMBERED:
            self._stored.loaded = 0
            self._resolver = self._anew()
        try:
            return self._resolver.references(file)
        except SightlineError:
            raise  # the index itself cannot be used
        except Exception as error:  # one odd file must not cost all others their relations
            self.failed.append((file, f"{_FAILED} ({type(error).__name__})"))
            # What it was at may be half known.
            self._resolver = self._anew()
            return []

    def _anew(self) -> Resolver:
        return Resolver(StoredNames(self._stored, self._prefixes), self._languages)
