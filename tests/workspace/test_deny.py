"""The deny list: what is never read or quoted."""

import pathlib

import pytest

from sightline.settings.load import defaults
from sightline.workspace.deny import Denier

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
