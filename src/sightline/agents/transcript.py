"""Reads the transcripts of sessions, the JSON lines of Claude Code, Codex and Copilot CLI, as steps.

Truncated or unknown lines are skipped; nothing is written.
"""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

from sightline.model import event as e
from sightline.model.transcript_step import PROMPT, REPLY, TOOL, Step
from sightline.process.regular_files import read_end, read_start
from sightline.text.foreign_json import parse_json

MOST_OUTPUT = 4_000
EDGE_BYTES = 64_000
# How much of a transcript's end is searched for the last reply.
REPLY_BYTES = 200_000
# How Claude Code reports what the user said instead of approving a tool, and a plan they approved.
_REJECTION = "the user said:"
_APPROVED_PLAN = "## Approved Plan:"
# How user messages start that the assistant's program wrote.
_NOT_FROM_USER = (
    *("<", "[Request interrupted", "Caveat:", "# AGENTS.md", "This session is being continued"),
    *("The user wants to clarify these questions", "Base directory for this skill"),
)
_ACTIONS = {
    **dict.fromkeys(("Edit", "Write", "MultiEdit", "NotebookEdit", "apply_patch"), e.EDIT),
    **dict.fromkeys(("edit", "create"), e.EDIT),
    **dict.fromkeys(("Bash", "bash", "shell", "exec_command", "shell_command"), e.COMMAND),
    **dict.fromkeys(("Read", "LS", "view"), e.READ),
    **dict.fromkeys(("Grep", "Glob", "grep", "glob", "WebSearch"), e.SEARCH),
}


class _ToolCall(NamedTuple):
    """A tool call whose result has not been read yet."""

    name: str
    arguments: dict[str, Any]


class _ToolOutput(NamedTuple):
    text: str
    failed: bool


class _FileEnd(NamedTuple):
    """The end of a file as text."""

    text: str
    is_whole: bool


_Calls = dict[str, _ToolCall]  # by the id that the result refers to


def read_steps(path: str, most_bytes: int = 8_000_000) -> list[Step]:
    """The steps at the end of a transcript; none if it cannot be read."""
    end = _read_end(path, most_bytes)
    return parse_steps(end.text.splitlines(), numbered=end.is_whole)


def last_reply(path: str) -> str:
    """FG-7, ruling 7: the assistant's last reply, from the end of JSON lines or a JSON array."""
    text = _read_end(path, REPLY_BYTES).text
    if text.lstrip().startswith("["):
        array = parse_json(text)
        entries = array if isinstance(array, list) else []
    else:
        entries = [parse_json(line) for line in text.splitlines()]
    for entry in reversed(entries):
        replies = [step.text for step in _steps_of(entry, {}, "") if step.kind == REPLY]
        if any(replies):
            return "\n".join(reply for reply in replies if reply)
    return ""


def _read_end(path: str, most_bytes: int) -> _FileEnd:
    try:
        end = read_end(path, most_bytes)
    except OSError:
        return _FileEnd("", is_whole=True)
    return _FileEnd(end.content.decode("utf-8", "replace"), end.is_whole)


def session_duration(path: str) -> int:
    """The time between a transcript's first and last timestamp in milliseconds; 0 if unknown."""
    try:
        head = read_start(path, EDGE_BYTES).content.decode("utf-8", "replace")
        tail = read_end(path, EDGE_BYTES).content.decode("utf-8", "replace")
    except OSError:
        return 0
    pattern = r'"timestamp"\s*:\s*"([^"]+)"'
    first = _milliseconds(next(iter(re.findall(pattern, head)), ""))
    last = _milliseconds(next(iter(re.findall(pattern, tail)[-1:]), ""))
    return max(0, last - first) if first is not None and last is not None else 0


def _milliseconds(timestamp: str) -> int | None:
    try:
        time = datetime.fromisoformat(timestamp.replace("Z", "+00:00"))
        return int(time.timestamp() * 1000)
    except (ValueError, OverflowError):
        return None


def parse_steps(lines: Iterable[str], *, numbered: bool = True) -> list[Step]:
    """The steps of a transcript's lines, each with its line number if that is known."""
    steps: list[Step] = []
    calls: _Calls = {}
    for number, line in enumerate(lines, 1):
        steps += _steps_of(parse_json(line), calls, f"L{number}" if numbered else "")
    return steps


def _steps_of(entry: Any, calls: _Calls, place: str) -> list[Step]:
    """The steps of one entry; none for entries of a subagent or of the assistant's program."""
    if not isinstance(entry, dict) or entry.get("isSidechain") or entry.get("isMeta"):
        return []
    place = place or str(entry.get("uuid", ""))
    if entry.get("type") == "response_item":
        return _codex_steps(entry.get("payload"), calls, place)
    if isinstance(entry.get("data"), dict):
        return _copilot_steps(str(entry.get("type")), entry["data"], calls, place)
    return _claude_steps(entry, calls, place)


def last_turn(steps: list[Step]) -> list[Step]:
    """The user's last prompt and the steps after it."""
    for at in range(len(steps) - 1, -1, -1):
        if steps[at].kind == PROMPT:
            return steps[at:]
    return steps


