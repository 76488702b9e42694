"""What a server would do, where none runs: a refresh that nobody waits for, the project's place."""

from __future__ import annotations

from sightline.errors import StoreError
from sightline.events.dispatch import Moment
from sightline.process.spawn import start_detached
from sightline.store.code.lease import is_due
from sightline.store.locations import index_path
from sightline.store.projects import settle
from sightline.workspace.git_files import read_origin
from sightline.workspace.identity import is_deliberate


def refresh(moment: Moment) -> None:
    """Start a refresh (ruling 60) if the index is stale, nobody refreshes it and settings allow it."""
    engine = moment.engine
    project = engine.project
    if not engine.settings.flag("index.refresh_without_server"):
        return
    if not is_deliberate(project, index_path(project.worktree_id, engine.home)):
        return
    if is_due(project.worktree_id, moment.now, engine.home):
        start_refresh(project.root, engine.home)


def start_refresh(root: str, home: str | None = None) -> bool:
    """Start `sightline index --background` for the project at `root`; False if that failed."""
    return start_detached("sightline", "index", "--background", "--project", root, home=home)


def remember_place(moment: Moment) -> None:
    """Write down where the repository lies, so that it is known again wherever it is moved.

    A folder without git stays unknown: it would take in everything below it.
    """
    engine = moment.engine
    if not engine.project.is_git:
        return
    try:
        engine.project = settle(engine.memory, read_origin(engine.project), moment.now)
    except StoreError:
        return
