"""The hook format that Claude Code introduced and Codex, Gemini and VS Code partly share.

The wire module of each assistant holds the differences: events, limits, strictness.
"""

from __future__ import annotations

from sightline.agents.payload import TOOL_EVENTS, json_answer, text_of, tool_use
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


def decode(
    payload: dict[str, object], agent: str, kinds: dict[str, str] = KINDS, default: str = ""
) -> e.Event:
    """The event in a payload of this format; an unknown event has an empty kind."""
    name = text_of(payload, "hook_event_name", "hookEventName") or default
    if not name and text_of(payload, "prompt", "user_prompt"):
        name = next(event for event, kind in kinds.items() if kind == e.PROMPT)
    kind = kinds.get(name, "")
    tool = None
    if kind in TOOL_EVENTS:
        response = payload.get("tool_response", payload.get("tool_result"))
        error = text_of(payload, "error")
        tool = tool_use(
            text_of(payload, "tool_name"),
            payload.get("tool_input"),
            response if response is not None else error,
            failed=name.endswith("Failure") or bool(error),
            use_id=text_of(payload, "tool_use_id"),
        )
    return e.Event(
        kind=kind,
        agent=agent,
        name=name,
        session=text_of(payload, "session_id", "sessionId"),
        subagent=text_of(payload, "agent_id"),
        cwd=text_of(payload, "cwd"),
        prompt=text_of(payload, "prompt", "user_prompt"),
        source=text_of(payload, "source", "trigger", "reason"),
        reply=text_of(payload, "last_assistant_message", "prompt_response"),
        transcript=text_of(payload, "transcript_path"),
        id=text_of(payload, "tool_use_id", "prompt_id", "turn_id"),
        tool=tool,
    )


def encode(event: e.Event, context: str) -> str:
    """The answer that adds context; these assistants require the event's name in it."""
    output = {"hookEventName": event.name, "additionalContext": context}
    return json_answer({"hookSpecificOutput": output})
