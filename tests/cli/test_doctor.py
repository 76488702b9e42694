"""The doctor says what is well, what is not, and mends what it safely can."""

import json
import pathlib
import socket
import subprocess
import sys

import pytest

from sightline.cli.doctor.open_connections import CONNECTIONS, SOCKETS, open_connections
from sightline.cli.main import main
from sightline.cli.setup.assistants import title
from sightline.engine import open_engine
from sightline.store import activity


@pytest.fixture
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    subprocess.run(["git", "init", "-q", str(tmp_path / "work")], check=True)
    monkeypatch.chdir(tmp_path / "work")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "data"))
    return home


def findings(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[int, str]:
    capsys.readouterr()
    code = main(["doctor", "--json", *more])
    rows = json.loads(capsys.readouterr().out)["findings"]
    return code, "\n".join(f"{row['state']} {row['text']} | {row['advice']}" for row in rows)


def test_on_a_fresh_machine_doctor_says_what_to_do_next(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, text = findings(capsys)
    assert code == 0
    assert "with FTS5" in text
    assert "! no index yet | sightline index" in text
    assert "! not installed in any assistant | sightline install" in text


def test_a_missing_interpreter_is_reported_and_fixed(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--yes", "--agent", "claude"]) == 0
    settings = home / ".claude" / "settings.json"
    settings.write_text(settings.read_text().replace(sys.executable, "/gone/python"))
    code, text = findings(capsys)
    assert code == 1
    assert "starts /gone/python, which does not exist" in text
    code, text = findings(capsys, "--fix")
    assert code == 0
    assert "/gone/python" not in settings.read_text()


def test_removed_entries_are_reported_and_restored(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--yes", "--agent", "claude"]) == 0
    (home / ".claude" / "settings.json").write_text("{}\n")
    code, text = findings(capsys)
    assert code == 1
    assert "our entries are missing from" in text
    code, _ = findings(capsys, "--fix")
    assert code == 0
    assert "hook/__main__.py" in (home / ".claude" / "settings.json").read_text()


def test_hooks_that_were_never_called_are_reported(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--yes", "--agent", "claude", "--agent", "codex"]) == 0
    engine = open_engine(str(pathlib.Path.cwd()))
    activity.record_hook_call(
        engine.activity,
        agent="claude",
        event="UserPromptSubmit",
        project=engine.project.id,
        ms=24.0,
        now=engine.now(),
    )
    engine.close()
    _, text = findings(capsys)
    assert "Claude Code: hooks last called just now" in text
    assert "Codex: no hook called yet | Codex runs new hooks only after you trust them" in text
    assert "1 hook call in 24 hours: median 24 ms" in text


def test_errors_in_settings_are_reported(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (pathlib.Path.cwd() / ".sightline.toml").write_text("[focus]\nmemorySize = -4\n")
    _, text = findings(capsys)
    assert "memorySize" in text


def test_a_damaged_store_is_reported_with_advice(
    home: pathlib.Path, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    open_engine(str(pathlib.Path.cwd())).close()
    (tmp_path / "data" / "memory.db").write_bytes(b"not a database at all" * 400)
    code, text = findings(capsys)
    assert code == 1
    assert "✗" in text


def test_nothing_is_open_to_the_network() -> None:
    report = open_connections()
    assert [row for row in report[SOCKETS] + report[CONNECTIONS] if "doctor" in row] == []


def test_a_listening_socket_is_reported() -> None:
    import socket

    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        port = listener.getsockname()[1]
        report = open_connections()
    assert any(f"port {port} " in row for row in report[SOCKETS])


def test_a_server_with_a_missing_interpreter_is_reported_and_fixed(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not every assistant has hooks: the server's entry must be right on its own."""
    for agent, file in (
        ("claude", home / ".claude.json"),
        ("codex", home / ".codex" / "config.toml"),
        ("opencode", home / ".config" / "opencode" / "opencode.json"),
        ("zed", home / ".config" / "zed" / "settings.json"),
    ):
        assert main(["install", "--yes", "--agent", agent]) == 0
        assert f"✓ {title(agent)}: {file}" in findings(capsys)[1]
        file.write_text(file.read_text().replace(sys.executable, "/my venv/gone/python"))
        code, text = findings(capsys)
        assert code == 1
        assert f"{file} starts /my venv/gone/python, which does not exist" in text
        assert findings(capsys, "--fix")[0] == 0
        assert "/my venv" not in file.read_text()


def test_a_file_that_no_longer_parses_is_reported(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--yes", "--agent", "claude"]) == 0
    settings = home / ".claude" / "settings.json"
    settings.write_text(settings.read_text() + "oops{")
    code, text = findings(capsys)
    assert code == 1
    assert f"Claude Code cannot read {settings}: unexpected text after the value" in text


def test_hooks_of_a_server_that_is_not_running_are_reported_and_kept(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        (home / ".config" / "sightline").mkdir(parents=True, exist_ok=True)
        own = home / ".config" / "sightline" / "settings.toml"
        own.write_text(f"[server]\nport = {port}\n")
        assert main(["install", "--yes", "--agent", "claude", "--http"]) == 0
        settings = home / ".claude" / "settings.json"
        assert "no server is listening" not in findings(capsys)[1]
        settings.chmod(0o644)
        assert "contains your token, and other users can read it" in findings(capsys)[1]
        settings.chmod(0o600)
    assert f"calls http://127.0.0.1:{port}, but no server is listening there" in findings(capsys)[1]
    installed = settings.read_text()
    settings.write_text("{}\n")
    findings(capsys, "--fix")
    assert (
        settings.read_text().count("/hook?agent=claude")
        == installed.count("/hook?agent=claude")
        > 0
    )


def test_a_command_that_is_not_on_the_search_path_is_reported(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["install", "--yes", "--agent", "claude", "--scope", "project"]) == 0
    monkeypatch.setenv("PATH", str(home))
    code, text = findings(capsys)
    assert code == 0
    assert text.count("starts sightline, which is not on the search path") == 2


def test_a_missing_interpreter_in_a_folder_with_spaces_is_reported(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", str(home / "my venv" / "python"))
    assert main(["install", "--yes", "--agent", "claude"]) == 0
    text = findings(capsys)[1]
    assert text.count(f"starts {sys.executable}, which does not exist") == 2
    (home / "my venv").mkdir()
    (home / "my venv" / "python").touch()
    assert findings(capsys)[1].count("✓ Claude Code: ") == 2
