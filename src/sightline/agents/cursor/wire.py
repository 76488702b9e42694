"""Cursor's hook format: `additional_context`, and a prompt must be told to continue."""

from __future__ import annotations

import json

from sightline.agents.payload import text as text_of
from sightline.agents.payload import tool_use
from sightline.model import event as e

LIMIT = 9_500
KINDS = {
    "sessionStart": e.SESSION_START,
    "sessionEnd": e.SESSION_END,
    "beforeSubmitPrompt": e.PROMPT,
    "preToolUse": e.TOOL_BEFORE,
    "postToolUse": e.TOOL_AFTER,
    "postToolUseFailure": e.TOOL_AFTER,
    "afterAgentResponse": e.STOP,
    "preCompact": e.COMPACT_BEFORE,
    "UserPromptSubmit": e.PROMPT,
    "SessionStart": e.SESSION_START,
    "PreToolUse": e.TOOL_BEFORE,
    "PostToolUse": e.TOOL_AFTER,
}
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_AFTER)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Cursor sent; its working folder is the first workspace root."""
    name = text_of(payload, "hook_event_name")
    kind = KINDS.get(name, "")
    roots = payload.get("workspace_roots")
    root = str(roots[0]) if isinstance(roots, list) and roots else ""
    tool = None
    if kind in (e.TOOL_BEFORE, e.TOOL_AFTER):
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
    """The answer with the context; a prompt also gets its permission to go on."""
    if event.kind not in ANSWERS:
        return ""
    if event.kind == e.PROMPT:
        return json.dumps({"continue": True, "additional_context": text}, ensure_ascii=False)
    return json.dumps({"additional_context": text}, ensure_ascii=False)
