"""Keeps the index fresh while a process lives: refreshes it after file events, debounced.

Of all processes that want to watch a working tree, one does; another takes over when it ends.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable

from sightline.errors import IndexBusy
from sightline.index.refresh import refresh, refresh_files
from sightline.index.source_rules import path_rules
from sightline.index.stats import IndexStats
from sightline.model.project import Project
from sightline.settings.load import Settings
from sightline.store.code.lease import hold_watch
from sightline.workspace.files import Rules, list_files
from sightline.workspace.privacy import is_paused

Report = Callable[[IndexStats], None]
# Refreshes the named files, or with None everything; raises IndexBusy when another process does.
Refresh = Callable[[list[str] | None], IndexStats]

# With this many changes at once some events may be lost: the whole tree is compared.
MANY = 500
_LONGEST_MS = 5_000
_BEGIN_MS = 1_000
_TAKEOVER_SECONDS = 2.0
_RETRY_SECONDS = 1.0


def watch(
    project: Project,
    settings: Settings,
    stop: threading.Event,
    *,
    report: Report | None = None,
    home: str | None = None,
    bring: Refresh | None = None,
) -> None:
    """Refresh the index now and after every change, until `stop` is set.

    `bring` refreshes elsewhere, for instance in a process of its own; the default is this process.
    """
    bring = _unless_paused(project, home, bring or _in_this_process(project, settings, home))
    lock = None
    while not stop.is_set() and lock is None:
        lock = hold_watch(project.worktree_id, home)
        if lock is None:
            stop.wait(_TAKEOVER_SECONDS)
    if lock is None:
        return
    with lock:
        _Watch(project, settings, stop, report or _ignore, bring).run()


def _ignore(stats: IndexStats) -> None:
    """Report nothing."""


def _unless_paused(project: Project, home: str | None, bring: Refresh) -> Refresh:
    """Refreshes nothing while the project is paused, and everything after that."""
    missed = False

    def bring_unless_paused(paths: list[str] | None) -> IndexStats:
        nonlocal missed
        if is_paused(project, home):
            missed = True
            return IndexStats()
        stats = bring(None if missed else paths)
        missed = False
        return stats

    return bring_unless_paused


def _in_this_process(project: Project, settings: Settings, home: str | None) -> Refresh:
    def bring(paths: list[str] | None) -> IndexStats:
        if paths is None:
            return refresh(project, settings, home=home, wait=0.0)
        return refresh_files(project, settings, paths, home=home, wait=0.0)

    return bring


class _Watch:
    """Watches one working tree."""

    def __init__(
        self,
        project: Project,
        settings: Settings,
        stop: threading.Event,
        report: Report,
        bring: Refresh,
    ) -> None:
        self.project, self.settings, self.stop = project, settings, stop
        self.report, self.bring = report, bring
        self.quiet_ms = max(settings.integer("index.debounce_ms"), 1)

    def run(self) -> None:
        """Watch the tree until told to stop."""
        self._refresh(None)
        while not self.stop.is_set():
            try:
                self._watch_events()
            except Exception:  # too many folders for the system, or an unmounted disk
                self._poll()

    def _watch_events(self) -> None:
        """Handle file events until folders appear or vanish, which need a new subscription."""
        from watchfiles import watch as events  # takes 0.1 s to load and is needed only here

        recursive = sys.platform != "linux"
        # Linux watches each folder separately: only those of the project, not node_modules.
        folders = [self.project.root] if recursive else self._folders()
        begun = False
        for changes in events(
            *folders,
            *self._git_folders(),
            watch_filter=None,
            recursive=recursive,
            step=self.quiet_ms,
            debounce=max(self.quiet_ms, _LONGEST_MS),
            stop_event=self.stop,
            raise_interrupt=False,
            ignore_permission_denied=True,
            yield_on_timeout=True,
            rust_timeout=_BEGIN_MS,
        ):
            if not begun:
                # Now that events arrive, catch up with changes before the first one.
                begun = True
                self._refresh(None)
                if not recursive and self._folders() != folders:
                    return
            elif changes and self._refresh_changes([p for _, p in changes]) and not recursive:
                return

    def _refresh_changes(self, full_paths: list[str]) -> bool:
        """Refresh what changed; returns whether folders appeared or vanished."""
        inside, head_moved = [], False
        for full_path in full_paths:
            if self._is_git(full_path):
                head_moved = head_moved or os.path.basename(full_path) == "HEAD"
                continue
            path = os.path.relpath(full_path, self.project.root).replace(os.sep, "/")
            if not path.startswith("../"):
                inside.append(path)
        if head_moved or len(inside) > MANY:
            # After a branch switch or a commit there may be new history too.
            self._refresh(None)
            return True
        folders = [path for path in inside if self._is_folder(path)]
        paths = [path for path in inside if path not in folders] + self._below(folders)
        if paths:
            self._refresh(paths)
        return bool(folders) or any(not self._exists(path) for path in inside)

    def _refresh(self, paths: list[str] | None) -> None:
        while not self.stop.is_set():
            try:
                stats = self.bring(paths)
            except IndexBusy:
                # Another process is refreshing and may have compared before this change.
                self.stop.wait(_RETRY_SECONDS)
                continue
            except Exception:  # the next change or the next poll tries again
                return
            self.report(stats)
            return

    def _poll(self) -> None:
        """Without file events: compare the tree, with long pauses."""
        started = time.monotonic()
        self._refresh(None)
        self.stop.wait(max(5.0, 50 * (time.monotonic() - started)))

    def _folders(self) -> list[str]:
        folders = {""}
        for entry in list_files(self.project.root, self._rules()).files:
            folder = entry.path.rpartition("/")[0]
            while folder not in folders:
                folders.add(folder)
                folder = folder.rpartition("/")[0]
        return [os.path.join(self.project.root, folder) for folder in sorted(folders)]

    def _below(self, folders: Iterable[str]) -> list[str]:
        """The project's files below new folders."""
        if not folders:
            return []
        starts = tuple(folder + "/" for folder in folders)
        listing = list_files(self.project.root, self._rules())
        return [entry.path for entry in listing.files if entry.path.startswith(starts)]

    def _rules(self) -> Rules:
        return path_rules(self.settings)

    def _git_folders(self) -> list[str]:
        """The folders in which git records a branch switch and a commit."""
        folders = (self.project.git_dir, os.path.join(self.project.git_dir, "logs"))
        return [folder for folder in folders if self.project.git_dir and os.path.isdir(folder)]

    def _is_git(self, full_path: str) -> bool:
        git_dir = self.project.git_dir
        return bool(git_dir) and full_path.startswith(git_dir + os.sep)

    def _is_folder(self, path: str) -> bool:
        return os.path.isdir(os.path.join(self.project.root, path))

    def _exists(self, path: str) -> bool:
        return os.path.lexists(os.path.join(self.project.root, path))
