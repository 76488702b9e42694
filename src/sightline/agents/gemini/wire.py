"""Gemini CLI's hook format: its own event names; it escapes angle brackets in what we send."""

from __future__ import annotations

from sightline.agents import nested
from sightline.model import event as e

LIMIT = 9_500
KINDS = {
    "SessionStart": e.SESSION_START,
    "SessionEnd": e.SESSION_END,
    "BeforeAgent": e.PROMPT,
    "AfterAgent": e.STOP,
    "BeforeTool": e.TOOL_BEFORE,
    "AfterTool": e.TOOL_AFTER,
}
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_AFTER)
HOOK_CONTEXT = ("<hook_context>", "</hook_context>")


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Gemini sent, its prompt without the context Gemini itself glued to it."""
    event = nested.decode(payload, "gemini", KINDS)
    if not event.session:
        event = event._replace(session=environ.get("GEMINI_SESSION_ID", ""))
    opening, closing = HOOK_CONTEXT
    prompt = event.prompt
    while prompt.lstrip().startswith(opening) and closing in prompt:
        prompt = prompt.split(closing, 1)[1].lstrip()
    return event._replace(prompt=prompt)


def encode(event: e.Event, text: str) -> str:
    """The nested answer; brackets become look-alikes so that the model reads no escapes."""
    if event.kind not in ANSWERS:
        return ""
    return nested.encode(event, text.replace("<", "‹").replace(">", "›"))
