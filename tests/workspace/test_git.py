"""Where a working tree stands: what git's files say is what git says."""

import pathlib

from sightline.workspace.git import HeadState, head_state

from .conftest import git


def _commit(root: pathlib.Path, name: str) -> str:
    (root / name).write_text(name)
    git(root, "add", name)
    git(root, "commit", "-q", "-m", name)
    return git(root, "rev-parse", "HEAD").strip()


def test_a_branch_a_loose_commit_and_packed_branches_are_told_alike(tmp_path: pathlib.Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    assert head_state(str(root)) == HeadState("", False)
    git(root, "init", "-q")
    assert head_state(str(root)) == HeadState("", False)
    first = _commit(root, "one")
    assert head_state(str(root)) == HeadState(first, False)
    second = _commit(root, "two")
    git(root, "pack-refs", "--all")
    assert head_state(str(root)) == HeadState(second, False)
    git(root, "checkout", "-q", first)
    assert head_state(str(root)) == HeadState(first, False)


def test_worktrees_and_shallow_clones_are_told_alike(tmp_path: pathlib.Path) -> None:
    root = tmp_path / "work"
    root.mkdir()
    git(root, "init", "-q")
    _commit(root, "one")
    last = _commit(root, "two")
    git(root, "worktree", "add", "-q", "--detach", str(tmp_path / "beside"))
    assert head_state(str(tmp_path / "beside")) == HeadState(last, False)
    git(root, "clone", "-q", "--depth", "1", root.as_uri(), str(tmp_path / "short"))
    assert head_state(str(tmp_path / "short")) == HeadState(last, True)
