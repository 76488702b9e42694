"""Gemini CLI's hook format: its own event names, and it escapes angle brackets in answers."""

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
CONTEXT_START, CONTEXT_END = "<hook_context>", "</hook_context>"


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Gemini sent; context that Gemini prepended to the prompt is removed."""
    event = nested.decode(payload, "gemini", KINDS)
    if not event.session:
        event = event._replace(session=environ.get("GEMINI_SESSION_ID", ""))
    prompt = event.prompt
    while prompt.lstrip().startswith(CONTEXT_START) and CONTEXT_END in prompt:
        _, _, prompt = prompt.partition(CONTEXT_END)
        prompt = prompt.lstrip()
    return event._replace(prompt=prompt)


def encode(event: e.Event, text: str) -> str:
    """The nested answer, with look-alikes for angle brackets so that the model sees no escapes."""
    text = text.replace("<", "‹").replace(">", "›")
    return nested.encode(event, text) if event.kind in ANSWERS else ""
