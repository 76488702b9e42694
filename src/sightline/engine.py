"""The reading side, wired: one project with its settings, its clock and its databases.

Holds no logic. Databases open on first use, so that a hook pays only for what it reads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from enum import Enum

from sightline.errors import NoIndex, StoreError, StoreMissing
from sightline.memory.share.visibility import update_visibility
from sightline.model.project import Project
from sightline.settings.folders import assistant_folder
from sightline.settings.load import Settings, data_home, load
from sightline.store.locations import activity_path, index_path, memory_path
from sightline.store.projects import locate, settle
from sightline.store.sqlite.database import Database, open_database
from sightline.workspace.git_files import read_origin
from sightline.workspace.identity import find_project, is_deliberate, project_stamp


class Lifetime(Enum):
    """How long an engine is used: decides how long it waits for locks and what it records."""

    # One event: waits briefly, records no project, and may end without closing its databases.
    HOOK = "hook"
    # One command: records the project only when `Engine.settle` is called; may run git.
    COMMAND = "command"
    # Many requests: records the project when it opens; may run git.
    SERVER = "server"


# Cosines by the numbers of memories, for a text and some projects (None for all).
Similar = Callable[[Database, str, tuple[str, ...] | None], Mapping[int, float]]

# How near the meaning of texts is to a question; empty if that is not known.
Near = Callable[[str, Sequence[str]], Sequence[float]]

# How long a statement waits for a locked database, in milliseconds.
BUSY_MS = {Lifetime.HOOK: 120, Lifetime.COMMAND: 5000, Lifetime.SERVER: 5000}


def clock() -> int:
    """The time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Engine:
    """One project, ready to be queried."""

    def __init__(
        self,
        project: Project,
        settings: Settings,
        lifetime: Lifetime,
        *,
        now: Callable[[], int],
        busy_ms: int,
        home: str,
    ) -> None:
        self.project = project
        self.settings = settings
        self.now = now
        self.home = home
        # The engines of all roots of a server, this one included.
        self.siblings: tuple[Engine, ...] = (self,)
        # Finds memories by meaning, where the process may load a model for it.
        self.similar: Similar | None = None
        # Compares files with a question by meaning, likewise.
        self.near: Near | None = None
        self._lifetime = lifetime
        self._busy_ms = busy_ms
        self._memory: Database | None = None
        self._activity: Database | None = None
        self._index: Database | None = None
        # The last path given to `renew`, its state on disk, and the project found there.
        self._last_path = ""
        self._last_state: tuple[int, ...] = ()
        self._last_project = project

    @property
    def memory(self) -> Database:
        """Memories, topics and turns: must not be lost."""
        if self._memory is None:
            self._memory = self._open(memory_path(self.home), "memory")
        return self._memory

    @property
    def activity(self) -> Database:
        """What was sent, seen and used: disposable."""
        if self._activity is None:
            self._activity = self._open(activity_path(self.home), "activity")
        return self._activity

    @property
    def index(self) -> Database:
        """The code of this working tree: derived; raises NoIndex if it was never indexed."""
        if self._index is None:
            path = index_path(self.project.worktree_id, self.home)
            try:
                self._index = open_database(path, "index", readonly=True, busy_ms=self._busy_ms)
            except StoreMissing:
                raise NoIndex(path=self.project.root) from None
        return self._index

    def _open(self, path: str, schema: str) -> Database:
        database = open_database(path, schema, busy_ms=self._busy_ms)
        if self._lifetime is Lifetime.HOOK:
            # A hook exits without closing; a long journal would slow down the next process.
            database.keep_journal_short()
        return database

    @property
    def is_deliberate(self) -> bool:
        """Whether the root is meant to be a project, and is not just a home directory."""
        index = index_path(self.project.worktree_id, self.home)
        return is_deliberate(self.project, index)

    def renew(self, path: str, environ: Mapping[str, str]) -> bool:
        """Prepare for another event: reload the settings and reopen replaced databases.

        Returns False if the path belongs to another project by now.
        """
        self._memory = _unless_replaced(self._memory)
        self._activity = _unless_replaced(self._activity)
        self._index = _unless_replaced(self._index)
        project = _recorded_project(self, self._project_at(path))
        if (project.id, project.root) != (self.project.id, self.project.root):
            return False
        self.settings = load(project.root, environ)
        return True

    def _project_at(self, path: str) -> Project:
        """`find_project`, cached while the path looks the same on disk."""
        state = project_stamp(path, self.project)
        if not state or (self._last_path, self._last_state) != (path, state):
            self._last_path, self._last_state = path, state
            self._last_project = find_project(path)
        return self._last_project

    def allow_similar(self, similar: Similar | None) -> None:
        """Find memories by meaning in this way, unless the settings forbid it."""
        self.similar = similar if self.settings.flag("memory.semantic") else None

    def allow_near(self, near: Near | None) -> None:
        """Compare files with a question by meaning in this way, unless the settings forbid it."""
        self.near = near if self.settings.flag("index.semantic") else None

    def settle(self) -> None:
        """Record this project and its location; runs git if its identity is in doubt."""
        refresh_origin = _origin_reader(Lifetime.COMMAND, again=True)
        self.project = settle(self.memory, refresh_origin(self.project), self.now())

    def see_shared(self) -> None:
        """Read memory files that changed, and hide memories that do not count in this tree."""
        if self._memory is None and not os.path.exists(memory_path(self.home)):
            return
        quick = self._lifetime is not Lifetime.COMMAND
        try:
            update_visibility(self.memory, self.project, self.now(), quick=quick)
        except StoreError:
            return  # a caller that needs the store gets the error there

    def close(self) -> None:
        """Close every database."""
        for database in (self._memory, self._activity, self._index):
            if database is not None:
                database.close()
        self._memory = self._activity = self._index = None