def _claude_steps(entry: dict[str, Any], calls: _Calls, place: str) -> list[Step]:
    message = entry.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    role = entry.get("role") or entry.get("type")
    if isinstance(content, str):
        if role == "user":
            return _prompt(content, place)
        return [Step(REPLY, content, place=place)] if role == "assistant" else []
    steps: list[Step] = []
    for part in content if isinstance(content, list) else ():
        if not isinstance(part, dict):
            continue
        kind = part.get("type")
        if kind == "text":
            text = str(part.get("text", ""))
            if role == "user":
                steps += _prompt(text, place)
            elif role == "assistant":
                steps.append(Step(REPLY, text, place=place))
        elif kind == "tool_use" and isinstance(part.get("input"), dict):
            calls[str(part.get("id"))] = _ToolCall(str(part.get("name")), part["input"])
        elif kind == "tool_result":
            call = calls.pop(str(part.get("tool_use_id")), None)
            if call is not None:
                output = _ToolOutput(_text(part.get("content")), bool(part.get("is_error")))
                steps += _tool_steps(call, output, place)
    return steps


def _copilot_steps(kind: str, data: dict[str, Any], calls: _Calls, place: str) -> list[Step]:
    """The steps of an event of Copilot CLI; texts of subagents have the id of a tool."""
    if data.get("parentToolCallId"):
        return []
    text = _text(data.get("content"))
    if kind == "user.message":
        return _prompt(text, place)
    if kind == "assistant.message":
        return [Step(REPLY, text, place=place)] if text else []
    if kind == "tool.execution_start":
        arguments = data.get("arguments")
        given = arguments if isinstance(arguments, dict) else {"input": arguments}
        calls[str(data.get("toolCallId"))] = _ToolCall(str(data.get("toolName")), given)
    elif kind == "tool.execution_complete":
        call = calls.pop(str(data.get("toolCallId")), None)
        if call is not None:
            result = data.get("result") or data.get("error")
            given = result if isinstance(result, dict) else {}
            output = _text(given.get("content")) or _text(given.get("message"))
            return _tool_steps(call, _ToolOutput(output, data.get("success") is False), place)
    return []


def _codex_steps(payload: Any, calls: _Calls, place: str) -> list[Step]:
    if not isinstance(payload, dict):
        return []
    kind = payload.get("type")
    if kind == "message":
        text = _text(payload.get("content"))
        if payload.get("role") == "user":
            return _prompt(text, place)
        return [Step(REPLY, text, place=place)] if payload.get("role") == "assistant" else []
    if kind in ("function_call", "custom_tool_call"):
        text = payload.get("arguments") or payload.get("input") or "{}"
        arguments = parse_json(text) if isinstance(text, str) else text
        if arguments is None:
            arguments = {"input": text}
        calls[str(payload.get("call_id"))] = _ToolCall(
            str(payload.get("name")), arguments if isinstance(arguments, dict) else {}
        )
    elif kind in ("function_call_output", "custom_tool_call_output"):
        call = calls.pop(str(payload.get("call_id")), None)
        if call is not None:
            return _tool_steps(call, _codex_output(payload.get("output")), place)
    return []


def _codex_output(output: Any) -> _ToolOutput:
    text = _text(output)
    value = parse_json(text)
    if value is None:
        match = re.search(r"(?:Exit code|exited with code):? (\d+)", text[:400])
        return _ToolOutput(text, bool(match and match[1] != "0"))
    if not isinstance(value, dict):
        return _ToolOutput(text, failed=False)
    metadata = value.get("metadata")
    code = metadata.get("exit_code", 0) if isinstance(metadata, dict) else 0
    return _ToolOutput(str(value.get("output", text)), bool(code))


def _prompt(text: str, place: str) -> list[Step]:
    """The user's prompt as a step; none for messages that the assistant's program wrote."""
    text = text.strip()
    if not text or text.startswith(_NOT_FROM_USER):
        return []
    return [Step(PROMPT, text, place=place)]


def _tool_steps(call: _ToolCall, result: _ToolOutput, place: str) -> list[Step]:
    name, arguments = call
    output, failed = result
    if failed and _REJECTION in output:
        # A rejected tool did nothing; what the user said instead is a prompt.
        return _prompt(output.partition(_REJECTION)[2], place)
    rejected = failed and ("doesn't want to proceed" in output or "<tool_use_error>" in output)
    command = arguments.get("command") or arguments.get("cmd") or ""
    if isinstance(command, list):
        command = " ".join(map(str, command[2:] if command[:2] == ["bash", "-lc"] else command))
    file = arguments.get("file_path") or arguments.get("notebook_path") or arguments.get("path")
    answers = ()
    if name == "AskUserQuestion" and not failed:
        answers = tuple(re.findall(r'"([^"]+)"="([^"]*)"', output))
    plan = ""
    if name == "ExitPlanMode" and not failed:
        plan = output.partition(_APPROVED_PLAN)[2] or str(arguments.get("plan") or "")
    return [
        Step(
            TOOL,
            tool=name,
            action=_ACTIONS.get(name, e.OTHER),
            command="" if rejected else str(command),
            output=_shorten(output),
            failed=failed,
            files=(file,) if isinstance(file, str) and file else _patched_files(call),
            answers=answers,
            place=place,
            plan=plan.strip(),
        )
    ]


def _patched_files(call: _ToolCall) -> tuple[str, ...]:
    if call.name != "apply_patch":
        return ()
    text = str(call.arguments.get("input") or call.arguments.get("patch") or "")
    return tuple(re.findall(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", text, re.MULTILINE))


def _shorten(output: str) -> str:
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
