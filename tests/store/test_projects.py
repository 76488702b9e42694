"""Known projects: recognised when moved or cloned anew, kept apart when they only look alike."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.model.project import Project, directory_project, place_id
from sightline.store.projects import locate, places, settle
from sightline.store.sqlite.database import Database, open_database

NOW = 1_760_000_000_000
DAY = 86_400_000


@pytest.fixture
def memory(tmp_path: pathlib.Path) -> Iterator[Database]:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    yield database
    database.close()


def at(path: pathlib.Path, root_commit: str = "", remote: str = "") -> Project:
    """A repository lying at this path."""
    common = path / ".git"
    common.mkdir(parents=True, exist_ok=True)
    return Project(
        id=place_id(str(common)),
        name=path.name,
        root=str(path),
        git_dir=str(common),
        common_dir=str(common),
        worktree_id=place_id(str(path)),
        root_commit=root_commit,
        remote=remote,
        why="a git repository",
    )


def directory(path: pathlib.Path) -> Project:
    path.mkdir(parents=True, exist_ok=True)
    return directory_project(str(path), "a directory without git")


def unknown(project: Project) -> Project:
    """An origin that says nothing."""
    return project


def remove(project: Project) -> None:
    pathlib.Path(project.common_dir).rmdir()


def test_a_new_project_keeps_the_id_of_its_place(memory: Database, tmp_path: pathlib.Path) -> None:
    project = at(tmp_path / "app", "c1", "h/app")
    assert locate(memory, project, unknown) == project
    assert settle(memory, project, NOW) == project
    assert locate(memory, project, unknown) == project
    assert memory.value("project.by_id", id=project.id) == project.id


def test_looking_writes_nothing(memory: Database, tmp_path: pathlib.Path) -> None:
    locate(memory, at(tmp_path / "app"), unknown)
    assert memory.rows("project.all") == []


def test_a_moved_repository_is_recognised_by_its_first_commit(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    old = settle(memory, at(tmp_path / "old", "c1"), NOW)
    remove(old)
    new = at(tmp_path / "new", "c1")
    assert locate(memory, new, unknown).id == old.id
    settled = settle(memory, new, NOW + 1)
    assert settled.id == old.id
    before = tmp_path / "old"
    assert settled.why == f"a git repository, recognised by its first commit, before at {before}"
    assert "recognised" in locate(memory, at(tmp_path / "new"), unknown).why
    assert places(memory, old.id) == (new.common_dir, old.common_dir)


def test_a_second_clone_is_the_same_project(memory: Database, tmp_path: pathlib.Path) -> None:
    one = settle(memory, at(tmp_path / "one", "c1", "h/app"), NOW)
    two = at(tmp_path / "two", "c1", "h/app")
    assert locate(memory, two, unknown).id == one.id
    assert "its first commit and remote" in settle(memory, two, NOW).why


def test_a_shallow_clone_is_recognised_by_its_remote(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    one = settle(memory, at(tmp_path / "one", "c1", "h/app"), NOW)
    assert settle(memory, at(tmp_path / "two", "", "h/app"), NOW).id == one.id


def test_a_clone_of_a_local_repository_is_recognised(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    one = settle(memory, at(tmp_path / "one", "c1", "h/app"), NOW)
    assert settle(memory, at(tmp_path / "two", "c1", one.root), NOW).id == one.id


@pytest.mark.parametrize(
    ("root_commit", "remote"),
    [
        ("c1", "h/fork"),  # a fork, or the same template
        ("c1", ""),  # a copy beside the original
        ("c2", "h/app"),  # another history under the same address
        ("c2", ""),
    ],
)
def test_what_only_looks_alike_stays_apart(
    memory: Database, tmp_path: pathlib.Path, root_commit: str, remote: str
) -> None:
    one = settle(memory, at(tmp_path / "one", "c1", "h/app"), NOW)
    two = settle(memory, at(tmp_path / "two", root_commit, remote), NOW)
    assert one.id != two.id


def test_the_origin_is_asked_only_for_an_unknown_place(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    asked = []

    def origin(project: Project) -> Project:
        asked.append(project.root)
        return project._replace(root_commit="c1")

    project = at(tmp_path / "app")
    locate(memory, project, origin)
    settle(memory, origin(project), NOW)
    assert locate(memory, project, origin).root_commit == "c1"
    assert len(asked) == 2


def test_what_was_recorded_before_recognition_goes_to_the_project(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    memory.statement("CREATE TABLE thing (id TEXT, project TEXT, UNIQUE (id, project))")
    old = settle(memory, at(tmp_path / "old", "c1"), NOW)
    remove(old)
    here = settle(memory, at(tmp_path / "new"), NOW + 1)
    assert here.id != old.id
    for name, project in (("kept", here.id), ("both", here.id), ("both", old.id)):
        memory.statement("INSERT INTO thing VALUES (?, ?)", (name, project))
    assert settle(memory, at(tmp_path / "new", "c1"), NOW + 2).id == old.id
    rows = memory.statement("SELECT id, project FROM thing ORDER BY id, project")
    assert sorted(rows) == sorted([("both", here.id), ("both", old.id), ("kept", old.id)])
    assert memory.row("project.by_id", id=here.id) is None


def test_a_rewritten_first_commit_changes_nothing(memory: Database, tmp_path: pathlib.Path) -> None:
    project = settle(memory, at(tmp_path / "app", "c1"), NOW)
    assert settle(memory, at(tmp_path / "app", "c2"), NOW + 1).id == project.id
    assert locate(memory, at(tmp_path / "app"), unknown).root_commit == "c2"


def test_another_repository_at_a_place_left_is_another_project(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    old = settle(memory, at(tmp_path / "app", "c1"), NOW)
    remove(old)
    settle(memory, at(tmp_path / "moved", "c1"), NOW + 1)
    new = settle(memory, at(tmp_path / "app", "c9"), NOW + 2)
    assert new.id != old.id
    assert locate(memory, at(tmp_path / "app"), unknown).id == new.id
    assert locate(memory, at(tmp_path / "moved"), unknown).id == old.id


def test_a_directory_keeps_its_memories_through_git_init(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    before = settle(memory, directory(tmp_path / "app"), NOW)
    project = at(tmp_path / "app", "c1")
    assert locate(memory, project, unknown).id == before.id
    assert settle(memory, project, NOW).id == before.id
    assert locate(memory, directory(tmp_path / "app"), unknown).id == before.id


def test_a_known_directory_holds_the_directories_below_it(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    outer = settle(memory, directory(tmp_path / "notes"), NOW)
    below = locate(memory, directory(tmp_path / "notes" / "2026" / "may"), unknown)
    assert (below.id, below.root, below.worktree_id) == (outer.id, outer.root, outer.worktree_id)
    (tmp_path / "notes" / "2026" / ".sightline.toml").write_text("")
    assert locate(memory, directory(tmp_path / "notes" / "2026"), unknown).id != outer.id


def test_a_repository_in_a_known_directory_is_its_own(
    memory: Database, tmp_path: pathlib.Path
) -> None:
    outer = settle(memory, directory(tmp_path / "work"), NOW)
    assert locate(memory, at(tmp_path / "work" / "app"), unknown).id != outer.id


def test_the_home_directory_swallows_nothing(
    memory: Database, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    home = settle(memory, directory(tmp_path), NOW)
    assert locate(memory, directory(tmp_path / "notes"), unknown).id != home.id


def test_settling_again_writes_once_a_day(memory: Database, tmp_path: pathlib.Path) -> None:
    project = at(tmp_path / "app", "c1", "h/app")
    for now in (NOW, NOW + 1, NOW + DAY):
        settle(memory, project, now)
        seen = memory.rows("project.all")[0][6]
        assert seen == (NOW if now < NOW + DAY else now)
