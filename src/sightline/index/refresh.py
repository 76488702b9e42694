"""Brings the index of a working tree up to date, whole or file by file.

One process at a time writes an index, while others read it. The next run continues an interrupted
one.
"""

import gc
import os
import time
from collections.abc import Callable, Iterable

from sightline.errors import IndexBusy, NoIndex, StoreCorrupt
from sightline.index.overlay.join import Joined, store_outside
from sightline.index.overlay.update import OverlaySource, forget_outside
from sightline.index.run import WORKERS, Progress, Run
from sightline.index.source_rules import path_rules, recipe
from sightline.index.stats import IndexStats
from sightline.model.project import Project
from sightline.settings.load import Settings, config_home
from sightline.store.code.lease import hold_lease, note_refresh
from sightline.store.code.stale_indexes import remove_stale_indexes
from sightline.store.code.writer import CodeMeta
from sightline.store.locations import index_path
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.schema import recreate
from sightline.workspace.files import list_files
from sightline.workspace.source import Sources

WAIT_SECONDS = 600.0
# Page cache and pages between two checkpoints while a run writes much.
_CACHE_KIB = 16_000
_CHECKPOINT_PAGES = 800  # 13 MB


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
    """Bring the whole index up to date; raises IndexBusy when another process writes it too long."""

    def work(index: Database) -> IndexStats:
        run = Run(
            index,
            project.root,
            path_rules(settings),
            folders=language_folders(),
            progress=progress,
            workers=workers,
            scip=settings.text("index.scip"),
        )
        run.bring_up_to_date(list_files(project.root, run.rules, run.may_be_source))
        run.read_history(settings.integer("index.history_commits"))
        return run.stats

    stats = _with_index(project, work, rebuild=rebuild, home=home, wait=wait)
    remove_stale_indexes(time.time_ns() // 1_000_000, home)
    return stats


def refresh_files(
    project: Project,
    settings: Settings,
    paths: Iterable[str],
    *,
    home: str | None = None,
    wait: float = 5.0,
) -> IndexStats:
    """Bring only these files up to date; a folder stands for all files below it."""
    named = [path.replace(os.sep, "/").strip("/") for path in paths]

    def work(index: Database) -> IndexStats:
        folders = language_folders()
        run = Run(index, project.root, path_rules(settings), folders=folders, workers=0)
        run.bring_up_to_date(*run.list_named(named))
        return run.stats

    return _with_index(project, work, rebuild=False, home=home, wait=wait)


def import_overlay(
    project: Project,
    settings: Settings,
    source: OverlaySource,
    *,
    home: str | None = None,
    wait: float = 30.0,
) -> list[Joined]:
    """Take references from outside into the graph; raises OverlayRefused if they do not fit."""
    joined: list[Joined] = []

    def work(index: Database) -> IndexStats:
        folders = language_folders()
        run = Run(index, project.root, path_rules(settings), folders=folders, workers=0)
        if run.meta.get("state") != "ready":
            raise NoIndex(path=project.root)
        outsides = source(index, project.root)
        paths = [file.path for outside in outsides for file in outside.files]
        run.bring_up_to_date(*run.list_named(paths))
        sources = Sources(project.root)
        with index.transaction():
            joined.extend(store_outside(index, sources, outside) for outside in outsides)
        run.resolve()
        return run.stats

    _with_index(project, work, rebuild=False, home=home, wait=wait)
    return joined


def clear_overlay(
    project: Project, settings: Settings, *, home: str | None = None, wait: float = 30.0
) -> int:
    """Forget all references from outside; returns the number of files that had some."""
    counts: list[int] = []

    def work(index: Database) -> IndexStats:
        run = Run(index, project.root, path_rules(settings), folders=language_folders(), workers=0)
        with index.transaction():
            counts.append(forget_outside(run.meta))
        run.resolve()
        return run.stats

    _with_index(project, work, rebuild=False, home=home, wait=wait)
    return counts[0]


def language_folders() -> tuple[str, ...]:
    """The folder of the user's own languages, if it exists."""
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
    """Hold the lease, open the index, rebuild it where necessary, and do the work."""
    started = time.perf_counter()
    lease = hold_lease(project.worktree_id, home, wait)
    if lease is None:
        raise IndexBusy(root=project.root)
    path = index_path(project.worktree_id, home)
    with lease:
        try:
            stats = _work_once(path, project.root, work, rebuild)
        except StoreCorrupt:
            # Opening the index again detects the damage and recreates it.
            stats = _work_once(path, project.root, work, rebuild)
        note_refresh(project.worktree_id, home)
        stats.seconds = round(time.perf_counter() - started, 3)
        return stats


def _work_once(
    path: str, root: str, work: Callable[[Database], IndexStats], rebuild: bool
) -> IndexStats:
    index = open_database(path, "index")
    collecting = gc.isenabled()
    try:
        index.statement(f"PRAGMA cache_size=-{_CACHE_KIB}")
        index.statement(f"PRAGMA wal_autocheckpoint={_CHECKPOINT_PAGES}")
        current_recipe = recipe(language_folders())
        if rebuild or CodeMeta(index).get("recipe") != current_recipe:
            recreate(index)
            CodeMeta(index).put(recipe=current_recipe, state="building", root=root)
        # A run creates no reference cycles worth collecting, and the collector takes a sixth of it.
        gc.disable()
        return work(index)
    finally:
        if collecting:
            gc.enable()
        index.empty_journal()
        index.close()
