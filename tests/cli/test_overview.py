"""`sightline`, `pause` and `resume`, as a user calls them."""

import json
import pathlib
import subprocess
from collections.abc import Callable

import pytest

from sightline.cli.overview import readable_size
from sightline.engine import Lifetime, open_engine
from sightline.index.refresh import refresh
from sightline.store.code.lease import hold_lease
from sightline.store.locations import index_path
from sightline.store.sqlite.database import open_database

Sightline = Callable[..., "subprocess.CompletedProcess[str]"]


def test_it_shows_which_project_this_is_and_why(
    sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path / "app")], check=True)
    (tmp_path / "app" / "src").mkdir()
    result = sightline(cwd=tmp_path / "app" / "src")
    assert (result.returncode, result.stderr) == (0, "")
    lines = result.stdout.splitlines()
    assert lines[0] == "app  (a git repository)"
    assert lines[1].startswith(f"  root      {(tmp_path / 'app').resolve()}  (project ")
    assert lines[2] == "  index     not indexed yet"
    assert lines[3].startswith("  store     nothing saved yet")
    assert "Try:  " in result.stdout


def test_a_clone_from_a_local_path_is_recognised_before_anything_is_saved_there(
    sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    """Only the first commit tells that it is the same repository, and only git knows that."""
    git = ["git", "-C", str(tmp_path / "app"), "-c", "user.name=A", "-c", "user.email=a@b.c"]
    subprocess.run(["git", "init", "-q", str(tmp_path / "app")], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "Start"], check=True)
    sightline("remember", "Prices are integers", cwd=tmp_path / "app")
    clone = ["git", "clone", "-q", str(tmp_path / "app"), str(tmp_path / "again")]
    subprocess.run(clone, check=True, capture_output=True)
    output = sightline(cwd=tmp_path / "again").stdout
    assert "recognised by its first commit" in output
    assert "Prices are integers" in sightline("recall", "prices", cwd=tmp_path / "again").stdout


def test_it_shows_the_age_of_the_index(sightline: Sightline, tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.py").write_text("def f(): pass\n")
    engine = open_engine(str(tmp_path), Lifetime.COMMAND)
    refresh(engine.project, engine.settings, workers=0)
    assert "  index     1 file · 2 symbols · 0 edges · " in sightline().stdout
    assert json.loads(sightline("--json").stdout)["index"]["symbols"] == 2


def test_an_unfinished_index_is_reported(sightline: Sightline, tmp_path: pathlib.Path) -> None:
    """Not that it is being built, unless somebody is at it."""
    (tmp_path / "a.py").write_text("def f(): pass\n")
    engine = open_engine(str(tmp_path), Lifetime.COMMAND)
    path = index_path(engine.project.worktree_id, engine.home)
    open_database(path, "index").close()
    output = sightline().stdout
    assert "· unfinished" in output and "sightline index\n" in output
    with hold_lease(engine.project.worktree_id, engine.home):
        output = sightline().stdout
        assert "· being built" in output and "sightline index\n" not in output


def test_the_overview_creates_no_files(
    sightline: Sightline, tmp_path: pathlib.Path, home: pathlib.Path
) -> None:
    assert sightline().returncode == 0
    assert list(tmp_path.iterdir()) == []
    assert not list(home.rglob("*.db"))


def test_it_counts_what_is_saved_and_shows_the_latest_topic(
    sightline: Sightline, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # On a busy machine the hook would otherwise leave the topic to the next one.
    monkeypatch.setenv("SIGHTLINE_HOOK_PROMPT_SECONDS", "25")
    assert "memories" not in sightline().stdout
    sightline("remember", "Expire sessions lazily on read")
    prompt = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(tmp_path)}
    prompt["prompt"] = "rotate the refresh tokens"
    sightline("hook", "--agent", "claude", text=json.dumps(prompt))
    output = sightline().stdout
    assert "  memories  1\n" in output
    assert '  topics    1, latest: "Rotate the refresh tokens"\n' in output
    assert "  hooks     last called: claude just now\n" in output
    memories = json.loads(sightline("--json").stdout)["memories"]
    assert (memories["kept"], memories["to_review"]) == (1, 0)


def test_the_same_facts_as_json(sightline: Sightline, tmp_path: pathlib.Path) -> None:
    facts = json.loads(sightline("--json").stdout)
    assert facts["project"]["root"] == str(tmp_path.resolve())
    assert facts["project"]["why"] == "a directory without git"
    assert facts["store"]["bytes"] == 0
    assert len(facts["try"]) <= 3


def test_it_suggests_install_only_until_installed(sightline: Sightline, home: pathlib.Path) -> None:
    assert json.loads(sightline("--json").stdout)["try"][0] == "sightline init"
    (home / ".claude").mkdir()
    assert sightline("install", "--agent", "claude", "--yes").returncode == 0
    tries = json.loads(sightline("--json").stdout)["try"]
    assert not [line for line in tries if "install" in line]
    assert sightline("uninstall", "--yes").returncode == 0


def test_another_project_by_its_path(sightline: Sightline, tmp_path: pathlib.Path) -> None:
    (tmp_path / "other").mkdir()
    for arguments in (["--project", "other", "--json"], ["--json", "--project=other"]):
        facts = json.loads(sightline(*arguments).stdout)
        assert facts["project"]["name"] == "other"
    result = sightline("--project", "nowhere")
    assert result.returncode == 2
    assert result.stderr.startswith("error: no directory called 'nowhere'\n  ")


def test_invalid_settings_are_reported_and_the_rest_works(
    sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    (tmp_path / ".sightline.toml").write_text("[focus]\nmemorySize = -1\n")
    result = sightline()
    assert result.returncode == 0
    assert "  settings  1 ignored because of errors:\n" in result.stdout
    assert "memorySize" in result.stdout


def test_a_damaged_store_is_reported_and_the_rest_works(
    sightline: Sightline, home: pathlib.Path
) -> None:
    (home / "sightline").mkdir()
    (home / "sightline" / "memory.db").write_bytes(b"not a database, but long enough" * 100)
    result = sightline()
    assert result.returncode == 0
    assert "  store     the database is damaged: " in result.stdout


def test_pause_and_resume(sightline: Sightline) -> None:
    assert "is paused" in sightline("pause").stdout
    assert "  paused    " in sightline().stdout
    assert "was already paused" in sightline("pause").stdout
    assert json.loads(sightline("resume", "--json").stdout)["paused"] is False
    assert "paused" not in sightline().stdout
    assert "was not paused" in sightline("resume").stdout


@pytest.mark.parametrize(
    ("size", "expected"),
    [(0, "0 bytes"), (999, "999 bytes"), (1200, "1.2 kB"), (5_400_000, "5.4 MB")],
)
def test_readable_sizes(size: int, expected: str) -> None:
    assert readable_size(size) == expected
