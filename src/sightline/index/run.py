"""One run over an index: compare with what lies on disk, read what changed, resolve, remember.

What reads and resolves is imported where it is used: a run that finds nothing needs none of it.
"""

import json
import marshal
import os
import time
from collections.abc import Callable, Iterable

from sightline.index import source_suffixes
from sightline.index.batch import Batch
from sightline.index.changes import Changes, compare, known_files
from sightline.index.history import commits
from sightline.index.reading.pool import read_files
from sightline.index.resolving.edges import resolve_all
from sightline.index.resolving.manifests import import_prefixes
from sightline.index.stats import IndexStats
from sightline.parse.languages import Languages
from sightline.store.code.history_writer import PastWriter
from sightline.store.code.metadata import CodeNotes
from sightline.store.code.writer import CodeWriter
from sightline.store.sqlite.database import Database
from sightline.workspace import git
from sightline.workspace.files import Entry, Listing, Rules, package_of, stamps_of, stat_files

Progress = Callable[[str, int, int], None]

WORKERS = 2
# With more files than this to read a run goes over most of the index.
_MANY = 200


def history_shape(standing: git.HeadState, limit: int) -> str:
    """How far back history was asked for, and was there: another shape is read anew."""
    return f"{limit} {standing.shallow}" if standing.head and limit else ""


