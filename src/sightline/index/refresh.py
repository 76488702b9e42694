"""Brings the index of a working tree up to date, whole or file by file.

One writer per working tree; others go on reading. An interrupted run is taken up by the next.
Most runs find nothing to do: what reads and resolves is loaded only when it is needed.
"""

import gc
import os
import time
from collections.abc import Callable, Iterable

from sightline.errors import IndexBusy, StoreCorrupt
from sightline.index import recipe
from sightline.index.run import WORKERS, Progress, Run
from sightline.index.source_rules import rules_of
from sightline.index.stats import IndexStats
from sightline.model.project import Project
from sightline.settings.load import Settings, config_home
from sightline.store.code.lease import hold_lease, note_refresh
from sightline.store.code.metadata import CodeNotes
from sightline.store.code.stale_indexes import remove_leftovers
from sightline.store.locations import index_path
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.schema import recreate
from sightline.workspace.files import list_files

WAIT_SECONDS = 600.0
# Memory for pages and pages between two checkpoints while much is written.
_CACHE_KIB = 16_000
_CHECKPOINT_PAGES = 8_000


def refresh(
    project: Project,
    settings: Settings,
    *,
    rebuild: bool = False,
    progress: Progress | None = None,
    home: str | None = None,
    wait: float = WAIT_SECONDS,
    workers: int = WORKERS,
) -> IndexStats:
    """Bring the whole index up to date; IndexBusy when another process writes it all that time."""

    def work(index: Database) -> IndexStats:
        run = Run(
            index,
            project.root,
            rules_of(settings),
            folders=language_folders(),
            progress=progress,
            workers=workers,
        )
        run.bring_up_to_date(list_files(project.root, run.rules, run.wanted))
        run.read_history(settings.integer("index.history_commits"))
        return run.stats

    stats = _with_index(project, work, rebuild=rebuild, home=home, wait=wait)
    remove_leftovers(time.time_ns() // 1_000_000, home)
    return stats


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

    def work(index: Database) -> IndexStats:
        folders = language_folders()
        run = Run(index, project.root, rules_of(settings), folders=folders, workers=0)
        run.bring_up_to_date(*run.named(named))
        return run.stats

    return _with_index(project, work, rebuild=False, home=home, wait=wait)


def language_folders() -> tuple[str, ...]:
    """Where a user may have put languages of their own."""
    folder = os.path.join(config_home(), "languages")
    return (folder,) if os.path.isdir(folder) else ()


def _with_index(
    project: Project,
    work: Callable[[Database], IndexStats],
    *,
    rebuild: bool,
    home: str | None,
    wait: float,
) -> IndexStats:
    """Hold the lease, open the index, make it anew where it must be, and do the work."""
    started = time.perf_counter()
    lease = hold_lease(project.worktree_id, home, wait)
    if lease is None:
        raise IndexBusy(root=project.root)
    path = index_path(project.worktree_id, home)
    with lease:
        try:
            stats = _once(path, project.root, work, rebuild)
        except StoreCorrupt:
            # Opening it again finds the mark of damage and starts anew.
            stats = _once(path, project.root, work, rebuild)
        note_refresh(project.worktree_id, home)
        stats.seconds = round(time.perf_counter() - started, 3)
        return stats


def _once(
    path: str, root: str, work: Callable[[Database], IndexStats], rebuild: bool
) -> IndexStats:
    index = open_database(path, "index")
    collecting = gc.isenabled()
    try:
        index.statement(f"PRAGMA cache_size=-{_CACHE_KIB}")
        index.statement(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
        made_by = recipe.of(language_folders())
        if rebuild or CodeNotes(index).get("recipe") != made_by:
            _start_anew(index, root, made_by)
        # Nothing here makes cycles worth looking for, and looking takes a sixth of the time.
        gc.disable()
        return work(index)
    finally:
        if collecting:
            gc.enable()
        index.close()


def _start_anew(index: Database, root: str, made_by: str) -> None:
    recreate(index)
    CodeNotes(index).put(recipe=made_by, state="building", root=root)
