"""Cline's hook format: the fields under the event's own key, `contextModification` in answers."""

from __future__ import annotations

from sightline.agents.payload import (
    TOOL_EVENTS,
    first_root,
    json_answer,
    mapping,
    text_of,
    tool_use,
)
from sightline.model import event as e

LIMIT = 9_500
KINDS = {
    "TaskStart": e.SESSION_START,
    "TaskResume": e.SESSION_START,
    "UserPromptSubmit": e.PROMPT,
    "PreToolUse": e.TOOL_BEFORE,
    "PostToolUse": e.TOOL_AFTER,
    "PreCompact": e.COMPACT_BEFORE,
    "TaskComplete": e.STOP,
}
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Cline sent; its fields are under the event's own name."""
    name = text_of(payload, "hookName")
    kind = KINDS.get(name, "")
    fields = mapping(payload.get(name[:1].lower() + name[1:]))
    tool = None
    if kind in TOOL_EVENTS:
        failed = fields.get("success") is False
        result = fields.get("result")
        tool = tool_use(
            text_of(fields, "toolName", "tool"), fields.get("parameters"), result, failed=failed
        )
    return e.Event(
        kind=kind,
        agent="cline",
        name=name,
        session=text_of(payload, "taskId"),
        cwd=first_root(payload, "workspaceRoots"),
        prompt=text_of(fields, "prompt"),
        tool=tool,
    )


def encode(event: e.Event, text: str) -> str:
    """The answer that lets the task continue with more context."""
    answer: dict[str, object] = {"cancel": False, "contextModification": text, "errorMessage": ""}
    return json_answer(answer) if event.kind in ANSWERS else ""
