"""Learns what helps: did the assistant use what it was shown? (issue of trust: no one is asked)

An item counts as used when its file is read or edited, or its name or id is said afterwards; what
was not used by the time the next prompts have come was not used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sightline.context.use_feedback import factor, threshold
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events.dispatch import Moment
from sightline.model.activity import Shown
from sightline.model.frame import CODE, FOCUS
from sightline.model.indexed import name_parts
from sightline.model.session import SessionKey
from sightline.store import usage

# After this many milliseconds an item that was not used is decided as unused.
OPEN_MS = 30 * 60 * 1000


def note_use(moment: Moment, *, files: Iterable[str] = (), text: str = "", how: str) -> None:
    """Mark every open item that these files or this text show to be used."""
    try:
        activity = moment.engine.activity
        shown = usage.open_items(activity, moment.key)
        if not shown:
            return
        paths = tuple(files)
        used = [item for item in shown if _is_used(item, paths, text)]
        if used:
            usage.mark_used(activity, used, how, now=moment.now)
    except StoreError:
        return


def close_old(engine: Engine, now: int, *, over: SessionKey | None = None) -> None:
    """What was shown a while ago, or to a session that is over, and not used was not used."""
    try:
        usage.close_open(
            engine.activity, project=engine.project.id, before=now - OPEN_MS, now=now, over=over
        )
    except StoreError:
        return


def uses(engine: Engine, kind: str) -> Callable[[Sequence[str]], dict[str, float]]:
    """A function that says by which factor each item of a kind rises or falls."""

    def factors(keys: Sequence[str]) -> dict[str, float]:
        try:
            known = usage.usage_of(engine.activity, kind, keys, project=engine.project.id)
        except StoreError:
            return {}
        return {key: factor(counts) for key, counts in known.items()}

    return factors


def sure(moment: Moment) -> float:
    """How sure code must be in this project before it is shown."""
    if not moment.sure:
        moment.sure = sure_of(moment.engine)
    return moment.sure


def sure_of(engine: Engine) -> float:
    """The same, read anew."""
    try:
        return threshold(*usage.balance(engine.activity, CODE, project=engine.project.id))
    except StoreError:
        return threshold(0, 0)


def _is_used(item: Shown, files: tuple[str, ...], text: str) -> bool:
    if item.kind == FOCUS:
        return False
    if item.kind == CODE:
        path, _, qualified = item.key.partition("::")
        name = name_parts(qualified)[-1]
        if any(file == path or file.endswith("/" + path) for file in files):
            return True
        return _says(text, path) or (len(name) > 3 and _says(text, name))
    return item.key in text


def _says(text: str, name: str) -> bool:
    """Whether the text has this name as a word of its own."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            return True
        at = text.find(name, at + 1)
    return False
