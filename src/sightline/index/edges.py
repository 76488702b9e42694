"""Finds out what files refer to and writes it: those that changed, and those that depend on them.

Bounded in memory: what resolving remembers is dropped after so many files.
"""

from collections.abc import Callable, Sequence

from sightline.index.resolve import Resolver
from sightline.model.code import Edge
from sightline.parse.facts import FileFacts, has_at_top, unpack
from sightline.parse.languages import Languages
from sightline.store.code_writer import CodeWriter
from sightline.store.edge_writer import EdgeWriter
from sightline.store.facts import StoredFacts

Progress = Callable[[str, int, int], None]

# Files resolved between two transactions, and bytes of facts remembered before it starts anew.
_BATCH = 300
_REMEMBERED = 12_000_000
# With more files than this to resolve it is quicker to learn all names at once.
_MANY = 200


class Names:
    """The index as resolving sees it: `index.names.Names`."""

    def __init__(self, stored: StoredFacts, prefixes: dict[str, str]) -> None:
        self._stored = stored
        self._packed: dict[int, bytes] = {}
        self.path = stored.path
        self.files_of = stored.files_of
        self.named = stored.named
        self.folder_of = prefixes.get

    def facts(self, file: int) -> FileFacts:
        """The facts of a file."""
        return unpack(self._packed.pop(file, b"") or self._stored.packed(file))

    def having(self, files: Sequence[int], name: str) -> Sequence[int]:
        """Those of the files that have a name at their top."""
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
) -> int:
    """Resolve every file that is to be resolved; how many relations were written."""
    edges = EdgeWriter(writer.index)
    todo = edges.unresolved()
    fresh = edges.is_fresh()
    stored = StoredFacts(writer.index)
    if len(todo) > _MANY:
        writer.index.statement("PRAGMA mmap_size=0")
        stored.gather()
        edges.gather()
    resolver = Resolver(Names(stored, prefixes), languages)
    batch: list[tuple[int, list[Edge]]] = []
    written = 0
    for done, file in enumerate(todo, 1):
        if stored.loaded > _REMEMBERED:
            stored.loaded = 0
            resolver = Resolver(Names(stored, prefixes), languages)
        batch.append((file, resolver.edges(file)))
        if len(batch) >= _BATCH or done == len(todo):
            with writer.index.transaction():
                written += edges.replace(batch, fresh=fresh)
                if done == len(todo):
                    edges.finish()
                else:
                    writer.put(todo=len(todo) - done)
            batch.clear()
            progress("resolving", done, len(todo))
    return written
