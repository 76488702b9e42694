"""The user's past sessions with assistants: each prompt and the files edited after it.

Reads the transcripts of Claude Code and Codex in the home directory; nothing is written or sent.
"""

import os
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, NamedTuple

from sightline.agents.transcript import parse_steps
from sightline.model import event as kinds
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.text.foreign_json import parse_json

# Where assistants keep their transcripts, relative to the home directory.
TRANSCRIPT_FOLDERS = {
    "claude": (".claude/projects",),
    "codex": (".codex/sessions", ".codex/archived_sessions"),
}
# How the message starts that Claude Code writes after a compaction.
CONTINUED = "This session is being continued from a previous conversation"
MOST_BYTES = 200_000_000
# The tools with which Claude Code starts subagents.
SUBAGENTS = ("Task", "Agent")


class TranscriptFile(NamedTuple):
    """A transcript or a folder of them, and the assistant that wrote it."""

    agent: str
    path: str


class PastPrompt(NamedTuple):
    """One prompt, where and when it was given, and the files edited and read before the next."""

    agent: str
    session: str
    at: int
    cwd: str
    text: str
    edited: tuple[str, ...]
    read: tuple[str, ...]
    after_compaction: bool = False
    branch: str = ""
    reply: str = ""
    commands: str = ""  # the commands that were run, and what subagents reported
    reports: str = ""


def default_folders(home: str) -> list[TranscriptFile]:
    """The assistants' own transcript folders that exist."""
    return [
        TranscriptFile(agent, folder)
        for agent, places in TRANSCRIPT_FOLDERS.items()
        for place in places
        if os.path.isdir(folder := os.path.join(home, *place.split("/")))
    ]


def transcripts(folder: str) -> list[str]:
    """Every transcript below a folder, in a fixed order."""
    paths = []
    for parent, folders, names in os.walk(folder):
        folders.sort()
        paths += [os.path.join(parent, name) for name in sorted(names) if name.endswith(".jsonl")]
    return paths


def prompts_in(file: TranscriptFile) -> Iterator[PastPrompt]:
    """The prompts of one transcript in order; none if it cannot be read."""
    try:
        if os.path.getsize(file.path) > MOST_BYTES:
            return
        with open(file.path, encoding="utf-8", errors="replace") as opened:
            lines = opened.read().split("\n")
    except OSError:
        return
    file_name = os.path.splitext(os.path.basename(file.path))[0]
    started_in = _first_cwd(lines)
    current: PastPrompt | None = None
    compacted_at, previous_line = compactions(lines), 0
    for step in parse_steps(lines):
        if step.kind == PROMPT:
            if current is not None:
                yield current
            current = None
            number = _line_number(step)
            entry = _entry(lines, number - 1)
            at = _milliseconds(entry)
            if at:
                compacted = any(previous_line < line < number for line in compacted_at)
                cwd = str(entry.get("cwd") or "") or started_in
                branch = str(entry.get("gitBranch") or "")
                # One session may have several files, each with all that came before.
                session = str(entry.get("sessionId") or "") or file_name
                current = PastPrompt(
                    file.agent, session, at, cwd, step.text, (), (), compacted, branch
                )
                previous_line = number
        elif current is not None and step.kind == REPLY:
            current = current._replace(reply=step.text or current.reply)
        elif current is not None and step.kind == TOOL and not step.failed:
            current = _with_files(current, step)
    if current is not None:
        yield current


def compactions(lines: list[str]) -> list[int]:
    """The numbers of the lines where a session continues after a compaction."""
    return [
        number
        for number, line in enumerate(lines, 1)
        if CONTINUED in line and _entry(lines, number - 1).get("type") == "user"
    ]


def all_prompts(files: Iterable[TranscriptFile]) -> list[PastPrompt]:
    """The prompts of many transcripts by time, without those that a resumed session repeats."""
    prompts: dict[tuple[int, str], PastPrompt] = {}
    for file in files:
        for prompt in prompts_in(file):
            key = (prompt.at, prompt.text[:200])
            duplicate = prompts.get(key)
            if duplicate is None or len(prompt.edited) > len(duplicate.edited):
                prompts[key] = prompt
    return sorted(prompts.values(), key=lambda prompt: (prompt.at, prompt.session))


def _with_files(prompt: PastPrompt, step: Step) -> PastPrompt:
    if step.action == kinds.EDIT:
        return prompt._replace(edited=tuple(dict.fromkeys((*prompt.edited, *step.files))))
    if step.action == kinds.READ:
        return prompt._replace(read=tuple(dict.fromkeys((*prompt.read, *step.files))))
    if step.command:
        return prompt._replace(commands=f"{prompt.commands}{step.command}\n")
    if step.tool in SUBAGENTS:
        return prompt._replace(reports=f"{prompt.reports}{step.output}\n")
    return prompt


def _line_number(step: Step) -> int:
    return int(step.place.removeprefix("L"))


def _milliseconds(entry: dict[str, Any]) -> int:
    """When an entry was written; 0 if it does not say."""
    timestamp = str(entry.get("timestamp")).replace("Z", "+00:00")
    try:
        return int(datetime.fromisoformat(timestamp).timestamp() * 1000)
    except ValueError:
        return 0


def _first_cwd(lines: list[str]) -> str:
    """The directory the session started in: in each line of Claude Code, in the first of Codex."""
    for number in range(min(50, len(lines))):
        entry = _entry(lines, number)
        payload = entry.get("payload")
        for values in (entry, payload if isinstance(payload, dict) else {}):
            if isinstance(values.get("cwd"), str):
                return str(values["cwd"])
    return ""


def _entry(lines: list[str], number: int) -> dict[str, Any]:
    value = parse_json(lines[number]) if number < len(lines) else None
    return value if isinstance(value, dict) else {}
