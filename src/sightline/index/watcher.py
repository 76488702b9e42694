"""Keeps the index fresh while a process lives: file events, gathered until it is quiet.

One watcher per working tree however many processes want one; the next takes over when it ends.
"""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable

from sightline.errors import IndexBusy
from sightline.index.refresh import refresh, refresh_files
from sightline.index.source_rules import rules_of
from sightline.index.stats import IndexStats
from sightline.model.project import Project
from sightline.settings.load import Settings
from sightline.store.code.lease import hold_watch
from sightline.workspace.files import Rules, list_files

Report = Callable[[IndexStats], None]
# Brings the named files up to date, or everything; IndexBusy when another process is at it.
Bring = Callable[[list[str] | None], IndexStats]

# So many changes at once that some may have been lost on the way: the whole tree is compared.
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
    bring: Bring | None = None,
) -> None:
    """Bring the index up to date now and after every change, until told to stop.

    `bring` does the work elsewhere, in a process of its own for instance; without it, here.
    """
    bring = bring or _in_this_process(project, settings, home)
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
    """Nobody asked."""


def _in_this_process(project: Project, settings: Settings, home: str | None) -> Bring:
    # The parser comes with it, so only who works here loads it.
    def bring(paths: list[str] | None) -> IndexStats:
        if paths is None:
            return refresh(project, settings, home=home, wait=0.0)
        return refresh_files(project, settings, paths, home=home, wait=0.0)

    return bring


class _Watch:
    def __init__(
        self,
        project: Project,
        settings: Settings,
        stop: threading.Event,
        report: Report,
        bring: Bring,
    ) -> None:
        self.project, self.settings, self.stop = project, settings, stop
        self.report, self.bring = report, bring
        self.quiet_ms = max(settings.integer("index.debounce_ms"), 1)

    def run(self) -> None:
        """Follow the tree until told to stop."""
        self._bring_up_to_date(None)
        while not self.stop.is_set():
            try:
                self._follow()
            except Exception:  # too many folders for the system, or a disk that went away
                self._compare_now_and_then()

    def _follow(self) -> None:
        """Follow file events until folders appear or vanish, which have to be followed anew."""
        from watchfiles import watch as events  # 0.1 s to load, and only here is it needed

        recursive = sys.platform != "linux"
        # Linux follows each folder by itself: those of the project only, not node_modules.
        places = [self.project.root] if recursive else self._folders()
        begun = False
        for changes in events(
            *places,
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
                # Now that it listens: what happened before it did.
                begun = True
                self._bring_up_to_date(None)
                if not recursive and self._folders() != places:
                    return
            elif changes and self._take([path for _, path in changes]) and not recursive:
                return

    def _take(self, places: list[str]) -> bool:
        """Bring in what changed; whether folders have come or gone."""
        inside, moved = [], False
        for place in places:
            if self._is_git(place):
                moved = moved or os.path.basename(place) == "HEAD"
                continue
            path = os.path.relpath(place, self.project.root).replace(os.sep, "/")
            if not path.startswith("../"):
                inside.append(path)
        if moved or len(inside) > MANY:
            # A branch switch or a commit: history may have grown too.
            self._bring_up_to_date(None)
            return True
        folders = [path for path in inside if self._is_folder(path)]
        paths = [path for path in inside if path not in folders] + self._below(folders)
        if paths:
            self._bring_up_to_date(paths)
        return bool(folders) or any(not self._exists(path) for path in inside)

    def _bring_up_to_date(self, paths: list[str] | None) -> None:
        while not self.stop.is_set():
            try:
                stats = self.bring(paths)
            except IndexBusy:
                # Another process is at it and may have looked before this change.
                self.stop.wait(_RETRY_SECONDS)
                continue
            except Exception:  # the next change or the next pass tries again
                return
            self.report(stats)
            return

    def _compare_now_and_then(self) -> None:
        """Without file events: compare the tree, at a small share of the time."""
        started = time.monotonic()
        self._bring_up_to_date(None)
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
        """The files of folders that are new, as far as they belong to the project."""
        if not folders:
            return []
        starts = tuple(folder + "/" for folder in folders)
        listing = list_files(self.project.root, self._rules())
        return [entry.path for entry in listing.files if entry.path.startswith(starts)]

    def _rules(self) -> Rules:
        return rules_of(self.settings)

    def _git_folders(self) -> list[str]:
        """Where git notes a branch switch and a commit."""
        places = (self.project.git_dir, os.path.join(self.project.git_dir, "logs"))
        return [place for place in places if self.project.git_dir and os.path.isdir(place)]

    def _is_git(self, place: str) -> bool:
        git_dir = self.project.git_dir
        return bool(git_dir) and place.startswith(git_dir + os.sep)

    def _is_folder(self, path: str) -> bool:
        return os.path.isdir(os.path.join(self.project.root, path))

    def _exists(self, path: str) -> bool:
        return os.path.lexists(os.path.join(self.project.root, path))