class Run:
    """One run over an open index, whose lease is held."""

    def __init__(
        self,
        index: Database,
        root: str,
        rules: Rules,
        *,
        folders: tuple[str, ...] = (),
        progress: Progress | None = None,
        workers: int = WORKERS,
    ) -> None:
        self.index, self.root, self.rules = index, root, rules
        self.folders, self.workers = folders, workers
        self.stats = IndexStats()
        self.notes = CodeNotes(index)
        self._writer: CodeWriter | None = None
        self._loaded: Languages | None = None
        self._progress = progress or (lambda phase, done, total: None)
        self._known = known_files(self.notes)
        self._ready = self.notes.get("state") == "ready"
        self._mark = os.times()
        self.wanted = self._endings().wanted

    @property
    def writer(self) -> "CodeWriter":
        """What fills the index, loaded when first asked for."""
        if self._writer is None:
            self._writer = CodeWriter(self.index)
        return self._writer

    @property
    def languages(self) -> "Languages":
        """The languages, loaded when first asked for."""
        if self._loaded is None:
            # Kept with the index, whose recipe says when it no longer holds.
            known = self.notes.get("languages")
            self._loaded = Languages(self.folders, marshal.loads(known) if known else None)
            if not known and not self._loaded.problems:
                self.notes.put(languages=marshal.dumps(self._loaded.described, 2))
        return self._loaded

    def named(self, paths: list[str]) -> tuple[Listing, list[str]]:
        """A listing of the named files only, and all that the index has under these names."""
        folders = tuple(path + "/" for path in paths)
        exact = frozenset(paths)
        concerned = [path for path in self._known if path in exact or path.startswith(folders)]
        candidates = [path for path in dict.fromkeys((*paths, *concerned)) if self.wanted(path)]
        return stat_files(self.root, candidates, self.rules), concerned

    def bring_up_to_date(self, listing: Listing, concerned: Iterable[str] | None = None) -> None:
        """Read what changed, take out what is gone, resolve what depends on either."""
        known = self._known
        whole = concerned is None
        if concerned is not None:
            known = {path: known[path] for path in concerned}
        else:
            self._read_manifests(listing.manifests)
        self._phase("list")
        changes = compare(self.root, listing, known, time.time_ns())
        self._phase("compare")
        self.stats.files_skipped = changes.same
        self.stats.errors += [f"{skip.path}: {skip.reason}" for skip in listing.skipped]
        if changes.todo or changes.touched or changes.gone:
            self._progress("reading", 0, len(changes.todo))
        if not self._ready or len(changes.todo) > _MANY:
            # All that is mapped counts as memory of the run.
            self.index.statement("PRAGMA mmap_size=0")
        self._drop(changes)
        self._read(changes.todo, listing.packages)
        self._phase("read")
        self._resolve()
        self._phase("resolve")
        if changes.todo or changes.gone or (whole and not self._ready):
            with self.index.transaction():
                self.writer.finish(ready=whole)
                if whole:
                    self.notes.put(updated=time.time_ns() // 1_000_000)
            self._phase("finish")

    def read_history(self, limit: int) -> None:
        """Read the commits that came since the last time."""
        standing = git.head_state(self.root)
        known = (self.notes.get("history_head"), self.notes.get("history_shape"))
        if known != (standing.head, history_shape(standing, limit)) and (known[0] or limit):
            past = PastWriter(self.index)
            self.stats.commits_read = commits.bring_up_to_date(
                past, self.root, standing, limit, self._progress
            )
        self.notes.put(head=standing.head, updated=time.time_ns() // 1_000_000)
        self._phase("history")

    def _endings(self) -> source_suffixes.Endings:
        known = source_suffixes.remembered(self.notes)
        if known is None:
            known = source_suffixes.of_languages(self.languages)
            source_suffixes.remember(self.notes, known)
        return known

    def _read_manifests(self, paths: tuple[str, ...]) -> None:
        """Import prefixes; where they changed, what imports mean has changed everywhere."""
        stamps = json.dumps(stamps_of(self.root, paths))
        if stamps == self.notes.get("manifests"):
            return
        found = json.dumps(import_prefixes(self.root, paths), sort_keys=True)
        with self.index.transaction():
            self.notes.put(manifests=stamps)
            if found != (self.notes.get("prefixes") or "{}"):
                self.notes.put(prefixes=found)
                self.writer.unresolve_all()

    def _drop(self, changes: Changes) -> None:
        if not changes.gone and not changes.touched:
            return
        batch = Batch(self.writer, self._known, others_resolved=self._ready)
        with self.index.transaction():
            self.writer.restamp(changes.touched)
            for path in changes.gone:
                batch.drop(path)
            batch.write()
        self.stats.files_removed = len(changes.gone)

    def _read(self, todo: list[Entry], packages: frozenset[str]) -> None:
        if not todo:
            return
        sizes = [(entry.path, entry.size) for entry in todo]
        batch = Batch(self.writer, self._known, others_resolved=self._ready)
        # What ended the run before this one may have been a file: it is left to a helper then.
        alone = None if not self.notes.get("todo") else False
        # Readers meanwhile can say how complete the index is.
        self.notes.put(todo=len(todo))
        records = read_files(
            self.root, sizes, lambda: self.languages, self.folders, self.workers, alone=alone
        )
        for done, record in enumerate(records, 1):
            self._progress("reading", done, len(todo))
            if isinstance(record, str):
                batch.drop(record)
            else:
                batch.add(record, package_of(record.path, packages))
            if batch.is_full:
                self._flush(batch, len(todo) - done)
        self._flush(batch, 0)

    def _resolve(self) -> None:
        if not self.notes.has_unresolved():
            return
        prefixes = json.loads(self.notes.get("prefixes") or "{}")
        counts = resolve_all(self.writer, self.languages, prefixes, self._progress)
        self.stats.edges_created = counts.edges
        self.stats.problems += counts.failed_files

    def _flush(self, batch: "Batch", left: int) -> None:
        with self.index.transaction():
            batch.write()
            self.notes.put(todo=left)
        batch.report(self.stats)

    def _phase(self, name: str) -> None:
        """Note what a phase cost in processor time, that of its helpers apart."""
        spent = os.times()
        for label, now, before in (
            (name, spent.user + spent.system, self._mark.user + self._mark.system),
            (
                f"{name} (helpers)",
                spent.children_user + spent.children_system,
                self._mark.children_user + self._mark.children_system,
            ),
        ):
            if now - before >= 0.005:
                self.stats.phases[label] = round(now - before, 3)
        self._mark = spent
