"""Nothing that a repository's configuration names is run, by any command, tool or event."""

import json
import pathlib
import subprocess
import sys

import pytest
from tests.conftest import Sightline
from tests.workspace.hostile_repository import HostileRepository

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the commands are shell scripts")

COMMANDS = (
    ("index",), ("index", "--rebuild"), ("status",), ("context", "where are orders charged"),
    ("call", "get_symbol_history", "symbol_name=refund"), ("call", "get_repo_overview"),
    ("call", "get_health"), ("mine",), ("remember", "Orders are charged in app.py"), ("recall", "orders"),
    ("tour",), ("doctor",), ("bench", "--mine"), ("export",), ("share",), ("review", "--shared"), ("log",), ("stats",), (),
)  # fmt: skip
EVENTS = (
    {"hook_event_name": "SessionStart", "source": "startup"},
    {"hook_event_name": "UserPromptSubmit", "prompt": "fix how an order is charged in app.py"},
    {"hook_event_name": "PostToolUse", "tool_name": "Read", "tool_input": {"file_path": "app.py"}},
    {"hook_event_name": "Stop"},
    {"hook_event_name": "PreCompact"},
    {"hook_event_name": "SessionEnd", "reason": "exit"},
)


@pytest.fixture
def hostile(tmp_path: pathlib.Path) -> HostileRepository:
    return HostileRepository(tmp_path)


def plain_git(hostile: HostileRepository, *arguments: str) -> None:
    """What git does without our options."""
    subprocess.run(
        ["git", *arguments],
        cwd=hostile.root,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=20,
    )


def test_the_traps_of_the_hostile_repository_work(hostile: HostileRepository) -> None:
    hostile.touch()
    plain_git(hostile, "status")
    assert {"core.fsmonitor", "submodule-fsmonitor"} <= set(hostile.commands_run())
    hostile.remove_root_commit()
    plain_git(hostile, "rev-list", "HEAD")
    assert "promisor" in hostile.commands_run()


@pytest.mark.parametrize("without_root_commit", [False, True])
def test_no_command_runs_what_the_repository_configures(
    hostile: HostileRepository, sightline: Sightline, without_root_commit: bool
) -> None:
    if without_root_commit:
        hostile.remove_root_commit()
    hostile.forget_runs()
    for command in COMMANDS:
        hostile.touch()
        result = sightline(*command, cwd=hostile.root)
        assert "Traceback" not in result.stderr, command
        assert hostile.commands_run() == [], command


def test_no_event_runs_what_the_repository_configures(
    hostile: HostileRepository, sightline: Sightline, tmp_path: pathlib.Path
) -> None:
    transcript = tmp_path / "session.jsonl"
    message = {"role": "user", "content": "We decided to charge orders in app.py"}
    transcript.write_text(json.dumps({"type": "user", "message": message}) + "\n")
    sightline("index", cwd=hostile.root)
    hostile.forget_runs()
    for event in EVENTS:
        hostile.touch()
        about = {"session_id": "s", "cwd": str(hostile.root), "transcript_path": str(transcript)}
        result = sightline("hook", cwd=hostile.root, text=json.dumps({**about, **event}))
        assert (result.returncode, result.stderr) == (0, "")
        assert hostile.commands_run() == [], event


def test_a_server_does_not_run_what_the_repository_configures(
    hostile: HostileRepository, sightline: Sightline
) -> None:
    hostile.remove_root_commit()
    hostile.forget_runs()
    hostile.touch()
    tools = (
        ("get_symbol_history", {"symbol_name": "refund"}),
        ("get_context", {"query": "refund an order"}),
        ("save_memory", {"content": "Refunds are negative charges", "category": "fact"}),
    )
    initialize = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t"}}
    messages = [{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize}]
    for number, (name, arguments) in enumerate(tools, 1):
        params = {"name": name, "arguments": arguments}
        messages.append({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})
    text = "\n".join(map(json.dumps, messages)) + "\n"
    result = sightline("serve", cwd=hostile.root, text=text)
    assert len(result.stdout.splitlines()) == len(messages)
    assert hostile.commands_run() == []
