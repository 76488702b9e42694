"""Copilot CLI's hook format: flat answers; payloads in camelCase or with Claude Code's names."""

from __future__ import annotations

from sightline.agents import nested
from sightline.agents.payload import TOOL_EVENTS, json_answer, text_of, tool_use
from sightline.model import event as e

LIMIT = 9_500
KINDS = {
    "sessionStart": e.SESSION_START,
    "sessionEnd": e.SESSION_END,
    "userPromptSubmitted": e.PROMPT,
    "preToolUse": e.TOOL_BEFORE,
    "postToolUse": e.TOOL_AFTER,
    "agentStop": e.STOP,
}
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_AFTER)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Copilot sent; camelCase payloads do not name it, so it is inferred."""
    if "hook_event_name" in payload or "session_id" in payload:
        return nested.decode(payload, "copilot")
    name = text_of(payload, "hookEventName", "event") or inferred_name(payload)
    kind = KINDS.get(name, "")
    tool = None
    if kind in TOOL_EVENTS:
        result = payload.get("toolResult")
        tool = tool_use(text_of(payload, "toolName"), payload.get("toolArgs"), result)
    return e.Event(
        kind=kind,
        agent="copilot",
        name=name,
        session=text_of(payload, "sessionId"),
        cwd=text_of(payload, "cwd") or environ.get("COPILOT_PROJECT_DIR", ""),
        prompt=text_of(payload, "prompt"),
        source=text_of(payload, "source", "reason", "stopReason"),
        transcript=text_of(payload, "transcriptPath"),
        tool=tool,
    )


def inferred_name(payload: dict[str, object]) -> str:
    """The event of a camelCase payload, by the fields that only this event has."""
    if "toolName" in payload:
        return "postToolUse" if "toolResult" in payload else "preToolUse"
    if "stopReason" in payload:
        return "agentStop"
    if "source" in payload or "initialPrompt" in payload:
        return "sessionStart"
    if "reason" in payload:
        return "sessionEnd"
    return "userPromptSubmitted" if "prompt" in payload else ""


def encode(event: e.Event, text: str) -> str:
    """The flat answer; Copilot ignores the nested one."""
    return json_answer({"additionalContext": text}) if event.kind in ANSWERS else ""
