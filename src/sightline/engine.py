"""The reading side, wired: one project with its settings, its clock and its databases.

Holds no logic. Databases open when first used, so that a hook pays only for what it reads.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping

from sightline.errors import NoIndex, StoreError, StoreMissing
from sightline.model.project import Project
from sightline.settings.load import Settings, data_home, load
from sightline.store.locations import activity_path, index_path, memory_path
from sightline.store.projects import locate, settle
from sightline.store.sqlite.database import Database, open_database
from sightline.workspace.git_files import read_origin
from sightline.workspace.identity import find_project, project_stamp


def clock() -> int:
    """The time in milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


class Engine:
    """What every question is asked of."""

    def __init__(
        self,
        project: Project,
        settings: Settings,
        *,
        now: Callable[[], int] = clock,
        busy_ms: int = 5000,
        home: str | None = None,
        brief: bool = False,
    ) -> None:
        self.project = project
        self.settings = settings
        self.now = now
        self.busy_ms = busy_ms
        self.home = home or data_home()
        self.brief = brief
        self.siblings: tuple[Engine, ...] = (self,)
        self._memory: Database | None = None
        self._activity: Database | None = None
        self._index: Database | None = None
        # Where this served last, what stood there and which project it was.
        self._seen: tuple[str, tuple[int, ...], Project] = ("", (), project)

    @property
    def memory(self) -> Database:
        """Memories, topics and turns: precious."""
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
        """The code of this working tree: derived; NoIndex where it was never indexed."""
        if self._index is None:
            path = index_path(self.project.worktree_id, self.home)
            try:
                self._index = open_database(path, "index", readonly=True, busy_ms=self.busy_ms)
            except StoreMissing:
                raise NoIndex(path=self.project.root) from None
        return self._index

    def _open(self, path: str, schema: str) -> Database:
        database = open_database(path, schema, busy_ms=self.busy_ms)
        if self.brief:
            # Who ends without closing leaves the journal to the next; so it is kept short.
            database.keep_journal_short()
        return database

    def renew(self, path: str, environ: Mapping[str, str]) -> bool:
        """Whether this serves for another event at a path, after a while.

        Settings are as they are now, and no database is one that was replaced. Not if the path
        belongs to another project by now, or is known as another.
        """
        self.reopen()
        project = _known_project(self, self._project_at(path), read_origin)
        if (project.id, project.root) != (self.project.id, self.project.root):
            return False
        self.settings = load(project.root, environ)
        return True

    def reopen(self) -> None:
        """Let go of databases that were replaced."""
        self._memory = _if_there(self._memory)
        self._activity = _if_there(self._activity)
        self._index = _if_there(self._index)

    def _project_at(self, path: str) -> Project:
        """`find_project`, which is spared where all looks as it did the last time."""
        seen = project_stamp(path, self.project)
        if not seen or self._seen[:2] != (path, seen):
            self._seen = (path, seen, find_project(path))
        return self._seen[2]

    def settle(self) -> None:
        """Write down which project this is and where it lies; runs git where that is in doubt."""
        # Runs git by `subprocess`, which hooks need not load: they never settle.
        from sightline.workspace.git import refresh_origin

        self.project = settle(self.memory, refresh_origin(self.project), self.now())

    def close(self) -> None:
        """Let go of every database."""
        for database in (self._memory, self._activity, self._index):
            if database is not None:
                database.close()
        self._memory = self._activity = self._index = None


def open_engine(
    path: str,
    *,
    started_in: str = "",
    environ: Mapping[str, str] | None = None,
    origin: Callable[[Project], Project] = read_origin,
    now: Callable[[], int] = clock,
    busy_ms: int = 5000,
    home: str | None = None,
    remember: bool = True,
    brief: bool = False,
) -> Engine:
    """The engine of the project this path belongs to, under the id it is known by.

    `started_in` decides where the path is in no repository: a shell may go anywhere.
    `remember` writes down that the project lies here; without it nothing is written and no store
    is needed. Surfaces that may run git call `Engine.settle`, which also learns the first commit.
    A `brief` engine is for a process that ends without closing anything.
    """
    project = find_project(path, started_in)
    settings = load(project.root) if environ is None else load(project.root, environ)
    engine = Engine(project, settings, now=now, busy_ms=busy_ms, home=home, brief=brief)
    if remember:
        engine.project = settle(engine.memory, locate(engine.memory, project, origin), now())
    else:
        engine.project = _known_project(engine, project, origin)
    if engine.project.root != project.root:
        root = engine.project.root
        engine.settings = load(root) if environ is None else load(root, environ)
    return engine


def _known_project(
    engine: Engine, project: Project, origin: Callable[[Project], Project]
) -> Project:
    """The project under the id it is known by, where there is a store to know it."""
    if engine._memory is None and not os.path.exists(memory_path(engine.home)):
        return project
    try:
        return locate(engine.memory, project, origin)
    except StoreError:
        return project  # who needs the store meets the error there


def _if_there(database: Database | None) -> Database | None:
    """The same, unless another file lies in its place by now."""
    if database is not None and database.moved():
        database.close()
        return None
    return database
