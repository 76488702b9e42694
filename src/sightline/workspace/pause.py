"""Silencing a project: while it is paused nothing is injected and nothing recorded.

A flag is a file, so that a hook sees it with one look, and also while no database opens.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from sightline.model.project import Project, place_id
from sightline.settings.load import data_home


def is_paused(project: Project, home: str | None = None) -> bool:
    """Whether the project is silenced."""
    ids = {project.id, place_id(project.place)}
    return any(os.path.exists(_flag(one, home)) for one in ids)


def pause(project: Project, places: Iterable[str] = (), home: str | None = None) -> bool:
    """Silence the project, at all places it is known; whether it was speaking before."""
    was_paused = is_paused(project, home)
    for folder in (home or data_home(), _folder(home)):
        os.makedirs(folder, mode=0o700, exist_ok=True)
    for one in _ids(project, places):
        with open(_flag(one, home), "w", encoding="utf-8") as file:
            file.write(project.root + "\n")
    return not was_paused


def resume(project: Project, places: Iterable[str] = (), home: str | None = None) -> bool:
    """Let the project speak again; whether it was silenced before."""
    was_paused = is_paused(project, home)
    for one in _ids(project, places):
        try:
            os.remove(_flag(one, home))
        except FileNotFoundError:
            pass
    return was_paused


def _ids(project: Project, places: Iterable[str]) -> set[str]:
    # A hook that cannot read the store knows only the place: its id is marked as well.
    return {project.id, place_id(project.place), *(place_id(place) for place in places)}


def _folder(home: str | None) -> str:
    return os.path.join(home or data_home(), "paused")


def _flag(project_id: str, home: str | None) -> str:
    return os.path.join(_folder(home), project_id)
