"""A tool is about to run, or ran: warn of a known failure, learn, and keep what happened."""

from __future__ import annotations

import os

from sightline.errors import StoreError
from sightline.events import Moment, learning
from sightline.intent.tracker import touch
from sightline.model import event as kinds
from sightline.store import session as topics


def handle(moment: Moment) -> None:
    """Before: a known failure with what worked. After: what was used and touched."""
    tool = moment.event.tool
    if tool is None:
        return
    if moment.event.kind == kinds.TOOL_BEFORE:
        return
    files = inside(moment, tool.files)
    if files:
        learning.note_use(moment, files=files, how=f"{tool.action} of its file")
        _touch_topic(moment, files)


def inside(moment: Moment, paths: tuple[str, ...]) -> list[str]:
    """These paths relative to the project's root; those outside are left out."""
    root = moment.engine.project.root
    base = moment.event.cwd or root
    found = []
    for path in paths:
        real = os.path.realpath(os.path.join(base, path))
        if real.startswith(root + os.sep):
            found.append(real[len(root) + 1 :].replace(os.sep, "/"))
    return found


def _touch_topic(moment: Moment, files: list[str]) -> None:
    engine = moment.engine
    try:
        place = topics.place_of(engine.memory, engine.project.id, moment.key)
        if place and place[0]:
            touch(engine.memory, place[0], now=moment.now, files=files)
    except StoreError:
        return
