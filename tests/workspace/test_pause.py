"""Paused projects say and record nothing."""

import pathlib

from sightline.model.project import directory_project, place_id
from sightline.workspace.pause import is_paused, pause, resume


def test_a_project_is_paused_until_it_is_resumed(tmp_path: pathlib.Path) -> None:
    project = directory_project(str(tmp_path), "")
    assert not is_paused(project)
    assert pause(project) is True
    assert is_paused(project)
    assert pause(project) is False
    assert resume(project) is True
    assert not is_paused(project)
    assert resume(project) is False


def test_another_project_goes_on(tmp_path: pathlib.Path) -> None:
    pause(directory_project(str(tmp_path / "a"), ""))
    assert not is_paused(directory_project(str(tmp_path / "b"), ""))


def test_a_recognised_project_is_paused_at_all_its_places(tmp_path: pathlib.Path) -> None:
    """Also where the store cannot be read and only the place is known."""
    here, there = str(tmp_path / "here"), str(tmp_path / "there")
    project = directory_project(here, "")._replace(id="known-before")
    pause(project, [here, there])
    for path in (here, there):
        assert is_paused(directory_project(path, ""))
        assert is_paused(directory_project(path, "")._replace(id="known-before"))
    resume(project, [here, there])
    assert not is_paused(directory_project(there, ""))
    assert place_id(there) != "known-before"
