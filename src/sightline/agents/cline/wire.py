"""Cline's hook format: one object per event under its own key, `contextModification` back."""

from __future__ import annotations

import json

from sightline.agents.payload import mapping, tool_use
from sightline.agents.payload import text as text_of
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
    """The event Cline sent; its fields stand under the event's own name."""
    name = text_of(payload, "hookName")
    kind = KINDS.get(name, "")
    fields = mapping(payload.get(name[:1].lower() + name[1:]))
    roots = payload.get("workspaceRoots")
    tool = None
    if kind in (e.TOOL_BEFORE, e.TOOL_AFTER):
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
        cwd=str(roots[0]) if isinstance(roots, list) and roots else "",
        prompt=text_of(fields, "prompt"),
        tool=tool,
    )


def encode(event: e.Event, text: str) -> str:
    """The answer that lets the task go on with more context."""
    if event.kind not in ANSWERS:
        return ""
    answer = {"cancel": False, "contextModification": text, "errorMessage": ""}
    return json.dumps(answer, ensure_ascii=False)
