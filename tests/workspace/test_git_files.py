"""The branch of a working tree is read from git's own files, without running git (ruling 68)."""

import pathlib

import pytest

from sightline.model.project import directory_project
from sightline.workspace.git_files import current_branch, own_branch
from sightline.workspace.identity import find_project
from tests.workspace.conftest import git


@pytest.fixture
def repository(tree: pathlib.Path) -> pathlib.Path:
    git(tree, "init")
    (tree / "a.py").write_text("a = 1\n")
    git(tree, "add", ".")
    git(tree, "commit", "-m", "one")
    return tree


def branch_of(root: pathlib.Path) -> str:
    return current_branch(find_project(str(root)))


def test_the_branch_is_known_before_and_after_the_first_commit(tree: pathlib.Path) -> None:
    git(tree, "init")
    assert branch_of(tree) == "main"
    git(tree, "commit", "--allow-empty", "-m", "one")
    git(tree, "switch", "-c", "feature/deep/er")
    assert branch_of(tree) == "feature/deep/er"


def test_a_detached_head_is_on_no_branch(repository: pathlib.Path) -> None:
    git(repository, "checkout", "--detach")
    assert branch_of(repository) == ""


@pytest.mark.parametrize("folder", ["rebase-merge", "rebase-apply"])
def test_while_rebasing_it_is_the_branch_that_is_rebased(
    repository: pathlib.Path, folder: str
) -> None:
    git(repository, "checkout", "--detach")
    (repository / ".git" / folder).mkdir()
    (repository / ".git" / folder / "head-name").write_text("refs/heads/mine\n")
    assert branch_of(repository) == "mine"


def test_each_working_tree_has_its_own(repository: pathlib.Path, tmp_path: pathlib.Path) -> None:
    git(repository, "worktree", "add", "-b", "other", str(tmp_path / "second"))
    assert branch_of(tmp_path / "second") == "other"
    assert branch_of(repository) == "main"


def test_the_branch_a_clone_begins_on_is_nobodys_own(
    repository: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """Whatever it is called: `unstable`, `canary` or `13.x` is where all work comes together."""
    git(repository, "branch", "-m", "canary")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", str(repository), str(clone))
    assert (branch_of(clone), own_branch(find_project(str(clone)))) == ("canary", "")
    git(clone, "switch", "-c", "mine")
    assert own_branch(find_project(str(clone))) == "mine"
    git(clone, "worktree", "add", "-b", "other", str(tmp_path / "second"), "canary")
    assert own_branch(find_project(str(tmp_path / "second"))) == "other"
    assert own_branch(find_project(str(repository))) == "canary"


def test_without_git_or_with_an_unreadable_head_there_is_none(
    tree: pathlib.Path, repository: pathlib.Path
) -> None:
    assert current_branch(directory_project(str(tree), "")) == ""
    project = find_project(str(repository))
    (repository / ".git" / "HEAD").write_bytes(b"\xff\xfe not a reference")
    assert current_branch(project) == ""
