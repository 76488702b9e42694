"""`sightline install` shows what it will change, asks, and takes everything back."""

import json
import os
import pathlib
import subprocess

import pytest

from sightline.cli.main import main


@pytest.fixture
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    project = tmp_path / "project"
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    monkeypatch.chdir(project)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "data"))
    return home


def files(folder: pathlib.Path) -> list[str]:
    return sorted(str(p.relative_to(folder)) for p in folder.rglob("*") if p.is_file())


def test_only_assistants_in_use_are_installed_into(home: pathlib.Path) -> None:
    assert main(["install", "--yes"]) == 0
    assert files(home) == [".claude.json", ".claude/settings.json"]
    assert main(["uninstall", "--yes"]) == 0
    assert files(home) == []


def test_a_dry_run_shows_a_diff_and_changes_nothing(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--dry-run"]) == 0
    assert "+++ " in capsys.readouterr().out
    assert files(home) == []


def test_without_a_terminal_install_fails_and_says_what_to_pass(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install"]) == 2
    error = capsys.readouterr().err
    assert "not running in a terminal" in error and "--yes" in error
    assert files(home) == []


def test_instructions_are_written_only_when_asked_for(home: pathlib.Path) -> None:
    """Ruling 65."""
    project = pathlib.Path.cwd()
    (project / "CLAUDE.md").write_text("# Mine\n")
    assert main(["install", "--yes"]) == 0
    assert (project / "CLAUDE.md").read_text() == "# Mine\n"
    assert main(["install", "--yes", "--instructions"]) == 0
    assert "sightline:start" in (project / "CLAUDE.md").read_text()
    assert main(["uninstall", "--yes"]) == 0
    assert (project / "CLAUDE.md").read_text() == "# Mine\n"


def test_json_says_which_files_changed(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--yes", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["done"] is True
    assert [row["changed"] for row in answer["files"]] == [True, True]


def test_project_scope_writes_no_path_of_this_machine(home: pathlib.Path) -> None:
    assert main(["install", "--yes", "--scope", "project", "--agent", "claude"]) == 0
    project = pathlib.Path.cwd()
    for file in (project / ".mcp.json", project / ".claude" / "settings.json"):
        assert "python" not in file.read_text()
    assert main(["uninstall", "--yes"]) == 0
    assert files(project / ".git") != []
    assert not (project / ".mcp.json").exists()


def test_http_hooks_carry_the_token(home: pathlib.Path) -> None:
    assert main(["install", "--yes", "--agent", "claude", "--http"]) == 0
    settings = json.loads((home / ".claude" / "settings.json").read_text())
    hook = settings["hooks"]["UserPromptSubmit"][0]["hooks"][0]
    assert hook["type"] == "http"
    assert hook["headers"]["Authorization"].startswith("Bearer ")
    assert settings["hooks"]["SessionStart"][0]["hooks"][0]["type"] == "command"


def test_purge_removes_the_data_too(home: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert main(["install", "--yes"]) == 0
    assert (tmp_path / "data").exists()
    assert main(["uninstall", "--yes", "--purge"]) == 0
    assert not (tmp_path / "data").exists()


def test_init_indexes_installs_and_checks(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pathlib.Path.cwd() / "a.py").write_text("def f():\n    return 1\n")
    assert main(["init", "--yes", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["index"]["files_indexed"] == 1
    assert answer["installed"] == ["claude"]
    assert (home / ".claude" / "settings.json").exists()
    assert main(["init", "--yes"]) == 0
    assert "Claude Code" in capsys.readouterr().out


def test_init_asks_before_it_changes_anything(
    home: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", "--dry-run"]) == 0
    assert files(home) == []
    assert not (tmp_path / "data" / "index").exists()
    assert main(["init"]) == 2
    assert not (tmp_path / "data" / "index").exists()


def test_entries_missing_from_the_journal_are_removed_too(home: pathlib.Path) -> None:
    """Whoever removes the data first must not be left with hooks that start nothing."""
    (home / ".claude" / "settings.json").write_text('{"model": "x"}\n')
    (home / ".gemini").mkdir()
    (home / ".gemini" / "settings.json").write_text("{ not JSON")
    assert main(["install", "--yes", "--agent", "claude"]) == 0
    data = home.parent / "data"
    (data / "installed.json").unlink()
    assert main(["uninstall", "--yes"]) == 0
    assert json.loads((home / ".claude" / "settings.json").read_text()) == {"model": "x"}
    assert "sightline" not in (home / ".claude.json").read_text()
    assert (home / ".gemini" / "settings.json").read_text() == "{ not JSON"


def test_a_damaged_journal_is_reported_and_no_file_is_changed(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--yes"]) == 0
    (home.parent / "data" / "installed.json").write_text("{broken")
    before = (home / ".claude" / "settings.json").read_bytes()
    capsys.readouterr()
    assert main(["uninstall", "--yes"]) == 1
    assert "installed.json, the record of what was installed where" in capsys.readouterr().err
    assert (home / ".claude" / "settings.json").read_bytes() == before
    assert main([]) == 0
    assert main(["doctor"]) == 1
    assert "installed.json" in capsys.readouterr().out


def test_the_token_is_never_written_where_others_can_read_it(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It opens the memories: no project's files hold it, nor any that others can read."""
    settings = home / ".claude" / "settings.json"
    assert main(["install", "--yes", "--agent", "claude", "--http"]) == 0
    assert "Bearer " in settings.read_text()
    assert settings.stat().st_mode & 0o077 == 0
    assert main(["install", "--yes", "--agent", "claude", "--http", "--scope", "project"]) == 2
    assert "needs your personal token" in capsys.readouterr().err


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="may write everywhere")
def test_a_read_only_folder_does_not_stop_other_files_from_being_restored(
    home: pathlib.Path,
) -> None:
    (home / ".claude.json").write_text("{}")
    (home / ".cursor").mkdir()
    assert main(["install", "--yes"]) == 0
    (home / ".claude").chmod(0o555)
    try:
        assert main(["uninstall", "--yes"]) == 1
        assert (home / ".claude.json").read_text() == "{}"
        assert files(home) == [".claude.json", ".claude/settings.json"]
        assert main(["install", "--yes", "--agent", "claude"]) == 0
    finally:
        (home / ".claude").chmod(0o755)
    assert main(["uninstall", "--yes"]) == 0
    assert files(home) == [".claude.json"]
