"""One run over an index: compare it with the files on disk, read what changed, resolve, read history."""

import json
import marshal
import os
import time
from collections.abc import Callable, Iterable

from sightline.errors import OverlayRefused
from sightline.index.changes import Batch, Changes, compare
from sightline.index.history.commits import history_shape, read_new_commits
from sightline.index.overlay.update import update_scip
from sightline.index.reading.pool import read_files
from sightline.index.resolving.edges import resolve_all
from sightline.index.resolving.manifests import import_prefixes
from sightline.index.source_rules import SourceNames
from sightline.index.stats import IndexStats
from sightline.parse.languages import Languages
from sightline.store.code.history_writer import PastWriter
from sightline.store.code.writer import CodeMeta, CodeWriter
from sightline.store.sqlite.database import Database
from sightline.workspace import git
from sightline.workspace.files import Entry, Listing, Rules, package_of, stamps_of, stat_files

Progress = Callable[[str, int, int], None]

WORKERS = 2
# A run that reads more files than this touches most of the index.
_MANY = 200


class Run:
    """One run over an open index whose lease is held."""

    def __init__(
        self,
        index: Database,
        root: str,
        rules: Rules,
        *,
        folders: tuple[str, ...] = (),
        progress: Progress | None = None,
        workers: int = WORKERS,
        scip: str = "",
    ) -> None:
        self.index, self.root, self.rules = index, root, rules
        self.folders, self.workers, self.scip = folders, workers, scip
        self.stats = IndexStats()
        self.meta = CodeMeta(index)
        self._writer: CodeWriter | None = None
        self._languages: Languages | None = None
        self._progress = progress or (lambda phase, done, total: None)
        self._stamps = self.meta.stamps()
        self._ready = self.meta.get("state") == "ready"
        self._phase_start = os.times()
        self.may_be_source = self._source_names().may_be_source

    @property
    def writer(self) -> CodeWriter:
        """The writer of the index, created on first use."""
        if self._writer is None:
            self._writer = CodeWriter(self.index)
        return self._writer

    @property
    def languages(self) -> Languages:
        """The languages, loaded on first use."""
        if self._languages is None:
            # Parsed language files are cached in the index; its recipe tells when they change.
            cached = self.meta.get("languages")
            self._languages = Languages(self.folders, marshal.loads(cached) if cached else None)
            if not cached and not self._languages.problems:
                self.meta.put(languages=marshal.dumps(self._languages.options, 2))
        return self._languages

    def list_named(self, paths: list[str]) -> tuple[Listing, list[str]]:
        """List only the named files and folders, with all paths the index has under these names."""
        folders = tuple(path + "/" for path in paths)
        exact = frozenset(paths)
        indexed = [path for path in self._stamps if path in exact or path.startswith(folders)]
        every = dict.fromkeys((*paths, *indexed))
        candidates = [path for path in every if self.may_be_source(path)]
        return stat_files(self.root, candidates, self.rules), indexed

    def bring_up_to_date(self, listing: Listing, indexed: Iterable[str] | None = None) -> None:
        """Read changed files, remove those that are gone, resolve all that depend on either.

        `indexed` are the paths of the index to compare with; None for all of them.
        """
        stamps = self._stamps
        whole = indexed is None
        if indexed is not None:
            stamps = {path: stamps[path] for path in indexed}
        else:
            self._read_manifests(listing.manifests)
        self._end_phase("list")
        changes = compare(self.root, listing, stamps, time.time_ns())
        self._end_phase("compare")
        self.stats.files_skipped = changes.same
        self.stats.errors += [f"{skip.path}: {skip.reason}" for skip in listing.skipped]
        if changes.todo or changes.touched or changes.gone:
            self._progress("reading", 0, len(changes.todo))
        if not self._ready or len(changes.todo) > _MANY:
            # Mapped pages would count as memory of the run.
            self.index.statement("PRAGMA mmap_size=0")
        self._drop(changes)
        self._read(changes.todo, listing.packages)
        self._end_phase("read")
        if whole:
            self._read_scip()
        self.resolve()
        if changes.todo or changes.gone or (whole and not self._ready):
            with self.index.transaction():
                self.writer.finish(ready=whole)
                if whole:
                    self.meta.put(updated=time.time_ns() // 1_000_000)
            self._end_phase("finish")

    def resolve(self) -> None:
        """Make the edges of all files that have none or whose edges may have changed."""
        if not self.meta.has_unresolved():
            return
        stored_prefixes = json.loads(self.meta.get("prefixes") or "{}")
        counts = resolve_all(self.writer, self.languages, stored_prefixes, self._progress)
        self.stats.edges_created = counts.edges
        self.stats.problems += counts.failed_files
        self._end_phase("resolve")

    def read_history(self, limit: int) -> None:
        """Read the commits since the last run."""
        head_state = git.head_state(self.root)
        head, shape = self.meta.get("history_head"), self.meta.get("history_shape")
        is_current = (head, shape) == (
            head_state.head,
            history_shape(head_state, limit, self.rules.denied),
        )
        if not is_current and (head or limit):
            self.stats.commits_read = read_new_commits(
                PastWriter(self.index),
                self.root,
                head_state,
                limit,
                self._progress,
                self.rules.denied,
            )
        self.meta.put(head=head_state.head, updated=time.time_ns() // 1_000_000)
        self._end_phase("history")

    def _source_names(self) -> SourceNames:
        names = SourceNames.load(self.meta)
        if names is None:
            names = SourceNames.of_languages(self.languages)
            names.save(self.meta)
        return names

    def _read_manifests(self, paths: tuple[str, ...]) -> None:
        """Update import prefixes; when they changed, every file must be resolved again."""
        stamps = json.dumps(stamps_of(self.root, paths))
        if stamps == self.meta.get("manifests"):
            return
        new_prefixes = json.dumps(import_prefixes(self.root, paths), sort_keys=True)
        with self.index.transaction():
            self.meta.put(manifests=stamps)
            if new_prefixes != (self.meta.get("prefixes") or "{}"):
                self.meta.put(prefixes=new_prefixes)
                self.writer.unresolve_all()

    def _drop(self, changes: Changes) -> None:
        if not changes.gone and not changes.touched:
            return
        batch = Batch(self.writer, self._stamps, others_resolved=self._ready)
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
        batch = Batch(self.writer, self._stamps, others_resolved=self._ready)
        # A file may have crashed the previous run if that left work: then use a helper.
        in_process = None if not self.meta.get("todo") else False
        # Lets readers tell how complete the index is.
        self.meta.put(todo=len(todo))
        records = read_files(
            self.root,
            sizes,
            lambda: self.languages,
            self.folders,
            self.workers,
            in_process=in_process,
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

    def _read_scip(self) -> None:
        """Take precise edges from the project's SCIP index, if it changed; a bad one is reported."""
        try:
            self.stats.errors += update_scip(self.meta, self.root, self.scip)
        except OverlayRefused as refusal:
            self.stats.errors.append(refusal.message)
        self._end_phase("scip")

    def _flush(self, batch: Batch, left: int) -> None:
        with self.index.transaction():
            batch.write()
            self.meta.put(todo=left)
        batch.report(self.stats)

    def _end_phase(self, name: str) -> None:
        """Record the CPU time of a phase, that of helper processes separately."""
        start, end = self._phase_start, os.times()
        own = end.user + end.system - start.user - start.system
        helpers = (
            end.children_user + end.children_system - start.children_user - start.children_system
        )
        for label, seconds in ((name, own), (f"{name} (helpers)", helpers)):
            if seconds >= 0.005:
                self.stats.phases[label] = round(seconds, 3)
        self._phase_start = end
