"""Claude Code's hook format: nested answers of at most 10,000 UTF-16 units."""

from __future__ import annotations

from sightline.agents import nested
from sightline.model import event as e
from sightline.settings.folders import assistant_folder

# Above 10,000 UTF-16 units Claude Code passes on only a two-kilobyte preview.
LIMIT = 9_500
# Events whose answer may carry context; the others get no answer.
ANSWERS = (e.PROMPT, e.SESSION_START, e.TOOL_BEFORE, e.TOOL_AFTER, e.SUBAGENT_START)


def decode(payload: dict[str, object], environ: dict[str, str]) -> e.Event:
    """The event Claude Code sent; a missing session id comes from the environment."""
    event = nested.decode(payload, "claude")
    if not event.session:
        event = event._replace(session=environ.get("CLAUDE_CODE_SESSION_ID", ""))
    if not event.cwd:
        event = event._replace(cwd=assistant_folder(environ))
    return event


def encode(event: e.Event, text: str) -> str:
    """The answer that adds text to the model's context; empty for events that ignore it."""
    return nested.encode(event, text) if event.kind in ANSWERS else ""
