"""The paths of the databases and the spool in the user's data folder."""

from __future__ import annotations

import os

from sightline.settings.load import data_home
from sightline.store.sqlite.database import SCHEMAS


def memory_path(home: str | None = None) -> str:
    """The one memory database of the user."""
    return os.path.join(home or data_home(), "memory.db")


def activity_path(home: str | None = None) -> str:
    """The activity database; the version in its name keeps old and new programs apart."""
    return os.path.join(home or data_home(), f"activity-{SCHEMAS['activity'].compatible_from}.db")


def index_path(worktree_id: str, home: str | None = None) -> str:
    """The index of one working tree; incompatible versions of the program have separate ones."""
    name = f"{worktree_id}-{SCHEMAS['index'].compatible_from}.db"
    return os.path.join(home or data_home(), "index", name)


def spool_folder(home: str | None = None) -> str:
    """The folder of events that could not be written in time."""
    return os.path.join(home or data_home(), "spool")
