"""Claude Code's hook format: nested answers, ten thousand UTF-16 units each."""

from __future__ import annotations

from sightline.agents import nested
from sightline.model import event as e
from sightline.settings.folders import assistant_folder

# Above 10,000 UTF-16 units the model gets a preview of two kilobytes instead.
LIMIT = 9_500
# Events whose answer may carry context; on the others any answer is noise.
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER, e.SUBAGENT_START)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Claude Code sent; the session comes from the environment if it must."""
    event = nested.decode(payload, "claude")
    if not event.session:
        event = event._replace(session=environ.get("CLAUDE_CODE_SESSION_ID", ""))
    if not event.cwd:
        event = event._replace(cwd=assistant_folder(environ))
    return event


def encode(event: e.Event, text: str) -> str:
    """The answer that puts text in front of the model, or nothing where none is taken."""
    return nested.encode(event, text) if event.kind in ANSWERS else ""
