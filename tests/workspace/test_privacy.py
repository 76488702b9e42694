"""What stays private: paths on the deny list, and paused projects."""

import pathlib

import pytest

from sightline.model.project import directory_project, place_id
from sightline.settings.load import defaults
from sightline.workspace.privacy import Denier, is_paused, pause, resume

ROOT = "/home/u/app"


@pytest.mark.parametrize(
    "path",
    [
        ".env",
        "deep/down/.env",
        ".env.production",
        ".ENV",
        "keys/server.pem",
        "id_rsa",
        "terraform/prod.tfvars",
        ROOT + "/.env",
        "/somewhere/else/.env",
        ".env/inside.txt",
    ],
)
def test_secrets_are_denied_by_default(path: str) -> None:
    assert Denier(defaults().texts("privacy.deny"), ROOT)(path)


@pytest.mark.parametrize(
    "path", [".env.example", "src/env.py", "src/keyboard.py", "environment.py", "README.md"]
)
def test_ordinary_files_are_not(path: str) -> None:
    assert not Denier(defaults().texts("privacy.deny"), ROOT)(path)


@pytest.mark.parametrize(
    ("patterns", "path", "expected"),
    [
        (("secret",), "a/secret/b.txt", True),
        (("secret",), "a/secrets/b.txt", False),
        (("/build",), "build/x", True),
        (("/build",), "src/build/x", False),
        (("conf/*.yml",), "conf/a.yml", True),
        (("conf/*.yml",), "conf/deep/a.yml", False),
        (("**/private/*",), "a/b/private/c", True),
        (("notes/",), "notes/a.md", True),
        (("notes/",), "notes", False),
        (("*.key", "!public.key"), "public.key", False),
        (("*.key", "!public.key"), "other.key", True),
        ((ROOT + "/inside",), "inside/a", True),
        ((ROOT + "/inside",), "else/inside/a", False),
        (("/home/u",), "anything.py", True),
        (("/home/other",), "anything.py", False),
        (("/etc/secrets",), "/etc/secrets/a", True),
        (("?.txt",), "a.txt", True),
        (("[ab].txt",), "c.txt", False),
        ((), ".env", False),
        (("",), ".env", False),
    ],
)
def test_the_notation_is_that_of_ignore_files(
    patterns: tuple[str, ...], path: str, expected: bool
) -> None:
    assert Denier(patterns, ROOT)(path) is expected


def test_a_path_in_the_home_directory_may_be_denied(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    denied = Denier(("~/secret",), str(tmp_path / "app"))
    assert denied(str(tmp_path / "secret" / "a"))
    assert not denied("secret/a")
    assert Denier(("~/secret",), str(tmp_path / "secret" / "app"))("a.py")


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
