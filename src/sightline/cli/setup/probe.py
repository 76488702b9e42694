"""Asks the installed hook and server, as an assistant would, whether they answer."""

from __future__ import annotations

import json
import os
import subprocess
import time
from typing import Any

from sightline.agents import NAMES
from sightline.agents.paths import Launcher
from sightline.cli.doctor.checks import BAD, GOOD, POOR, Finding
from sightline.cli.setup.assistants import title
from sightline.engine import Lifetime, open_engine
from sightline.measure.workplace import temporary_store
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.text.wording import counted

SECONDS = 20
# A memory that every session start shows; the hook's answer must contain it.
GOAL = "Check that Sightline answers"
# Assistants whose events have other names; Cline has no session start.
_EVENT_NAMES = {"cursor": "sessionStart", "cline": ""}
_HELLO: list[dict[str, Any]] = [
    {
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "sightline-init", "version": "1"},
        },
    },
    {"method": "notifications/initialized"},
    {"id": 2, "method": "tools/list"},
]


def check_hooks(root: str, launcher: Launcher, agents: list[str]) -> list[Finding]:
    """Send a session start to the hook of each assistant, with a temporary store."""
    if launcher.url:
        return []  # the doctor checks that the server for HTTP hooks is listening
    agents = [name for name in agents if name in NAMES and _EVENT_NAMES.get(name, "SessionStart")]
    findings = []
    with temporary_store() as home:
        engine = open_engine(root, Lifetime.COMMAND, home=home)
        engine.settle()
        goal = draft("goal", GOAL, now=engine.now(), project=engine.project.id)
        keeper.save(engine.memory, goal, now=engine.now())
        engine.close()
        environ = {
            **os.environ,
            # A refresh in the background would write into the store after it was deleted.
            "SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER": "false",
            # Whether it answers is one question, whether it is quick enough another.
            "SIGHTLINE_HOOK_START_SECONDS": str(SECONDS),
            "SIGHTLINE_HOOK_PROMPT_SECONDS": str(SECONDS),  # until the event is decoded
        }
        limit_ms = 1000 * engine.settings.number("hook.start_seconds")
        for name in agents:
            started = time.monotonic()
            answer = _run(launcher.hook(name), _session_start(name, root), environ, root)
            ms = (time.monotonic() - started) * 1000
            findings.append(_hook_finding(name, answer, ms, limit_ms))
    return findings


def check_server(root: str, launcher: Launcher) -> Finding:
    """Start the server, ask for its tools, and end it."""
    lines = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in _HELLO)
    started = time.monotonic()
    answer = _run([*launcher.server(), "--no-index"], lines, dict(os.environ), root)
    ms = (time.monotonic() - started) * 1000
    for line in answer.splitlines():
        try:
            message = json.loads(line)
        except ValueError:
            continue
        tools = message.get("result", {}).get("tools")
        if message.get("id") == 2 and tools:
            text = f"the server answers and offers {counted(len(tools), 'tool')} ({ms:.0f} ms)"
            return Finding(GOOD, text)
    return Finding(BAD, "the server does not answer", "run: sightline serve")


def _session_start(name: str, root: str) -> str:
    event = _EVENT_NAMES.get(name, "SessionStart")
    payload = {
        "hook_event_name": event,
        "session_id": "sightline-init",
        "conversation_id": "sightline-init",
        "cwd": root,
        "workspace_roots": [root],
        "source": "startup",
    }
    return json.dumps(payload)


def _hook_finding(name: str, answer: str, ms: float, limit_ms: float) -> Finding:
    if GOAL in answer and ms > limit_ms:
        text = f"{title(name)}: the hook answers, but took {ms:.0f} ms; it may take {limit_ms:.0f}"
        return Finding(POOR, text, "is the machine busy? in use: sightline stats")
    if GOAL in answer:
        return Finding(GOOD, f"{title(name)}: the hook answers ({ms:.0f} ms)")
    return Finding(BAD, f"{title(name)}: the hook does not answer", "run: sightline doctor")


def _run(command: list[str], text: str, environ: dict[str, str], root: str) -> str:
    """What a command prints for this input; nothing if it cannot be run or takes too long."""
    try:
        done = subprocess.run(
            command,
            input=text,
            env=environ,
            cwd=root,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS + 5,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout
