"""Reads what an assistant wrote down of a session: Claude Code's and Codex' JSON lines, as steps.

Torn or unknown lines are passed over; nothing is written.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from sightline.model import event as e
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step

MOST_OUTPUT = 4_000
EDGE_BYTES = 64_000
# How much of a transcript's end is searched for the last reply.
REPLY_BYTES = 200_000
_REFUSED = "the user said:"
_APPROVED = "## Approved Plan:"
# What a program writes in the person's name.
_NOT_SAID = (
    *("<", "[Request interrupted", "Caveat:", "# AGENTS.md", "This session is being continued"),
    *("The user wants to clarify these questions", "Base directory for this skill"),
)
_ACTIONS = {
    **dict.fromkeys(("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"), e.EDIT),
    **dict.fromkeys(("Bash", "shell", "exec_command", "shell_command"), e.COMMAND),
    **dict.fromkeys(("Read", "LS"), e.READ),
    **dict.fromkeys(("Grep", "Glob", "WebSearch"), e.SEARCH),
}


def read_steps(path: str, most_bytes: int = 8_000_000) -> list[Step]:
    """The steps at the end of a transcript; none where it cannot be read."""
    text, whole = _read_end(path, most_bytes)
    return steps(text.splitlines(), numbered=whole)


def last_reply(path: str) -> str:
    """FG-7, ruling 7: the assistant's last reply, from the end of JSON lines or a JSON array."""
    text, _ = _read_end(path, REPLY_BYTES)
    if text.lstrip().startswith("["):
        array = _parsed(text)
        entries = array if isinstance(array, list) else []
    else:
        entries = [_parsed(line) for line in text.splitlines()]
    for entry in reversed(entries):
        replies = [step.text for step in _steps_of(entry, {}, "") if step.kind == REPLY]
        if any(replies):
            return "\n".join(reply for reply in replies if reply)
    return ""


def _read_end(path: str, most_bytes: int) -> tuple[str, bool]:
    """The end of a file as text, and whether that is the whole file."""
    try:
        with open(path, "rb") as file:
            skipped = max(0, os.path.getsize(path) - most_bytes)
            file.seek(skipped)
            return file.read().decode("utf-8", "replace"), not skipped
    except OSError:
        return "", True


def _parsed(text: str) -> Any:
    """A JSON value; None for the torn first line of an end, or a line that is still written."""
    try:
        return json.loads(text)
    except ValueError:
        return None


def lasted(path: str) -> int:
    """How long a session took by its transcript, in milliseconds; 0 where it does not say."""
    try:
        with open(path, "rb") as file:
            head = file.read(EDGE_BYTES).decode("utf-8", "replace")
            file.seek(max(0, os.path.getsize(path) - EDGE_BYTES))
            tail = file.read().decode("utf-8", "replace")
    except OSError:
        return 0
    said = r'"timestamp"\s*:\s*"([^"]+)"'
    first, last = _moments(re.findall(said, head)[:1]), _moments(re.findall(said, tail)[-1:])
    return max(0, last[0] - first[0]) if first and last else 0


def _moments(texts: list[str]) -> list[int]:
    try:
        found = [datetime.fromisoformat(text.replace("Z", "+00:00")) for text in texts]
    except ValueError:
        return []
    return [int(moment.timestamp() * 1000) for moment in found]


def steps(lines: Iterable[str], *, numbered: bool = True) -> list[Step]:
    """The steps of a transcript's lines, each with the number of its line where that is known."""
    found: list[Step] = []
    calls: dict[str, tuple[str, dict[str, Any]]] = {}
    for number, line in enumerate(lines, 1):
        found += _steps_of(_parsed(line), calls, f"L{number}" if numbered else "")
    return found


def _steps_of(entry: Any, calls: dict[str, tuple[str, dict[str, Any]]], place: str) -> list[Step]:
    """The steps of one entry; none for those of a subagent or of the assistant's program."""
    if not isinstance(entry, dict) or entry.get("isSidechain") or entry.get("isMeta"):
        return []
    place = place or str(entry.get("uuid", ""))
    if entry.get("type") == "response_item":
        return _codex(entry.get("payload"), calls, place)
    return _claude(entry, calls, place)


def last_turn(found: list[Step]) -> list[Step]:
    """The steps since the person last spoke, their words included."""
    for at in range(len(found) - 1, -1, -1):
        if found[at].kind == PROMPT:
            return found[at:]
    return found


def _claude(
    entry: dict[str, Any], calls: dict[str, tuple[str, dict[str, Any]]], place: str
) -> list[Step]:
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    role = entry.get("role") or entry.get("type")
    if isinstance(content, str):
        if role == "user":
            return _prompt(content, place)
        return [Step(REPLY, content, place=place)] if role == "assistant" else []
    found: list[Step] = []
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict):
            continue
        kind = part.get("type")
        if kind == "text":
            text = str(part.get("text", ""))
            if role == "user":
                found += _prompt(text, place)
            elif role == "assistant":
                found.append(Step(REPLY, text, place=place))
        elif kind == "tool_use" and isinstance(part.get("input"), dict):
            calls[str(part.get("id"))] = (str(part.get("name")), part["input"])
        elif kind == "tool_result":
            call = calls.pop(str(part.get("tool_use_id")), None)
            if call is not None:
                output = _text(part.get("content"))
                found += _used(*call, output, bool(part.get("is_error")), place)
    return found


def _codex(payload: Any, calls: dict[str, tuple[str, dict[str, Any]]], place: str) -> list[Step]:
    if not isinstance(payload, dict):
        return []
    kind = payload.get("type")
    if kind == "message":
        text = _text(payload.get("content"))
        if payload.get("role") == "user":
            return _prompt(text, place)
        return [Step(REPLY, text, place=place)] if payload.get("role") == "assistant" else []
    if kind in ("function_call", "custom_tool_call"):
        arguments = payload.get("arguments") or payload.get("input") or "{}"
        try:
            given = json.loads(arguments)
        except (ValueError, TypeError):
            given = {"input": arguments}
        calls[str(payload.get("call_id"))] = (
            str(payload.get("name")),
            given if isinstance(given, dict) else {},
        )
    elif kind in ("function_call_output", "custom_tool_call_output"):
        call = calls.pop(str(payload.get("call_id")), None)
        if call is not None:
            output, failed = _codex_output(payload.get("output"))
            return _used(*call, output, failed, place)
    return []


def _codex_output(output: Any) -> tuple[str, bool]:
    text = _text(output)
    try:
        value = json.loads(text)
    except ValueError:
        found = re.search(r"(?:Exit code|exited with code):? (\d+)", text[:400])
        return text, bool(found and found[1] != "0")
    if not isinstance(value, dict):
        return text, False
    metadata = value.get("metadata")
    code = metadata.get("exit_code", 0) if isinstance(metadata, dict) else 0
    return str(value.get("output", text)), bool(code)


def _prompt(text: str, place: str) -> list[Step]:
    """A person's words; what the assistant's program put there in their name is left out."""
    text = text.strip()
    if not text or text.startswith(_NOT_SAID):
        return []
    return [Step(PROMPT, text, place=place)]


def _used(name: str, given: dict[str, Any], output: str, failed: bool, place: str) -> list[Step]:
    if failed and _REFUSED in output:
        # A refused tool did nothing; what the person said instead is what counts.
        return _prompt(output.partition(_REFUSED)[2], place)
    refused = failed and ("doesn't want to proceed" in output or "<tool_use_error>" in output)
    command = given.get("command") or given.get("cmd") or ""
    if isinstance(command, list):
        command = " ".join(map(str, command[2:] if command[:2] == ["bash", "-lc"] else command))
    file = given.get("file_path") or given.get("notebook_path") or given.get("path")
    answers = ()
    if name == "AskUserQuestion" and not failed:
        answers = tuple(re.findall(r'"([^"]+)"="([^"]*)"', output))
    plan = ""
    if name == "ExitPlanMode" and not failed:
        plan = output.partition(_APPROVED)[2] or str(given.get("plan") or "")
    return [
        Step(
            TOOL,
            tool=name,
            action=_ACTIONS.get(name, e.OTHER),
            command="" if refused else str(command),
            output=_ends(output),
            failed=failed,
            files=(file,) if isinstance(file, str) and file else _patched(name, given),
            answers=answers,
            place=place,
            plan=plan.strip(),
        )
    ]


def _patched(name: str, given: dict[str, Any]) -> tuple[str, ...]:
    """The files a patch of Codex changes."""
    if name != "apply_patch":
        return ()
    text = str(given.get("input") or given.get("patch") or "")
    return tuple(re.findall(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", text, re.MULTILINE))


def _ends(output: str) -> str:
    """The beginning and the end of a long output: what was called, and how it ended."""
    if len(output) <= MOST_OUTPUT:
        return output
    half = MOST_OUTPUT // 2
    return f"{output[:half]}\n…\n{output[-half:]}"


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(part for part in parts if isinstance(part, str))
    return ""
