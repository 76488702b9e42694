"""Small real repositories for the tests of the workspace."""

import pathlib
import subprocess
from collections.abc import Callable

import pytest

Write = Callable[..., pathlib.Path]


def git(root: pathlib.Path, *arguments: str) -> str:
    done = subprocess.run(
        [
            "git",
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "-c",
            "protocol.file.allow=always",
            "-c",
            "init.defaultBranch=main",
            *arguments,
        ],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> pathlib.Path:
    """An empty folder without git."""
    root = tmp_path / "tree"
    root.mkdir()
    return root


@pytest.fixture
def repository(tree: pathlib.Path) -> pathlib.Path:
    """An empty git repository."""
    git(tree, "init", "-q")
    return tree


def write(root: pathlib.Path, path: str, content: str | bytes = "x = 1\n") -> pathlib.Path:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        place.write_bytes(content)
    else:
        place.write_text(content)
    return place