def open_engine(
    path: str,
    lifetime: Lifetime = Lifetime.SERVER,
    *,
    environ: Mapping[str, str] | None = None,
    now: Callable[[], int] = clock,
    home: str | None = None,
    busy_ms: int | None = None,
) -> Engine:
    """Open the engine of the project that a path belongs to, under its recorded id.

    `environ` is the environment of the assistant, where that is not our own; it may name the
    directory the assistant was started in, which decides for a path outside any repository.
    """
    project = find_project(path, assistant_folder(environ) if environ is not None else "")
    engine = Engine(
        project,
        _load_settings(project, environ),
        lifetime,
        now=now,
        busy_ms=BUSY_MS[lifetime] if busy_ms is None else busy_ms,
        home=home or data_home(),
    )
    if lifetime is Lifetime.SERVER:
        located = locate(engine.memory, project, _origin_reader(lifetime))
        engine.project = settle(engine.memory, located, now())
    else:
        engine.project = _recorded_project(engine, project)
    if engine.project.root != project.root:
        engine.settings = _load_settings(engine.project, environ)
    return engine


def _load_settings(project: Project, environ: Mapping[str, str] | None) -> Settings:
    return load(project.root) if environ is None else load(project.root, environ)


def _origin_reader(lifetime: Lifetime, *, again: bool = False) -> Callable[[Project], Project]:
    """The function that finds out where a repository came from; `again` if that is known."""
    if lifetime is Lifetime.HOOK:
        return read_origin
    # Runs git through `subprocess`, which hooks must not load.
    from sightline.workspace.git import find_origin, origin_from_git, refresh_origin

    if again:
        return refresh_origin
    return origin_from_git if lifetime is Lifetime.SERVER else find_origin


def _recorded_project(engine: Engine, project: Project) -> Project:
    """The project under its recorded id, if there is a store that has one."""
    if engine._memory is None and not os.path.exists(memory_path(engine.home)):
        return project
    try:
        return locate(engine.memory, project, _origin_reader(engine._lifetime))
    except StoreError:
        return project  # a caller that needs the store gets the error there


def _unless_replaced(database: Database | None) -> Database | None:
    """The database, unless another file has taken its path meanwhile; then it is closed."""
    if database is not None and database.moved():
        database.close()
        return None
    return database
