"""Lines as they are now, found in the last commit."""

import pathlib
import subprocess

import pytest

from sightline.workspace.git import committed_lines

OLD = [f"line {number}" for number in range(1, 21)]


@pytest.fixture
def root(tmp_path: pathlib.Path) -> pathlib.Path:
    for command in (
        ["git", "init", "-q"],
        ["git", "config", "user.email", "a@example.org"],
        ["git", "config", "user.name", "a"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True)
    (tmp_path / "a.txt").write_text("\n".join(OLD) + "\n")
    subprocess.run(["git", "add", "-A"], cwd=tmp_path, check=True)
    subprocess.run(["git", "commit", "-q", "-m", "all"], cwd=tmp_path, check=True)
    return tmp_path


@pytest.mark.parametrize(
    ("new", "asked", "expected"),
    [
        (OLD, (5, 8), (5, 8)),
        (["new"] * 4 + OLD, (9, 12), (5, 8)),  # pushed down
        (OLD[3:], (2, 5), (5, 8)),  # pulled up
        ([*OLD[:5], "new", *OLD[5:]], (5, 9), (5, 8)),  # grown within
        ([*OLD[:5], *OLD[6:]], (5, 7), (5, 8)),  # shrunk within
        ([*OLD[:4], "new", *OLD[5:]], (5, 8), (5, 8)),  # its first line changed
        ([*OLD[:7], "new", *OLD[8:]], (5, 8), (5, 8)),  # its last line changed
        ([*OLD[:4], "new", "new", *OLD[8:]], (5, 6), (5, 8)),  # all of it changed
        ([*OLD[:10], "new", "new", *OLD[10:]], (11, 12), None),  # not there before
        ([*OLD[:4], *OLD[8:]], (5, 8), (9, 12)),  # what stood there is gone
    ],
)
def test_lines_are_followed_back(
    root: pathlib.Path, new: list[str], asked: tuple[int, int], expected: tuple[int, int] | None
) -> None:
    (root / "a.txt").write_text("\n".join(new) + "\n")
    assert committed_lines(str(root), "a.txt", *asked) == expected


def test_a_file_that_was_never_committed_has_none(root: pathlib.Path) -> None:
    (root / "b.txt").write_text("\n".join(OLD))
    assert committed_lines(str(root / "nowhere"), "a.txt", 1, 2) is None
    subprocess.run(["git", "add", "b.txt"], cwd=root, check=True)
    assert committed_lines(str(root), "b.txt", 1, 2) is None
