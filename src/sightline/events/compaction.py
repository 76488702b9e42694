"""A compaction is about to happen, or has: what was sent before is gone from the window."""

from __future__ import annotations

from sightline.errors import StoreError
from sightline.events import usage_learning
from sightline.events.dispatch import Moment
from sightline.model.session import TELL_COMPACTIONS
from sightline.store import activity


def handle(moment: Moment) -> None:
    """Decide what is open, and begin a new epoch where no session start will tell.

    Some assistants tell only that a compaction begins; no prompt comes in between.
    """
    usage_learning.close_old(moment.engine, moment.now)
    if moment.event.agent in TELL_COMPACTIONS:
        return  # their epoch grows with the session start
    try:
        key = activity.see_session(moment.engine.activity, moment.key, now=moment.now)
        activity.next_epoch(moment.engine.activity, key, now=moment.now)
    except StoreError:
        return
