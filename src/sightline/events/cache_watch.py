"""Watches the assistant's prompt cache: do turns with our text lose it more often than others?

Where they do, prompts of the project get nothing until the counts are too old
(`usage_learning.costs_prompt_cache`).
"""

from __future__ import annotations

from sightline.agents.prompt_cache import last_turn
from sightline.errors import StoreError
from sightline.events.moment import Moment
from sightline.store import activity, usage

# A prompt's own time in the transcript may be this many milliseconds after our text for it.
SLACK_MS = 30_000
# Claude Code's name of the event with which text is added to a prompt.
PROMPT_EVENT = "UserPromptSubmit"


def note_turn(moment: Moment) -> None:
    """Count whether the turn that ended lost the prompt cache, if its transcript tells."""
    turn = last_turn(moment.event.transcript) if moment.event.transcript else None
    if turn is None:
        return
    engine = moment.engine
    try:
        injected = activity.last_injected(engine.activity, moment.key, PROMPT_EVENT)
        usage.count_cache(
            engine.activity,
            project=engine.project.id,
            with_text=injected >= turn.at * 1000 - SLACK_MS,
            is_lost=turn.is_lost,
            now=moment.now,
        )
    except StoreError:
        return
