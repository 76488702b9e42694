"""Keeps the index fresh where no server runs: starts a refresh that nobody waits for."""

from __future__ import annotations

import os

from sightline.events import Moment
from sightline.model.project import MARKER
from sightline.store.homes import index_path
from sightline.store.lease import is_due
from sightline.workspace.background import start_refresh


def refresh(moment: Moment) -> None:
    """Ruling 60: if the index is not fresh and nobody is at it, and the project asks for one.

    A folder without git, settings or index may be somebody's whole home: it is left alone.
    """
    engine = moment.engine
    project = engine.project
    if not engine.settings.flag("index.refresh_without_server"):
        return
    known = project.is_git or os.path.exists(os.path.join(project.root, MARKER))
    if not known and not os.path.exists(index_path(project.worktree_id, engine.home)):
        return
    if is_due(project.worktree_id, moment.now, engine.home):
        start_refresh(project.root, engine.home)
