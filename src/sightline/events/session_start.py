"""A session or a subagent starts: orientation, or after a compaction what was lost by it."""

from __future__ import annotations

from sightline.context.compose import compose
from sightline.errors import StoreError
from sightline.events import briefing
from sightline.events.background_refresh import refresh, remember_place
from sightline.events.dispatch import Moment
from sightline.events.prompt import note
from sightline.model import event as kinds
from sightline.model.frame import Item
from sightline.model.session import SessionKey
from sightline.store import activity

# Sources of a session start after which the assistant has nothing of what was sent before.
EMPTIED = ("compact", "clear")
TOKENS = 600
RECOVERY_TOKENS = 1_200


def handle(moment: Moment) -> None:
    """Say where the person is; a subagent gets a brief of its own."""
    moment.key = _seen(moment)
    moment.later(lambda: remember_place(moment))
    refresh(moment)
    engine, event = moment.engine, moment.event
    if not engine.settings.flag("injection.enabled"):
        return
    compacted = event.source == "compact"
    if event.kind == kinds.SUBAGENT_START:
        items = briefing.brief(moment)
    elif compacted:
        items = briefing.recovery(moment)
    else:
        items = briefing.orient(moment)
    tokens = RECOVERY_TOKENS if compacted else TOKENS
    _send(moment, items, tokens)


def _send(moment: Moment, items: list[Item], tokens: int) -> None:
    settings = moment.engine.settings
    frame = compose(
        items,
        tokens=min(tokens, settings.integer("injection.tokens")),
        chars=min(settings.integer("injection.characters"), moment.limit),
    )
    moment.reply.text = frame.text
    if frame.text:
        note(moment, frame, lambda: {"source": moment.event.source or moment.event.name})


def _seen(moment: Moment) -> SessionKey:
    """The session's key in the epoch that begins now."""
    try:
        store = moment.engine.activity
        key = activity.see_session(
            store,
            moment.key,
            now=moment.now,
            project=moment.engine.project.id,
            worktree=moment.engine.project.worktree_id,
        )
        if moment.event.source in EMPTIED:
            key = activity.next_epoch(store, key, now=moment.now)
        return key
    except StoreError:
        return moment.key
