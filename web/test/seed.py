"""Fills a store for the test of the page: python web/test/seed.py PROJECT [--many]

Prompts are the subjects of the project's past commits, sent through the prompt event as an assistant
would, followed by edits of the files each commit changed. With --many the injections and memories
are multiplied to 10,000 and 5,000.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from typing import Any

from sightline.engine import Engine, Lifetime, open_engine
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.model.event import EDIT, PROMPT, SESSION_END, TOOL_AFTER, Event, ToolUse
from sightline.model.session import SessionKey
from sightline.store import activity, statistics, timeline
from sightline.tools.memory_links import links_for

PROMPTS = 200
PER_SESSION = 12
HOUR_MS = 3_600_000
INJECTIONS, MEMORIES = 10_000, 5_000


class Clock:
    """The time of the replayed prompt."""

    now = 0


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("project")
    parser.add_argument("--many", action="store_true")
    arguments = parser.parse_args()
    clock = Clock()
    clock.now = int(time.time() * 1000) - PROMPTS * HOUR_MS
    engine = open_engine(arguments.project, Lifetime.SERVER, now=lambda: clock.now)
    replay_commits(engine, clock)
    keep_memories(engine, clock)
    if arguments.many:
        multiply(engine, clock)
    engine.close()


def replay_commits(engine: Engine, clock: Clock) -> None:
    """Send the subject of each commit as a prompt, and edit what the commit changed."""
    root = engine.project.root
    log = ["git", "-C", root, "log", "--no-merges", f"-{PROMPTS}", "--format=%x01%s", "--name-only"]
    commits = subprocess.run(log, capture_output=True, text=True, check=True).stdout.split("\x01")
    for number, commit in enumerate(commits[1:]):
        subject, *files = [line for line in commit.split("\n") if line]
        session = f"session-{number // PER_SESSION:03d}"
        clock.now += HOUR_MS
        prompt = subject.partition(" -- ")[2] or subject
        send(engine, PROMPT, "UserPromptSubmit", session, prompt=prompt)
        for file in files[:3]:
            clock.now += 1000
            tool = ToolUse("Edit", EDIT, (f"{root}/{file}",))
            send(engine, TOOL_AFTER, "PostToolUse", session, tool=tool)
        if number % PER_SESSION == PER_SESSION - 1:
            # Decides about everything that was told and not used.
            send(engine, SESSION_END, "SessionEnd", session)


def send(engine: Engine, kind: str, name: str, session: str, **values: Any) -> None:
    """Send one event as Claude Code would."""
    event = Event(kind, "claude", name, session, cwd=engine.project.root, **values)
    handle(engine, event, Reply(), limit=9_000)


def keep_memories(engine: Engine, clock: Clock) -> None:
    """Memories about symbols that were told, one in three captured and waiting for review."""
    rows = statistics.injections(engine.activity, project=engine.project.id, limit=60)
    for number, row in enumerate(rows):
        injection = statistics.injection(engine.activity, row.id)
        code = [item.key for item in injection.frame.items if item.kind == "code"]
        links, _ = links_for(engine, code[:1])
        kind = ("decision", "fact", "convention", "failure", "bug_fix")[number % 5]
        memory = draft(
            kind,
            f"{row.prompt.rstrip('.')}: settled in {code[0] if code else 'the docs'}.",
            now=clock.now - number * 10 * HOUR_MS,
            project=engine.project.id,
            links=links,
            source="capture" if number % 3 == 0 else "manual",
            agent="claude",
        )
        keeper.save(engine.memory, memory, now=clock.now, anyway=True)


def multiply(engine: Engine, clock: Clock) -> None:
    """Copy the injections and memories until there are as many as the page must bear."""
    activities, project = engine.activity, engine.project.id
    rows = [row for row in timeline.entries(activities, project, limit=PROMPTS) if row.items]
    details = [statistics.injection(activities, f"{row.number:04x}") for row in rows]
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
            names = [item.key for item in links if item.kind == "code"] if number % 4 == 0 else []
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
