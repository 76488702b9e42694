"""Brings the index of a working tree up to date: what changed is read, resolved and written.

One writer per working tree; others go on reading. An interrupted run is taken up by the next.
"""

import gc
import json
import os
import time
from collections.abc import Callable, Iterable

from sightline.errors import IndexBusy, StoreCorrupt
from sightline.index import history, recipe
from sightline.index.batch import Batch
from sightline.index.changes import Changes, compare, known_files
from sightline.index.edges import resolve_all
from sightline.index.manifests import prefixes
from sightline.index.pool import WORKERS, read_files
from sightline.index.rules import rules_of
from sightline.index.stats import IndexStats
from sightline.model.project import Project
from sightline.parse.languages import Languages
from sightline.settings import Settings, config_home
from sightline.store.code_writer import CodeWriter
from sightline.store.database import Database, open_database
from sightline.store.homes import index_path
from sightline.store.lease import hold_lease, note_refresh
from sightline.store.past_writer import PastWriter
from sightline.store.schema import recreate
from sightline.workspace import git
from sightline.workspace.files import Entry, Listing, Rules, list_files, package_of, stat_files

Progress = Callable[[str, int, int], None]

_WAIT_SECONDS = 600.0
# Pages kept in memory and pages between two checkpoints while much is written.
_CACHE_KIB = 16_000
_CHECKPOINT_PAGES = 8_000


def refresh(
    project: Project,
    settings: Settings,
    *,
    rebuild: bool = False,
    progress: Progress | None = None,
    home: str | None = None,
    wait: float = _WAIT_SECONDS,
    workers: int = WORKERS,
) -> IndexStats:
    """Bring the whole index up to date; IndexBusy when another process writes it all that time."""

    def work(run: Run) -> None:
        run.bring_up_to_date(list_files(project.root, run.rules, run.wanted))
        run.read_history(settings.integer("index.history_commits"))

    return _with_index(project, settings, work, rebuild, progress, home, wait, workers)


def refresh_files(
    project: Project,
    settings: Settings,
    paths: Iterable[str],
    *,
    home: str | None = None,
    wait: float = 5.0,
) -> IndexStats:
    """Bring only these files up to date, by the same rules; folders stand for all below them."""
    named = [path.replace(os.sep, "/").strip("/") for path in paths]

    def work(run: Run) -> None:
        run.bring_up_to_date(*run.named(named))

    return _with_index(project, settings, work, False, None, home, wait, 0)


def language_folders() -> tuple[str, ...]:
    """Where a user may have put languages of their own."""
    folder = os.path.join(config_home(), "languages")
    return (folder,) if os.path.isdir(folder) else ()


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
        self.languages = Languages(folders)
        self.stats = IndexStats()
        self.writer = CodeWriter(index)
        self._progress = progress or (lambda phase, done, total: None)
        self._known = known_files(self.writer)
        self._ready = self.writer.get("state") == "ready"
        self._prefixes: dict[str, str] = json.loads(self.writer.get("prefixes") or "{}")
        self._mark = os.times()

    def wanted(self, path: str) -> bool:
        """Whether a file of this name may be one we read: a known ending, or none at all."""
        return "." not in path.rpartition("/")[2] or self.languages.of_path(path) is not None

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
            self._read_manifests(listing)
        self._phase("list")
        changes = compare(self.root, listing, known, time.time_ns())
        self._phase("compare")
        self.stats.files_skipped = changes.same
        self.stats.errors += [f"{skip.path}: {skip.reason}" for skip in listing.skipped]
        self._drop(changes)
        self._read(changes.todo, listing.packages)
        self._phase("read")
        self._resolve()
        self._phase("resolve")
        if changes.todo or changes.gone or (whole and not self._ready):
            with self.index.transaction():
                self.writer.finish(ready=whole)
            self._phase("finish")

    def read_history(self, limit: int) -> None:
        """Read the commits that came since the last time."""
        past = PastWriter(self.index)
        standing = git.standing(self.root)
        self.stats.commits_read = history.bring_up_to_date(
            past, self.root, standing, limit, self._progress
        )
        self.writer.put(head=standing.head, updated=time.time_ns() // 1_000_000)
        self._phase("history")

    def _read_manifests(self, listing: Listing) -> None:
        """Import prefixes; where they changed, what imports mean has changed everywhere."""
        found = prefixes(self.root, listing.manifests)
        if found != self._prefixes:
            self._prefixes = found
            with self.index.transaction():
                self.writer.put(prefixes=json.dumps(found, sort_keys=True))
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
        done = 0
        # Readers meanwhile can say how complete the index is.
        self.writer.put(todo=len(todo))
        gc.disable()
        try:
            for record in read_files(self.root, sizes, self.folders, self.workers):
                done += 1
                self._progress("reading", done, len(todo))
                if isinstance(record, str):
                    batch.drop(record)
                else:
                    batch.add(record, package_of(record.path, packages))
                if batch.is_full:
                    self._flush(batch, len(todo) - done)
            self._flush(batch, 0)
        finally:
            gc.enable()

    def _resolve(self) -> None:
        self.stats.edges_created = resolve_all(
            self.writer, self.languages, self._prefixes, self._progress
        )

    def _flush(self, batch: Batch, left: int) -> None:
        with self.index.transaction():
            batch.write()
            self.writer.put(todo=left)
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


def _with_index(
    project: Project,
    settings: Settings,
    work: Callable[[Run], None],
    rebuild: bool,
    progress: Progress | None,
    home: str | None,
    wait: float,
    workers: int,
) -> IndexStats:
    started = time.perf_counter()
    lease = hold_lease(project.worktree_id, home, wait)
    if lease is None:
        raise IndexBusy(root=project.root)
    with lease:
        for attempt in (1, 2):
            try:
                stats = _once(project, settings, work, rebuild, progress, home, workers)
                break
            except StoreCorrupt:
                # Opening it again finds the mark of damage and starts anew.
                if attempt == 2:
                    raise
        note_refresh(project.worktree_id, home)
        stats.seconds = time.perf_counter() - started
        return stats


def _once(
    project: Project,
    settings: Settings,
    work: Callable[[Run], None],
    rebuild: bool,
    progress: Progress | None,
    home: str | None,
    workers: int,
) -> IndexStats:
    index = open_database(index_path(project.worktree_id, home), "index")
    try:
        index.statement(f"PRAGMA cache_size=-{_CACHE_KIB}")
        index.statement(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
        folders = language_folders()
        made_by = recipe.of(folders)
        if rebuild or CodeWriter(index).get("recipe") != made_by:
            recreate(index)
            CodeWriter(index).put(recipe=made_by, state="building", root=project.root)
        run = Run(
            index,
            project.root,
            rules_of(settings),
            folders=folders,
            progress=progress,
            workers=workers,
        )
        work(run)
        return run.stats
    finally:
        index.close()
