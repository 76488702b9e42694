"""Where a working tree stands: what git's files say is what git says."""

import pathlib

from sightline.workspace.git import Standing, standing

from .conftest import git


def _commit(root: pathlib.Path, name: str) -> str:
    (root / name).write_text(name)
    git(root, "add", name)
    git(root, "commit", "-q", "-m", name)
    return git(root, "rev-parse", "HEAD").strip()


def test_a_branch_a_loose_commit_and_packed_branches_are_told_alike(tmp_path: pathlib.Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    assert standing(str(root)) == Standing("", False)
    git(root, "init", "-q")
    assert standing(str(root)) == Standing("", False)
    first = _commit(root, "one")
    assert standing(str(root)) == Standing(first, False)
    second = _commit(root, "two")
    git(root, "pack-refs", "--all")
    assert standing(str(root)) == Standing(second, False)
    git(root, "checkout", "-q", first)
    assert standing(str(root)) == Standing(first, False)


def test_worktrees_and_shallow_clones_are_told_alike(tmp_path: pathlib.Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    git(root, "init", "-q")
    _commit(root, "one")
    last = _commit(root, "two")
    git(root, "worktree", "add", "-q", "--detach", str(tmp_path / "beside"))
    assert standing(str(tmp_path / "beside")) == Standing(last, False)
    git(root, "clone", "-q", "--depth", "1", root.as_uri(), str(tmp_path / "short"))
    assert standing(str(tmp_path / "short")) == Standing(last, True)
