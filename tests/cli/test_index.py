"""`sightline index` and `watch` as a person and a script use them."""

import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys

import pytest

from sightline.events.session_start import start_refresh
from sightline.store.code.lease import is_due
from sightline.workspace.identity import find_project

SOURCE = str(pathlib.Path(__file__).parents[2] / "src")


def sightline(*arguments: str, home: pathlib.Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "sightline", *arguments],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, "SIGHTLINE_HOME": str(home)},
    )


@pytest.fixture
def root(tmp_path: pathlib.Path) -> pathlib.Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "a.py").write_text("def a():\n    return 1\n")
    (root / "bad.py").write_text("def b(:\n")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


def test_a_question_without_an_index_builds_it_first(
    root: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    for time in ("first", "again"):
        asked = sightline(
            *("context", "what does a return", "--project", str(root)), home=tmp_path / "fresh"
        )
        assert asked.returncode == 0
        assert "a.py" in asked.stdout
        assert ("no index yet" in asked.stderr) == (time == "first")
    # The function, not the module of the same name.
    called = sightline(
        *("call", "query_symbol", "name=a", "--project", str(root), "--json"),
        home=tmp_path / "other",
    )
    assert called.returncode == 0 and json.loads(called.stdout)


def test_answers_include_edits_since_the_last_index_run(
    root: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """No server runs: new files, new callers and new names count all the same."""
    home = tmp_path / "home"
    assert sightline("index", str(root), home=home).returncode == 0
    (root / "later.py").write_text("from a import a\n\n\ndef caller():\n    return a()\n")
    used = sightline(
        *("call", "get_dependents", "symbol_name=a.py::a", "--project", str(root)), home=home
    )
    assert "    :5 caller\n" in used.stdout
    (root / "later.py").unlink()
    gone = sightline("call", "query_symbol", "name=caller", "--project", str(root), home=home)
    assert gone.returncode == 2 and "no symbol called 'caller'" in gone.stderr


def test_a_tool_that_does_not_read_code_does_not_refresh_the_index(
    root: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    home = tmp_path / "home"
    assert sightline("index", str(root), home=home).returncode == 0
    (root / "late.py").write_text("def late():\n    return 1\n")
    there = ("--project", str(root))
    assert sightline("call", "ai_suggestions", *there, home=home).returncode == 0
    index = home / "index" / f"{find_project(str(root)).worktree_id}-"
    (path,) = [p for p in (home / "index").glob("*.db") if str(p).startswith(str(index))]
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM file").fetchone() == (2,)
    assert "3 files" in sightline("call", "get_repo_overview", *there, home=home).stdout


def test_json_has_the_documented_keys(root: pathlib.Path, tmp_path: pathlib.Path) -> None:
    """FO-8 and the command line's contract."""
    result = sightline("index", str(root), "--json", home=tmp_path / "home")
    assert result.returncode == 0 and result.stderr == ""
    value = json.loads(result.stdout)
    keys = (
        "files_indexed files_skipped files_removed symbols_extracted edges_created errors seconds"
    )
    assert set(keys.split()) <= set(value)
    assert value["files_indexed"] == 2
    again = json.loads(sightline("index", str(root), "--json", home=tmp_path / "home").stdout)
    assert (again["files_indexed"], again["files_skipped"]) == (0, 2)
    fresh = sightline("index", str(root), "--rebuild", "--json", home=tmp_path / "home")
    assert json.loads(fresh.stdout)["files_indexed"] == 2


def test_the_text_report_lists_problems(root: pathlib.Path, tmp_path: pathlib.Path) -> None:
    result = sightline("index", "--project", str(root), "--problems", home=tmp_path / "home")
    assert "2 files read" in result.stdout
    assert "bad.py:1  " in result.stdout


def test_a_background_refresh_prints_nothing_and_ends_by_itself(
    root: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    """Ruling 60."""
    home = tmp_path / "home"
    project = find_project(str(root))
    assert is_due(project.worktree_id, 0, str(home))
    assert start_refresh(str(root), str(home))
    with contextlib.suppress(ChildProcessError):
        while True:  # also for what tests before this one left running
            os.wait()
    result = sightline("index", str(root), "--json", home=home)
    assert json.loads(result.stdout)["files_skipped"] == 2
    ended = os.stat(next((home / "index").glob("*.lease"))).st_mtime_ns // 1_000_000
    assert not is_due(project.worktree_id, ended + 1000, str(home))
    assert is_due(project.worktree_id, ended + 60_000, str(home))


def test_watch_ends_when_interrupted(root: pathlib.Path, tmp_path: pathlib.Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", "watch", str(root), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "PYTHONPATH": SOURCE, "SIGHTLINE_HOME": str(tmp_path / "home")},
    )
    assert process.stdout is not None
    first = json.loads(process.stdout.readline())
    assert first["files_indexed"] == 2
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == 0
    process.stdout.close()


def test_a_run_without_changes_still_prints_the_totals(
    root: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    (root / "picture.py").write_bytes(b"\x00\x01" * 500)
    first = sightline("index", str(root), home=tmp_path / "home").stdout
    again = sightline("index", str(root), home=tmp_path / "home").stdout
    assert "2 files read, 1 skipped (binary, minified or lock file)" in first
    assert "0 files read, 3 unchanged in " in again
    holds = next(line for line in first.splitlines() if "in the index" in line)
    assert holds.startswith("  in the index: 2 files, ") and holds in again


def test_a_repository_that_git_refuses_to_read_is_reported_with_the_reason(
    root: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    git = ["git", "-C", str(root), "-c", "user.name=A", "-c", "user.email=a@b.c"]
    subprocess.run([*git, "add", "."], check=True)
    subprocess.run([*git, "commit", "-qm", "Start"], check=True)
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
    home = tmp_path / "home"
    result = sightline("index", str(root), home=home)
    assert result.returncode == 0
    assert "past commits cannot be read: another user owns this repository" in result.stdout
    assert f"safe.directory {root}" in result.stdout
    doctor = sightline("doctor", "--project", str(root), home=home).stdout
    assert "its history cannot be read: another user owns" in doctor
    assert "index of another commit" not in doctor
    assert "safe.directory" in sightline("mine", "--project", str(root), home=home).stderr


def test_a_subdirectory_of_an_indexed_directory_without_git_is_the_same_project(
    tmp_path: pathlib.Path,
) -> None:
    folder, home = tmp_path / "plain", tmp_path / "home"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.py").write_text("def reach():\n    return 1\n")
    assert sightline("index", str(folder), home=home).returncode == 0
    asked = sightline(
        "call", "query_symbol", "name=reach", "--project", str(folder / "inner"), home=home
    )
    assert (asked.returncode, asked.stderr) == (0, "")
    assert "a.py:1" in asked.stdout


@pytest.mark.parametrize("command", [["index"], ["context", "what is here"]])
def test_a_home_directory_is_not_indexed_by_default(
    tmp_path: pathlib.Path, command: list[str]
) -> None:
    """Nor is a whole disk; settings of its own make it a project."""
    (tmp_path / "a.py").write_text("def a():\n    return 1\n")
    environ = {**os.environ, "PYTHONPATH": SOURCE, "HOME": str(tmp_path)}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "sightline", *command],
            cwd=tmp_path,
            env=environ,
            capture_output=True,
            text=True,
        )

    refused = run()
    assert refused.returncode == 2
    assert "your home directory, not a project" in refused.stderr
    assert "create a .sightline.toml file in it" in refused.stderr
    (tmp_path / ".sightline.toml").write_text("")
    assert run().returncode == 0
