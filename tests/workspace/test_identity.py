"""Which project a path belongs to (ruling 2), on repositories made by git itself."""

import os
import pathlib
import subprocess
import sys

import pytest

from sightline.model.project import Project
from sightline.workspace.git import origin_from_git
from sightline.workspace.git_files import normalize_remote, read_origin
from sightline.workspace.identity import find_project


def git(*arguments: str, cwd: pathlib.Path) -> str:
    """Runs git without any settings of the user's."""
    environ = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    }
    names = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "init.defaultBranch=main"]
    names += ["-c", "protocol.file.allow=always", "-c", "commit.gpgsign=false"]
    done = subprocess.run(
        ["git", *names, *arguments], cwd=cwd, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def repository(path: pathlib.Path, message: str = "first") -> pathlib.Path:
    """A repository with one commit."""
    path.mkdir(parents=True)
    git("init", "-q", cwd=path)
    (path / "a.py").write_text(f"# {message}\n")
    git("add", ".", cwd=path)
    git("commit", "-q", "-m", message, cwd=path)
    return path


def found(path: pathlib.Path) -> Project:
    return find_project(str(path))


def same(first: Project, second: Project) -> bool:
    return first.id == second.id


def test_every_subdirectory_and_file_belongs_to_its_repository(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    (root / "src" / "deep").mkdir(parents=True)
    project = found(root)
    assert found(root / "src" / "deep") == found(root / "a.py") == project
    assert project.root == str(root.resolve())
    assert (project.name, project.why) == ("app", "a git repository")
    assert project.git_dir == project.common_dir == str(root.resolve() / ".git")


def test_the_git_directory_itself_belongs_to_its_repository(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    assert found(root / ".git" / "hooks") == found(root)


def test_worktrees_share_the_project_and_have_their_own_index(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    git("worktree", "add", "-q", str(tmp_path / "fix"), cwd=root)
    main, linked = found(root), found(tmp_path / "fix")
    assert same(main, linked)
    assert main.worktree_id != linked.worktree_id
    assert linked.name == "app"
    assert linked.root == str((tmp_path / "fix").resolve())
    assert linked.why.startswith("a worktree of the git repository ")
    inside = root / ".git" / "worktrees" / "fix"
    assert found(inside).root == linked.root


def test_the_base_name_never_makes_two_repositories_one(tmp_path: pathlib.Path) -> None:
    one, two = repository(tmp_path / "a" / "app"), repository(tmp_path / "b" / "app")
    assert not same(found(one), found(two))
    assert found(one).name == found(two).name


def test_nested_repositories_and_submodules_are_their_own(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    library = repository(tmp_path / "library")
    nested = repository(root / "nested")
    git("submodule", "-q", "add", str(library), "vendor/library", cwd=root)
    outer, inner, module = found(root), found(nested), found(root / "vendor" / "library")
    assert len({outer.id, inner.id, module.id, found(library).id}) == 4
    assert module.name == "library"
    assert module.why.startswith("a git submodule")


def test_a_directory_without_git_is_its_own_project(tmp_path: pathlib.Path) -> None:
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    project = found(tmp_path / "notes")
    assert (project.is_git, project.root) == (False, str((tmp_path / "notes").resolve()))
    assert project.why == "a directory without git"
    assert not same(project, found(tmp_path / "notes" / "deep"))


def test_where_no_repository_is_the_directory_work_was_started_in_decides(
    tmp_path: pathlib.Path,
) -> None:
    """An assistant's shell goes to subdirectories and elsewhere; the session stays with its project."""
    start, elsewhere, repository = tmp_path / "app", tmp_path / "build", tmp_path / "other"
    for folder in (start / "src", elsewhere, repository):
        folder.mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(repository)], check=True)
    for place in (start, start / "src", elsewhere):
        assert find_project(str(place), str(start)).root == str(start.resolve())
    assert find_project(str(repository), str(start)).root == str(repository.resolve())
    assert find_project(str(elsewhere), str(tmp_path / "gone")).root == str(elsewhere.resolve())
    assert find_project(str(elsewhere), str(repository)).root == str(repository.resolve())


def test_a_directory_with_settings_of_its_own_holds_what_is_below(tmp_path: pathlib.Path) -> None:
    (tmp_path / "notes" / "deep").mkdir(parents=True)
    (tmp_path / "notes" / ".sightline.toml").write_text("")
    assert found(tmp_path / "notes" / "deep") == found(tmp_path / "notes")


def test_bare_repositories_and_their_worktrees_are_one_project(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    git("clone", "-q", "--bare", str(root), str(tmp_path / "store.git"), cwd=tmp_path)
    git("worktree", "add", "-q", str(tmp_path / "tree"), "main", cwd=tmp_path / "store.git")
    bare, tree = found(tmp_path / "store.git" / "refs"), found(tmp_path / "tree")
    assert same(bare, tree)
    assert (bare.name, bare.why) == ("store", "a bare git repository")
    assert tree.name == "store"


def test_a_separate_git_directory_is_followed(tmp_path: pathlib.Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    git("init", "-q", "--separate-git-dir", str(tmp_path / "kept"), cwd=tree)
    project = found(tree)
    assert project.common_dir == str((tmp_path / "kept").resolve())
    assert (project.name, project.root) == ("tree", str(tree.resolve()))


def test_a_worktree_whose_repository_is_gone_does_not_join_another(tmp_path: pathlib.Path) -> None:
    outer = repository(tmp_path / "outer")
    (outer / "tree").mkdir()
    (outer / "tree" / ".git").write_text("gitdir: /nowhere/.git/worktrees/tree\n")
    project = found(outer / "tree")
    assert not project.is_git
    assert "points to" in project.why
    assert not same(project, found(outer))


def test_an_empty_git_directory_is_no_repository(tmp_path: pathlib.Path) -> None:
    outer = repository(tmp_path / "outer")
    (outer / "sub" / ".git").mkdir(parents=True)
    assert same(found(outer / "sub"), found(outer))


def test_git_variables_of_another_repository_are_not_believed(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, other = repository(tmp_path / "app"), repository(tmp_path / "other", "else")
    expected = origin_from_git(found(root))
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    assert origin_from_git(found(root)) == expected
    assert expected.root_commit


def test_a_directory_that_is_gone_belongs_to_what_is_left_above(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    assert same(found(root / "was" / "here.py"), found(root))


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")
def test_links_lead_to_the_same_project(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    (tmp_path / "link").symlink_to(root)
    assert found(tmp_path / "link") == found(root)


def test_the_first_commit_and_the_remote_are_read(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    first = git("rev-parse", "HEAD", cwd=root)
    (root / "b.py").write_text("")
    git("add", ".", cwd=root)
    git("commit", "-q", "-m", "second", cwd=root)
    git("remote", "add", "origin", "https://someone:secret@Example.org:8443/team/app.git", cwd=root)
    project = found(root)
    assert read_origin(project).root_commit == origin_from_git(project).root_commit == first
    assert read_origin(project).remote == origin_from_git(project).remote == "example.org/team/app"


def test_a_clone_knows_its_first_commit_only_from_git(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    git("clone", "-q", str(root), str(tmp_path / "clone"), cwd=tmp_path)
    project = found(tmp_path / "clone")
    assert read_origin(project).root_commit == ""
    assert origin_from_git(project).root_commit == git("rev-parse", "HEAD", cwd=root)
    assert origin_from_git(project).remote == str(root)


def test_a_shallow_clone_has_no_first_commit(tmp_path: pathlib.Path) -> None:
    root = repository(tmp_path / "app")
    (root / "b.py").write_text("")
    git("add", ".", cwd=root)
    git("commit", "-q", "-m", "second", cwd=root)
    git("clone", "-q", "--depth=1", f"file://{root}", str(tmp_path / "clone"), cwd=tmp_path)
    assert origin_from_git(found(tmp_path / "clone")).root_commit == ""


def test_a_repository_without_commits_has_no_first_commit(tmp_path: pathlib.Path) -> None:
    (tmp_path / "new").mkdir()
    git("init", "-q", cwd=tmp_path / "new")
    project = found(tmp_path / "new")
    assert read_origin(project).root_commit == origin_from_git(project).root_commit == ""


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/team/app.git",
        "https://user:token@example.org/team/app",
        "http://EXAMPLE.org:8080/team/app/",
        "ssh://git@example.org:22/team/app.git",
        "git@example.org:team/app.git",
        "example.org:team/app",
        "git://example.org/team/app.git/",
    ],
)
def test_a_remote_has_one_spelling(address: str) -> None:
    assert normalize_remote(address) == "example.org/team/app"


def test_local_remotes_stay_paths() -> None:
    assert normalize_remote("/srv/git/app.git") == "/srv/git/app"
    assert normalize_remote("file:///srv/git/app.git/") == "/srv/git/app"
    assert normalize_remote("C:\\git\\app") == "C:/git/app"
