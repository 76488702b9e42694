"""Small projects with an index of their own."""

import pathlib
import subprocess

import pytest

from sightline.index.refresh import refresh
from sightline.index.stats import IndexStats
from sightline.settings import load
from sightline.store.locations import index_path
from sightline.store.sqlite.database import Database, open_database
from sightline.workspace.identity import find_project

GIT = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")


class Tree:
    """A working tree and the index made of it."""

    def __init__(self, root: pathlib.Path, home: pathlib.Path) -> None:
        self.root, self.home = root, str(home)
        self.project = find_project(str(root))
        self.settings = load.load(str(root), {"SIGHTLINE_HOME": self.home})

    def write(self, path: str, content: str | bytes) -> pathlib.Path:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
        return place

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", *GIT, *arguments], cwd=self.root, check=True, capture_output=True, text=True
        )
        return done.stdout

    def commit(self, message: str) -> str:
        self.git("add", "-A")
        self.git("commit", "-qm", message)
        return self.git("rev-parse", "HEAD").strip()

    def index(self, **options: object) -> IndexStats:
        return refresh(self.project, self.settings, home=self.home, **options)  # type: ignore[arg-type]

    @property
    def path(self) -> str:
        return index_path(self.project.worktree_id, self.home)

    def open(self) -> Database:
        return open_database(self.path, "index", readonly=True)


@pytest.fixture
def tree(tmp_path: pathlib.Path) -> Tree:
    """A git repository without files."""
    root = tmp_path / "project"
    root.mkdir()
    subprocess.run(["git", *GIT, "init", "-q", str(root)], check=True)
    return Tree(root, tmp_path / "home")


@pytest.fixture
def plain(tmp_path: pathlib.Path) -> Tree:
    """A folder without git and without files."""
    root = tmp_path / "plain"
    root.mkdir()
    return Tree(root, tmp_path / "home")
