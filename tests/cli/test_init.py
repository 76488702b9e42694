"""`sightline init`: what it finds, what the user can choose, and the check at the end."""

import json
import os
import pathlib
import subprocess
import sys
import time

import pytest

from sightline.agents.paths import InstallTarget
from sightline.cli.main import main
from sightline.cli.setup.assistants import find_assistants, summary
from sightline.cli.setup.choice import Choice, Offer, changed, choice_text
from sightline.cli.setup.diff import edits_text
from sightline.cli.setup.probe import GOAL, _hook_finding


@pytest.fixture
def home(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A user of Claude Code with Gemini CLI on the search path, in a project with one file."""
    home = tmp_path / "home"
    (home / ".claude").mkdir(parents=True)
    project = tmp_path / "project"
    subprocess.run(["git", "init", "-q", str(project)], check=True)
    (project / "session.py").write_text("def expire_session(user):\n    return user\n")
    programs = tmp_path / "bin"
    programs.mkdir()
    (programs / "gemini").write_text("#!/bin/sh\n")
    (programs / "gemini").chmod(0o755)
    monkeypatch.chdir(project)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("PATH", f"{programs}:/usr/bin:/bin")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "data"))
    return home


def offer_of(home: pathlib.Path) -> Offer:
    path = os.environ["PATH"]
    target = InstallTarget(str(home), os.getcwd(), "user", str(home / ".config"), path)
    return Offer(target, tuple(find_assistants(target)), False, 3100)


def test_an_assistant_that_is_only_on_the_path_is_offered_but_not_chosen(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", "--yes"]) == 0
    output = capsys.readouterr().out
    assert "Claude Code, Gemini CLI (never used)" in output
    assert "1 [x] Claude Code  1 server, 10 hooks, 2 files" in output
    assert "2 [ ] Gemini CLI   1 server, 6 hooks, 1 file  (on the PATH, never used)" in output
    assert not (home / ".gemini").exists()


def test_it_asks_the_installed_hook_and_the_server(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["init", "--yes", "--json", "--agent", "claude", "--agent", "cursor"]) == 0
    findings = [f["text"] for f in json.loads(capsys.readouterr().out)["findings"]]
    assert any(text.startswith("Claude Code: the hook answers") for text in findings)
    assert any(text.startswith("Cursor: the hook answers") for text in findings)
    assert any("the server answers and offers 8 tools" in text for text in findings)


def test_numbers_and_letters_change_the_choice(home: pathlib.Path) -> None:
    offer = offer_of(home)
    choice = Choice(("claude",), False, "")
    assert changed(offer, choice, "2").agents == ("claude", "gemini")
    assert changed(offer, choice, "1, 2").agents == ("gemini",)
    assert changed(offer, choice, "9 x").agents == ("claude",)
    assert changed(offer, choice, "t").tools == "full"
    permitted = changed(offer, choice, "p")
    assert "7 permission rules" in choice_text(offer, permitted)
    settings = next(e for e in offer.changes(permitted)["claude"] if "allow" in e.keys)
    assert settings.value == "mcp__sightline__get_context"


def test_read_only_tools_can_be_permitted_and_all_tools_offered(home: pathlib.Path) -> None:
    assert main(["init", "--yes", "--allow", "--tools", "full"]) == 0
    allowed = json.loads((home / ".claude" / "settings.json").read_text())["permissions"]["allow"]
    assert "mcp__sightline__recall" in allowed
    assert not {"mcp__sightline__save_memory", "mcp__sightline__delete_memory"} & set(allowed)
    server = json.loads((home / ".claude.json").read_text())["mcpServers"]["sightline"]
    assert server["args"][-2:] == ["--tools", "full"]
    assert main(["uninstall", "--yes"]) == 0
    assert list(home.rglob("*.json")) == []


def test_installed_assistants_are_said_to_be_so(home: pathlib.Path) -> None:
    assert main(["init", "--yes"]) == 0
    offer = offer_of(home)
    only = Choice(("claude",), False, "")
    assert summary("claude", offer.changes(only)["claude"]) == "already installed"


def test_what_past_sessions_read_is_told(
    home: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = pathlib.Path.cwd()
    folder = home / ".claude" / "projects" / str(project).replace("/", "-").replace("_", "-")
    folder.mkdir(parents=True)
    lines = []
    for number in range(4):
        common = {
            "cwd": str(project),
            "sessionId": "s1",
            "timestamp": f"2026-01-0{number + 1}T10:00:00Z",
        }
        prompt = {"role": "user", "content": f"look at the session please, part {number}"}
        read = {"type": "tool_use", "id": f"t{number}", "name": "Read"}
        read["input"] = {"file_path": str(project / "session.py")}
        result = {"type": "tool_result", "tool_use_id": f"t{number}", "content": "text"}
        for kind, content in (
            ("user", prompt["content"]),
            ("assistant", [read]),
            ("user", [result]),
        ):
            lines.append({"type": kind, **common, "message": {"role": kind, "content": content}})
    (folder / "s1.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert main(["init", "--dry-run"]) == 0
    assert "in your last 1 session here 1 file was read 4 times" in capsys.readouterr().out


def test_a_diff_is_coloured_on_request(home: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sightline.cli.setup.choice import edits_of

    edits = edits_of(offer_of(home).changes(Choice(("claude",), False, "")))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert "\x1b[32m+" in edits_text(edits)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" not in edits_text(edits)


def answered(answer: str, trust: str = "n") -> bytes:
    """What init prints in a terminal where its questions are answered like this."""
    import pty

    own, other = pty.openpty()
    command = [sys.executable, "-m", "sightline", "init"]
    process = subprocess.Popen(command, stdin=other, stdout=other, stderr=other)
    os.close(other)
    output = b""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            output += os.read(own, 65_536)
        except OSError:
            break
        for question, reply in ((b"marked x?", answer), (b"[y/N]", trust)):
            if output.rstrip().endswith(question):
                os.write(own, reply.encode() + b"\n")
                output += b"\n"
    assert process.wait(timeout=60) == 0
    os.close(own)
    return output


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("trust", ["y", "n"])
def test_it_offers_to_trust_the_memory_files_of_a_repository(
    home: pathlib.Path, trust: str
) -> None:
    folder = pathlib.Path.cwd() / ".sightline" / "memories"
    folder.mkdir(parents=True)
    (folder / "dec-1a2b3c4d.md").write_text(
        "---\nid: dec-1a2b3c4d\nkind: decision\ncreated: 2026-01-01\n---\n\nLog in UTC\n"
    )
    assert b"1 memory file in .sightline/memories" in answered("y", trust)
    recalled = subprocess.run(
        [sys.executable, "-m", "sightline", "recall", "UTC"], capture_output=True, text=True
    )
    assert ("Log in UTC" in recalled.stdout) == (trust == "y")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "installed"), [("y", True), ("q", False), ("", False)])
def test_the_question_is_answered_in_a_terminal(
    home: pathlib.Path, answer: str, installed: bool
) -> None:
    output = answered(answer)
    assert (home / ".claude" / "settings.json").exists() == installed
    assert (b"the hook answers" in output) == installed


def test_a_slow_hook_is_told_from_one_that_does_not_answer() -> None:
    slow = _hook_finding("claude", GOAL, ms=2_500, limit_ms=1_000)
    assert slow.state == "!" and "took 2500 ms" in slow.text
    assert _hook_finding("claude", GOAL, ms=90, limit_ms=1_000).state == "✓"
    assert _hook_finding("claude", "", ms=90, limit_ms=1_000).state == "✗"
