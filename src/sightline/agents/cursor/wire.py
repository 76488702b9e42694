"""Cursor's hook format: `additional_context`, and the answer to a prompt must allow it."""

from __future__ import annotations

from sightline.agents.nested import KINDS as NESTED_KINDS
from sightline.agents.payload import TOOL_EVENTS, first_root, json_answer, text_of, tool_use
from sightline.model import event as e

LIMIT = 9_500
_CLAUDE_EVENTS = ("UserPromptSubmit", "SessionStart", "PreToolUse", "PostToolUse")
KINDS = {
    "sessionStart": e.SESSION_START,
    "sessionEnd": e.SESSION_END,
    "beforeSubmitPrompt": e.PROMPT,
    "preToolUse": e.TOOL_BEFORE,
    "postToolUse": e.TOOL_AFTER,
    "postToolUseFailure": e.TOOL_AFTER,
    "afterAgentResponse": e.STOP,
    "preCompact": e.COMPACT_BEFORE,
    # Hooks written for Claude Code, which Cursor also runs.
    **{name: NESTED_KINDS[name] for name in _CLAUDE_EVENTS},
}
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_AFTER)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Cursor sent; without a working directory it is the first workspace root's."""
    name = text_of(payload, "hook_event_name")
    kind = KINDS.get(name, "")
    root = first_root(payload, "workspace_roots")
    tool = None
    if kind in TOOL_EVENTS:
        output = payload.get("tool_output", payload.get("tool_response", payload.get("error")))
        failed = name == "postToolUseFailure"
        tool = tool_use(
            text_of(payload, "tool_name"), payload.get("tool_input"), output, failed=failed
        )
    return e.Event(
        kind=kind,
        agent="cursor",
        name=name,
        session=text_of(payload, "conversation_id", "session_id"),
        cwd=text_of(payload, "cwd") or root or environ.get("CURSOR_PROJECT_DIR", ""),
        prompt=text_of(payload, "prompt"),
        source=text_of(payload, "source", "reason"),
        reply=text_of(payload, "text"),
        transcript=text_of(payload, "transcript_path"),
        id=text_of(payload, "tool_use_id", "generation_id"),
        tool=tool,
    )


def encode(event: e.Event, text: str) -> str:
    """The answer with the context; for a prompt it also lets Cursor continue."""
    if event.kind not in ANSWERS:
        return ""
    if event.kind == e.PROMPT:
        return json_answer({"continue": True, "additional_context": text})
    return json_answer({"additional_context": text})
