"""A paused project and denied files: every surface leaves them alone."""

import json
import pathlib
import sqlite3
import subprocess
import sys

import pytest
from tests.conftest import Sightline
from tests.workspace.conftest import git, write

from sightline.index.watcher import _unless_paused
from sightline.model.project import directory_project
from sightline.workspace import privacy


@pytest.fixture
def project(tmp_path: pathlib.Path) -> pathlib.Path:
    root = tmp_path / "shop"
    root.mkdir()
    git(root, "init", "-q")
    write(root, "app.py", "def charge(order):\n    return order\n")
    write(root, "customers/acme.py", "def acme_discount(order):\n    return order\n")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Charge orders")
    return root


def stored(home: pathlib.Path) -> bytes:
    """The content of every database and file in the data folder."""
    for path in home.rglob("*.db"):
        with sqlite3.connect(path) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())


def ask(*calls: tuple[str, dict[str, object]]) -> str:
    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t"}}
    messages = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": client}]
    for number, (name, arguments) in enumerate(calls, 1):
        params = {"name": name, "arguments": arguments}
        messages.append({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    return "\n".join(map(json.dumps, messages)) + "\n"


def test_a_server_of_a_paused_project_says_so_and_stores_nothing(
    project: pathlib.Path, home: pathlib.Path, sightline: Sightline
) -> None:
    sightline("index", cwd=project)
    sightline("pause", cwd=project)
    text = ask(
        ("get_context", {"query": "zanzibar charges"}),
        ("save_memory", {"content": "The zanzibar branch is closed", "category": "fact"}),
    )
    answers = sightline("serve", cwd=project, text=text).stdout.splitlines()
    assert len(answers) == 3
    assert all("Sightline is paused" in answer for answer in answers[1:])
    assert "charge(order)" not in answers[1] + answers[2]
    assert b"zanzibar" not in stored(home / "sightline")


def test_nothing_is_indexed_in_the_background_of_a_paused_project(
    project: pathlib.Path, home: pathlib.Path, sightline: Sightline
) -> None:
    sightline("index", cwd=project)
    sightline("pause", cwd=project)
    write(project, "secret.py", "def zanzibar(): pass\n")
    sightline("index", "--background", cwd=project)
    subprocess.run(
        [sys.executable, "-P", "-m", "sightline.server.index_worker", str(project)],
        input=b"null\n",
        cwd=project,
        timeout=60,
    )
    assert b"zanzibar" not in stored(home / "sightline")


def test_a_watcher_skips_changes_while_paused_and_catches_up_afterwards(
    tmp_path: pathlib.Path, home: pathlib.Path
) -> None:
    from sightline.index.stats import IndexStats

    project = directory_project(str(tmp_path), "a test")
    refreshed: list[list[str] | None] = []

    def bring(paths: list[str] | None) -> IndexStats:
        refreshed.append(paths)
        return IndexStats()

    watch = _unless_paused(project, str(home), bring)
    watch(["a.py"])
    privacy.pause(project, home=str(home))
    watch(["b.py"])
    privacy.resume(project, home=str(home))
    watch(["c.py"])
    watch(["d.py"])
    assert refreshed == [["a.py"], None, ["d.py"]]


def test_denied_files_are_absent_from_history_activity_and_captures(
    project: pathlib.Path, home: pathlib.Path, sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    (project / ".sightline.toml").write_text('[privacy]\ndeny = ["customers/"]\n')
    write(project, "customers/acme.py", "def acme_discount(order):\n    return order - 1\n")
    git(project, "commit", "-qam", "Change a discount")
    sightline("index", cwd=project)
    path = str(project / "customers" / "acme.py")
    transcript = tmp_path / "session.jsonl"
    edit = {"type": "tool_use", "id": "1", "name": "Edit", "input": {"file_path": path}}
    result = {"type": "tool_result", "tool_use_id": "1", "content": "ok"}
    lines: list[dict[str, object]] = [
        {"type": "user", "message": {"role": "user", "content": "lower the discount"}},
        {"type": "assistant", "message": {"role": "assistant", "content": [edit]}},
        {"type": "user", "message": {"role": "user", "content": [result]}},
    ]
    transcript.write_text("\n".join(map(json.dumps, lines)) + "\n")
    write(project, "customers/acme.py", "def acme_discount(order):\n    return order - 2\n")
    for name in ("UserPromptSubmit", "PostToolUse", "Stop", "SessionEnd"):
        event = {
            "hook_event_name": name,
            "session_id": "s",
            "cwd": str(project),
            "prompt": "lower the discount",
            "tool_name": "Edit",
            "tool_input": {"file_path": path},
            "transcript_path": str(transcript),
        }
        sightline("hook", cwd=project, text=json.dumps(event))
    assert b"acme" not in stored(home / "sightline")


def test_memories_about_denied_files_are_not_exported(
    project: pathlib.Path, sightline: Sightline
) -> None:
    sightline("index", cwd=project)
    sightline("remember", "Acme gets ten percent", "--symbol", "acme_discount", cwd=project)
    sightline("remember", "Orders are charged once", "--symbol", "charge", cwd=project)
    assert "Acme" in sightline("export", cwd=project).stdout
    write(project, ".sightline.toml", '[privacy]\ndeny = ["customers/"]\n')
    exported = sightline("export", cwd=project).stdout
    assert "Orders are charged once" in exported
    assert "Acme" not in exported
