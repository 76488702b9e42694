"""Fills a store for the test of the page: python web/test/seed.py PROJECT [--many]

Prompts are the subjects of the project's past commits, sent through the hook process as an assistant
would, followed by edits of the files each commit changed. A stopped clock spreads them over days (needs a
C compiler). With --many the injections and memories are multiplied to 10,000 and 5,000.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import Any, NamedTuple

import sightline.hook
from sightline.engine import Engine, Lifetime, open_engine
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.model.session import SessionKey
from sightline.store import activity, statistics, timeline
from sightline.tools.memory_links import links_for
from sightline.view.impact import symbols_named_in

sys.path.insert(0, str(pathlib.Path(__file__).parents[2]))
from benchmarks.compare_versions import SETTINGS, stopped_clock

HOOK = os.path.join(os.path.dirname(str(sightline.hook.__file__)), "__main__.py")
PROMPTS = 200
PER_SESSION = 10
HOUR = 3_600
DAY_MS = 86_400_000
INJECTIONS, MEMORIES = 10_000, 5_000


class Commit(NamedTuple):
    """A past commit as a prompt, and the files it changed."""

    prompt: str
    files: list[str]


class Clock:
    """The time of what is added, in milliseconds."""

    now = 0


class Assistant:
    """Sends events to the hook process, as Claude Code does, at chosen times."""

    def __init__(self, root: str, folder: str, now: int) -> None:
        self.root, self.now = root, now
        self.environ = {**os.environ, **SETTINGS, "LD_PRELOAD": stopped_clock(folder)}

    def send(self, name: str, session: str, seconds: int, **values: Any) -> None:
        """Send one event, this long after the last one."""
        self.now += seconds
        event = {"hook_event_name": name, "session_id": session, "cwd": self.root, **values}
        subprocess.run(
            [sys.executable, "-I", "-S", HOOK, "--agent", "claude"], input=json.dumps(event),
            text=True, check=True, cwd=self.root, stdout=subprocess.DEVNULL,
            env={**self.environ, "COMPARE_CLOCK": str(self.now)},
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("project")
    parser.add_argument("--many", action="store_true")
    arguments = parser.parse_args()
    clock = Clock()
    clock.now = int(time.time() * 1000)
    engine = open_engine(arguments.project, Lifetime.SERVER, now=lambda: clock.now)
    if arguments.many:
        multiply(engine, clock)
    else:
        replay(engine, clock)
    engine.close()


def sessions(root: str) -> list[list[Commit]]:
    """Past commits as sessions: each session stays in one folder, as a person's work does."""
    log = ["git", "-C", root, "log", "--no-merges", f"-{8 * PROMPTS}", "--format=%x01%s"]
    done = subprocess.run([*log, "--name-only"], capture_output=True, text=True, check=True)
    folders: dict[str, list[Commit]] = {}
    for entry in reversed(done.stdout.split("\x01")[1:]):
        subject, *files = [line for line in entry.split("\n") if line]
        code = [file for file in files if file.endswith((".py", ".js"))]
        if code:
            folder = "/".join(code[0].split("/")[:3])
            prompt = subject.partition(" -- ")[2] or subject
            folders.setdefault(folder, []).append(Commit(prompt, code[:3]))
    largest = sorted(folders.values(), key=len, reverse=True)
    parts = [
        commits[at : at + PER_SESSION]
        for at in range(0, 4 * PER_SESSION, PER_SESSION)
        for commits in largest
        if len(commits) >= at + PER_SESSION
    ]
    return parts[: PROMPTS // PER_SESSION]


def replay(engine: Engine, clock: Clock) -> None:
    """Send each commit's subject as a prompt and edit what it changed; keep memories halfway."""
    root, all_sessions = engine.project.root, sessions(engine.project.root)
    with tempfile.TemporaryDirectory() as folder:
        assistant = Assistant(root, folder, int(time.time()) - (PROMPTS + 2) * HOUR)
        for number, commits in enumerate(all_sessions):
            session = f"session-{number:03d}"
            for prompt, files in commits:
                assistant.send("UserPromptSubmit", session, HOUR - 30, prompt=prompt)
                for file in files:
                    edit = {"tool_name": "Edit", "tool_input": {"file_path": f"{root}/{file}"}}
                    assistant.send("PostToolUse", session, 30 // len(files), **edit)
            # Decides about everything that was told and not used.
            assistant.send("SessionEnd", session, 1)
            write_transcript(session, assistant.now)
            if number == len(all_sessions) // 2:
                clock.now = assistant.now * 1000
                keep_memories(engine, clock)
    ask_tools(root, sorted({commit.files[0] for part in all_sessions for commit in part})[:40])


def write_transcript(name: str, now: int) -> None:
    """Token counts of requests as Claude Code writes them: each reads what the one before it sent."""
    folder = pathlib.Path.home() / ".claude" / "projects" / "replayed"
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for number in range(PER_SESSION):
        usage = {
            "input_tokens": 12,
            "cache_read_input_tokens": 20_000 + 900 * number,
            "cache_creation_input_tokens": 900,
        }
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(now + number))
        message = {"id": f"{name}-{number}", "usage": usage}
        lines.append(json.dumps({"type": "assistant", "timestamp": at, "message": message}))
    (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n")


def ask_tools(root: str, files: list[str]) -> None:
    """Ask the MCP server for the skeletons of files, whose savings it records."""
    client = {"name": "seed", "version": "1"}
    start = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
    messages: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": start},
        {"method": "notifications/initialized"},
    ]
    for number, file in enumerate(files, 2):
        call = {"name": "get_skeleton", "arguments": {"file_path": file}}
        messages.append({"id": number, "method": "tools/call", "params": call})
    text = "".join(json.dumps({"jsonrpc": "2.0", **message}) + "\n" for message in messages)
    command = [sys.executable, "-m", "sightline", "serve", "--root", root, "--tools", "full"]
    subprocess.run(command, input=text, text=True, check=True, stdout=subprocess.DEVNULL)


def keep_memories(engine: Engine, clock: Clock) -> None:
    """Memories about symbols that were told, one in three captured and waiting for review."""
    rows = statistics.injections(engine.activity, project=engine.project.id, limit=80)
    for number, row in enumerate([row for row in rows if row.prompt][:60]):
        injection = statistics.injection(engine.activity, row.id)
        code = [key for item in injection.frame.items for key in symbols_named_in(engine, item)]
        links, _ = links_for(engine, code[:1])
        kind = ("decision", "fact", "convention", "failure", "bug_fix")[number % 5]
        memory = draft(
            kind,
            row.prompt + (f" See {code[0].split('.')[-1]}." if code else ""),
            now=clock.now - number * DAY_MS // 2,
            project=engine.project.id,
            links=links,
            source="capture" if number % 3 == 0 else "manual",
            agent="claude",
        )
        keeper.save(engine.memory, memory, now=clock.now, anyway=True)


def multiply(engine: Engine, clock: Clock) -> None:
    """Copy the injections and memories until there are as many as the page must bear."""
    activities, project = engine.activity, engine.project.id
    rows = [row for row in timeline.entries(activities, project, limit=INJECTIONS) if row.items]
    if len(rows) >= INJECTIONS:
        return  # a store that is used again
    details = [statistics.injection(activities, f"{row.number:04x}") for row in rows]
    assert details, "nothing was told: fill the store first"
    clock.now -= INJECTIONS * 60_000
    with activities.transaction():
        for number in range(INJECTIONS - len(rows)):
            detail = details[number % len(details)]
            clock.now += 60_000
            activity.record_injection(
                activities,
                SessionKey("claude", f"copy-{number // 50:04d}"),
                detail.frame,
                project=project,
                event=detail.event,
                prompt=detail.prompt,
                ms=detail.ms,
                now=clock.now,
                notes=detail.notes,
            )
    subjects = [row.prompt for row in rows]
    with engine.memory.transaction():
        for number in range(MEMORIES):
            text = f"Note {number}: {subjects[number % len(subjects)]}"
            links = details[number % len(details)].frame.items[:1]
            names = symbols_named_in(engine, links[0]) if number % 4 == 0 else []
            memory = draft(
                "fact",
                text,
                now=clock.now - number * 60_000,
                project=project,
                links=links_for(engine, names).links,
            )
            keeper.add_plain(engine.memory, memory)


if __name__ == "__main__":
    main()
