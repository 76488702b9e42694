"""The hook form that Claude Code began and Codex, Gemini and VS Code follow in part.

Their payloads share names; what differs (events, limits, strictness) is in each wire module.
"""

from __future__ import annotations

import json

from sightline.agents.payload import mapping, text, tool_use
from sightline.model import event as e

KINDS = {
    "SessionStart": e.SESSION_START,
    "SessionEnd": e.SESSION_END,
    "UserPromptSubmit": e.PROMPT,
    "PreToolUse": e.TOOL_BEFORE,
    "PostToolUse": e.TOOL_AFTER,
    "PostToolUseFailure": e.TOOL_AFTER,
    "Stop": e.STOP,
    "SubagentStart": e.SUBAGENT_START,
    "SubagentStop": e.SUBAGENT_STOP,
    "PreCompact": e.COMPACT_BEFORE,
    "PostCompact": e.COMPACT_AFTER,
}
TOOL_EVENTS = (e.TOOL_BEFORE, e.TOOL_AFTER)


def decode(
    payload: dict[str, object], agent: str, kinds: dict[str, str] = KINDS, default: str = ""
) -> e.Event:
    """The event in a payload of this form; an unknown event has an empty kind."""
    name = text(payload, "hook_event_name", "hookEventName") or default
    if not name and text(payload, "prompt", "user_prompt"):
        name = next(known for known, kind in kinds.items() if kind == e.PROMPT)
    kind = kinds.get(name, "")
    tool = None
    if kind in TOOL_EVENTS:
        response = payload.get("tool_response", payload.get("tool_result"))
        error = text(payload, "error")
        tool = tool_use(
            text(payload, "tool_name"),
            payload.get("tool_input"),
            response if response is not None else error,
            failed=name.endswith("Failure") or bool(error),
            use_id=text(payload, "tool_use_id"),
        )
    return e.Event(
        kind=kind,
        agent=agent,
        name=name,
        session=text(payload, "session_id"),
        subagent=text(payload, "agent_id"),
        cwd=text(payload, "cwd"),
        prompt=text(payload, "prompt", "user_prompt"),
        source=text(payload, "source", "trigger", "reason"),
        reply=text(payload, "last_assistant_message", "prompt_response"),
        transcript=text(payload, "transcript_path"),
        id=text(payload, "tool_use_id", "prompt_id", "turn_id"),
        tool=tool,
    )


def encode(event: e.Event, context: str) -> str:
    """The answer that adds context, with the event's own name, as these agents require."""
    answer = {"hookEventName": event.name, "additionalContext": context}
    return json.dumps({"hookSpecificOutput": answer}, ensure_ascii=False)


__all__ = ["KINDS", "TOOL_EVENTS", "decode", "encode", "mapping"]
