"""The commands about memories, as a user calls them."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest
from tests.conftest import Sightline

from sightline.cli.main import main


@pytest.fixture
def project(tmp_path: pathlib.Path) -> pathlib.Path:
    (tmp_path / ".sightline.toml").write_text("")
    (tmp_path / "auth.py").write_text("def expire_session(user):\n    return user\n")
    return tmp_path


def values(sightline: Sightline, *arguments: str, **more: Any) -> Any:
    result = sightline(*arguments, "--json", **more)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def test_something_is_remembered_recalled_and_shown(
    sightline: Sightline, project: pathlib.Path
) -> None:
    saved = values(
        sightline, "remember", "Expire sessions lazily", "--why", "a sweeper locked the table"
    )
    id = saved["memory_id"]
    assert id.startswith("dec-")
    text = sightline("recall", "session", "expiry").stdout
    assert f"[decision] {id}" in text
    assert "  Expire sessions lazily -- a sweeper locked the table" in text
    assert values(sightline, "recall", "expiry", "--kind", "pattern") == []
    assert values(sightline, "recall", "--since", "1h")[0]["id"] == id
    assert values(sightline, "recall", "--until", "2020-01-01") == []
    assert values(sightline, "show", id)["fields"]["rationale"] == "a sweeper locked the table"


def test_a_goal_can_be_reached(sightline: Sightline) -> None:
    id = values(sightline, "remember", "Ship the second version", "--kind", "goal")["memory_id"]
    assert values(sightline, "edit", id, "--status", "completed")["status"] == "completed"
    wrong = sightline("edit", id, "--status", "reached")
    assert wrong.returncode == 2 and "completed" in wrong.stderr


def test_a_memory_for_every_project_is_injected_in_every_project(
    sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    saved = values(sightline, "remember", "Answer in German", "--everywhere")
    assert values(sightline, "show", saved["memory_id"])["level"] == 0
    saved = values(sightline, "remember", "Vim is the editor", "--everywhere", "--level", "1")
    assert values(sightline, "show", saved["memory_id"])["level"] == 1


def test_a_memory_can_be_edited_superseded_forgotten_and_restored(sightline: Sightline) -> None:
    id = values(sightline, "remember", "Use tabs", "--kind", "decision", "--tag", "Style")[
        "memory_id"
    ]
    changed = values(sightline, "edit", id, "--text", "Use tabs everywhere", "--level", "0")
    assert (changed["content"], changed["level"], changed["tags"]) == (
        "Use tabs everywhere",
        0,
        ["style"],
    )
    new = values(sightline, "supersede", id, "Use spaces", "--why", "diffs")["memory_id"]
    assert [row["id"] for row in values(sightline, "recall", "--tag", "style")] == [new]
    assert len(values(sightline, "recall", "--tag", "style", "--all")) == 2
    assert values(sightline, "show", id)["status"] == "superseded"
    values(sightline, "forget", new)
    gone = sightline("show", new)
    assert gone.returncode == 2 and f"sightline forget --undo {new}" in gone.stderr
    values(sightline, "forget", "--undo", new)
    assert values(sightline, "show", new)["content"] == "Use spaces"
    values(sightline, "forget", "--erase", new)
    undone = sightline("forget", "--undo", new)
    assert undone.returncode == 2 and "was erased" in undone.stderr


def test_nothing_of_an_erased_memory_is_left_on_disk(
    sightline: Sightline, project: pathlib.Path, home: pathlib.Path
) -> None:
    """Neither in the log of what was injected, nor in full text, nor among counted words."""
    text = "Zebrafish thresholds stay at quixotic levels"
    id = values(sightline, "remember", text, "--why", "plutonium", cwd=project)["memory_id"]
    prompt = "which thresholds do zebrafish need?"
    event = {"hook_event_name": "UserPromptSubmit", "session_id": "s", "cwd": str(project)}
    shown = sightline("hook", "--plain", text=json.dumps({**event, "prompt": prompt}), cwd=project)
    assert "plutonium" in shown.stdout

    result = values(sightline, "forget", "--erase", id, cwd=project)
    assert (result["injections"], result["backups"]) == (1, 0)
    left = b"".join(file.read_bytes() for file in home.rglob("*") if file.is_file()).lower()
    assert b"which thresholds" in left, "what the person typed stays"
    assert not [word for word in (b"quixotic", b"plutonium", b"plutoni") if word in left]


def test_erasing_lists_the_backups_that_may_still_contain_the_memory(
    sightline: Sightline, home: pathlib.Path
) -> None:
    id = values(sightline, "remember", "Zebrafish thresholds")["memory_id"]
    values(sightline, "backup")
    values(sightline, "backup", "--restore")
    result = sightline("forget", "--erase", id).stdout
    assert "1 backup may still contain it: sightline backup --list" in result
    (aside,) = [line for line in result.splitlines() if "restore replaced" in line]
    assert pathlib.Path(aside.rpartition(": ")[2]).parent == home / "sightline"


def test_erasing_an_unknown_memory_fails(sightline: Sightline) -> None:
    result = sightline("forget", "--erase", "dec-00000000")
    assert result.returncode == 2 and "dec-00000000 not found" in result.stderr


def test_a_closed_memory_cannot_be_validated_or_closed_again(sightline: Sightline) -> None:
    old = values(sightline, "remember", "Shard by user", "--kind", "decision")["memory_id"]
    new = values(sightline, "supersede", old, "Shard by tenant")["memory_id"]
    for command in ("validate", "retract"):
        result = sightline(command, old)
        assert result.returncode == 2 and f"superseded by {new} already" in result.stderr
        assert f"sightline show {new}" in result.stderr
    values(sightline, "retract", new)
    assert "retracted already" in sightline("validate", new).stderr
    assert "retracted already" in sightline("retract", new).stderr
    output = values(sightline, "retract", new, "--why", "tenants move")
    assert output["fields"]["retracted_reason"] == "tenants move"


def test_validating_closes_a_tenth_of_the_gap(sightline: Sightline) -> None:
    """LO 1.3.6: +10 % of the gap, 0.99 at most."""
    id = values(
        sightline, "remember", "Retry with jitter", "--kind", "pattern",
        "--field", "problem=herd", "--field", "solution=jitter", "--title", "Jitter",
    )["memory_id"]  # fmt: skip
    assert id.startswith("pat-")
    assert "[pattern] Jitter (confidence: 0.5)" in sightline("recall", "jitter").stdout
    assert values(sightline, "validate", id)["confidence"] == pytest.approx(0.55)
    assert values(sightline, "validate", id)["confidence"] == pytest.approx(0.595)


def test_an_observation_is_promoted(sightline: Sightline) -> None:
    id = values(sightline, "remember", "the linter is slow", "--kind", "observation")["memory_id"]
    assert id.startswith("obs-")
    assert sightline("promote", id).returncode == 2
    made = values(sightline, "promote", id, "--kind", "failure", "--field", "tool=ruff")
    assert made["id"].startswith("fail-") and made["fields"]["tool"] == "ruff"
    assert values(sightline, "show", id)["status"] == "promoted"
    assert f"[promoted to {made['id']}]" in sightline("show", id).stdout
    assert [row["id"] for row in values(sightline, "recall", "linter")] == [made["id"]]


def test_a_decision_is_retracted_with_its_reason(sightline: Sightline) -> None:
    id = values(sightline, "remember", "Shard by user", "--kind", "decision")["memory_id"]
    shown = values(sightline, "retract", id, "--why", "users move")
    assert shown["status"] == "retracted"
    assert shown["fields"]["retracted_reason"] == "users move"
    assert values(sightline, "recall", "shard") == []


def test_a_memory_for_every_project_is_recalled_in_every_project(
    sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.mkdir()
        (path / ".sightline.toml").write_text("")
    values(sightline, "remember", "answer in German", "--everywhere", cwd=one)
    values(sightline, "remember", "answer quickly", cwd=one)
    assert len(values(sightline, "recall", "answer", cwd=one)) == 2
    assert len(values(sightline, "recall", "answer", cwd=other)) == 1
    assert len(values(sightline, "recall", "answer", "--scope", "all", cwd=other)) == 2
    assert len(values(sightline, "recall", "answer", "--scope", "user", cwd=one)) == 1


def test_export_into_a_missing_directory_fails(sightline: Sightline) -> None:
    result = sightline("export", "nowhere/memories.jsonl")
    assert result.returncode == 2 and "no directory called" in result.stderr
    assert ".tmp" not in result.stderr


def test_every_tool_call_prints_json_on_request(
    sightline: Sightline, project: pathlib.Path
) -> None:
    """Also tools that write, and sessions whose frame would follow the answer."""
    fact = ("call", "save_memory", "content=Prices are integers", "category=fact", "level=0")
    saved = values(sightline, *fact, cwd=project)
    assert saved["memory_id"].startswith("mem-")
    assert "thread_id" in values(sightline, "call", "ai_pin", "content=Use UTC", cwd=project)
    asked = ("call", "query_symbol", "name=expire_session", "--session", "claude:s-1")
    plain = sightline(*asked, cwd=project).stdout
    assert "[MEMORY CONTEXT]" in plain
    other = (*asked[:-1], "claude:s-2")
    assert values(sightline, *other, cwd=project)[0]["name"] == "expire_session"


def test_text_comes_from_standard_input_too(sightline: Sightline) -> None:
    saved = values(sightline, "remember", "-", text="a note\nof two lines")
    assert values(sightline, "show", saved["memory_id"])["content"] == "a note\nof two lines"


def test_invalid_times_and_fields_are_reported(sightline: Sightline) -> None:
    assert "invalid date or duration 'soon'" in sightline("recall", "--since", "soon").stderr
    assert "invalid duration 'long'" in sightline("remember", "x", "--ttl", "long").stderr
    assert "name=value" in sightline("remember", "x", "--field", "colour").stderr


def test_memories_are_exported_and_imported(sightline: Sightline, tmp_path: pathlib.Path) -> None:
    values(sightline, "remember", "Use tabs", "--kind", "convention")
    values(sightline, "remember", "Everywhere", "--everywhere")
    out = sightline("export").stdout
    assert len(out.splitlines()) == 1
    path = tmp_path / "out.jsonl"
    assert values(sightline, "export", str(path))["exported"] == 1
    path.write_text(path.read_text() + "{broken\n")
    result = sightline("import", str(path))
    assert result.returncode == 1 and "line 2" in result.stdout
    (tmp_path / "AGENTS.md").write_text("## Rules\n\n- Never push on Fridays at all\n")
    assert values(sightline, "import", "AGENTS.md")["added"] == 1
    assert "push on Fridays" in sightline("recall", "friday").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of its own")
def test_a_review_continues_after_an_invalid_answer_and_ends_at_end_of_input(
    sightline: Sightline, project: pathlib.Path
) -> None:
    """At a terminal: an empty text, an unknown kind, then the end of input."""
    import pty

    record = {"id": "obs-1", "kind": "observation", "text": "Slow linter", "source": "mine:x"}
    line = json.dumps({**record, "status": "raw", "created": 1})
    assert sightline("import", "-", text=line, cwd=project).returncode == 0
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "sightline", "review"],
        *(-1, None, theirs, theirs, theirs),
        cwd=project,
        close_fds=True,
    )
    os.close(theirs)
    os.write(ours, b"e\n\np nonsense\n\x04")
    output = b""
    with contextlib.suppress(OSError):  # how a terminal says that nobody is left
        while part := os.read(ours, 4096):
            output += part
    os.close(ours)
    assert process.wait(60) == 0, output
    assert b"a memory needs a text" in output and b"no kind of memory called" in output
    assert b"Traceback" not in output
    assert values(sightline, "show", "obs-1", cwd=project)["content"] == "Slow linter"


def test_recall_without_any_memory_says_how_to_save_one(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "empty"))
    assert main(["recall", "sessions", "--project", str(tmp_path)]) == 0
    assert "no memories yet; save one: sightline remember" in capsys.readouterr().out
