"""Resolves the files that changed and those that depend on them, and writes their edges.

Memory is bounded: what resolving caches is dropped after a number of files. A file that cannot
be resolved loses only its own edges, and the failure is recorded as a problem.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sightline.errors import SightlineError
from sightline.index.overlay.merge import OverlayMerge
from sightline.index.resolving.resolver import Resolver
from sightline.model.code import FileReferences
from sightline.parse.facts import FileFacts, has_at_top, unpack
from sightline.parse.languages import Languages
from sightline.store.code.edge_writer import EdgeWriter
from sightline.store.code.facts import StoredFacts
from sightline.store.code.writer import CodeWriter

Progress = Callable[[str, int, int], None]

_BATCH = 300  # files resolved between two transactions
_MAX_LOADED = 12_000_000  # bytes of facts loaded before all caches are dropped
# With more files than this to resolve, loading all names at once is faster.
_MANY = 200
_FAILED = "its references could not be resolved"


class ResolveCounts(NamedTuple):
    """How many edges were written, and how many files could not be resolved."""

    edges: int
    failed_files: int


class FailedFile(NamedTuple):
    """A file that could not be resolved, and why."""

    file: int
    message: str


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
        if self._stored.is_preloaded:
            return files  # all of them will be loaded anyway
        packed = self._packed
        packed.update(self._stored.packed_of([file for file in files if file not in packed]))
        return [file for file in files if has_at_top(packed[file], name)]


def resolve_all(
    writer: CodeWriter,
    languages: Languages,
    prefixes: dict[str, str],
    progress: Progress,
) -> ResolveCounts:
    """Resolve every file that is not resolved yet, and write its edges."""
    edges = EdgeWriter(writer.index)
    files = edges.unresolved()
    is_first_run = edges.begin(many=len(files) > _MANY)
    stored = StoredFacts(writer.index)
    if len(files) > _MANY:
        writer.index.statement("PRAGMA mmap_size=0")
        stored.preload()
        edges.load_all_ids()
    resolver = _FileResolver(stored, prefixes, languages)
    batch: list[tuple[int, FileReferences]] = []
    edge_count = failed_count = 0
    if not files:
        with writer.index.transaction():
            edges.finish()
    for done, file in enumerate(files, 1):
        batch.append((file, resolver.references(file)))
        if len(batch) >= _BATCH or done == len(files):
            with writer.index.transaction():
                edge_count += edges.replace(batch, fresh=is_first_run)
                edges.set_failures([file for file, _ in batch], resolver.failed)
                writer.put(todo=len(files) - done)
                if done == len(files):
                    edges.finish()
            failed_count += len(resolver.failed)
            resolver.failed.clear()
            batch.clear()
            progress("resolving", done, len(files))
    return ResolveCounts(edge_count, failed_count)


class _FileResolver:
    """Resolves file after file; starts with empty caches after a failure or many loaded facts."""

    def __init__(self, stored: StoredFacts, prefixes: dict[str, str], languages: Languages) -> None:
        self._stored, self._prefixes, self._languages = stored, prefixes, languages
        self._resolver = self._new_resolver()
        self._overlay = OverlayMerge(stored.index)
        self.failed: list[FailedFile] = []

    def references(self, file: int) -> FileReferences:
        """What a file refers to; nothing when it cannot be resolved."""
        if self._stored.bytes_read > _MAX_LOADED:
            self._stored.bytes_read = 0
            self._resolver = self._new_resolver()
        try:
            own = self._resolver.references(file)
            return self._overlay.merged(file, own, self._resolver.inference)
        except SightlineError:
            raise  # the index itself cannot be used
        except Exception as error:  # one odd file must not cost all others their edges
            self.failed.append(FailedFile(file, f"{_FAILED} ({type(error).__name__})"))
            self._resolver = self._new_resolver()  # the caches may hold preliminary answers
            return FileReferences([], [])

    def _new_resolver(self) -> Resolver:
        return Resolver(StoredNames(self._stored, self._prefixes), self._languages)
