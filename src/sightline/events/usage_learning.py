"""Learns which items help: an item counts as used if the assistant then uses it.

Usage is observed, never self-reported: its file is read or edited, or its name or id is mentioned.
Items that were not used after a while count as unused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sightline.context.use_feedback import costs_cache, file_shift, project_shift, use_factor
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events.moment import Moment
from sightline.memory.content import is_used_in
from sightline.model.frame import CODE, FACT, FAILURE, FOCUS, MEMORY
from sightline.model.session import SessionKey
from sightline.model.usage import Shown, Usage
from sightline.store import memory as store
from sightline.store import usage

# After this many milliseconds an item that was not used counts as unused.
OPEN_MS = 30 * 60 * 1000
MEMORY_KINDS = (MEMORY, FACT, FAILURE)
# Items whose use can be seen. A topic says where things stood, and leaves no trace in what follows.
OBSERVED = (CODE, *MEMORY_KINDS)


def note_use(moment: Moment, *, files: Iterable[str] = (), text: str = "", how: str) -> None:
    """Mark every open item as used whose file is among these or that this text mentions."""
    try:
        activity = moment.engine.activity
        open_items = usage.open_items(activity, moment.key)
        if not open_items:
            return
        paths = tuple(files)
        used = [
            item
            for item in open_items
            if _is_used(item, paths, text)
            or (text and item.kind in MEMORY_KINDS and _shows_content(moment.engine, item, text))
        ]
        if used:
            usage.mark_used(activity, used, how, now=moment.now)
    except StoreError:
        return


def close_old(engine: Engine, now: int, *, over: SessionKey | None = None) -> None:
    """Mark items as unused that were shown a while ago, or to the session that is over."""
    try:
        usage.close_open(
            engine.activity,
            OBSERVED,
            project=engine.project.id,
            before=now - OPEN_MS,
            now=now,
            over=over,
        )
    except StoreError:
        return


def factors(engine: Engine, kind: str) -> Callable[[Sequence[str]], dict[str, float]]:
    """A function that returns the factor by which past use changes the score of each item."""

    def factors_of(keys: Sequence[str]) -> dict[str, float]:
        try:
            counts = usage.usage_of(engine.activity, kind, keys, project=engine.project.id)
        except StoreError:
            return {}
        return {key: _factor(kind, count) for key, count in counts.items()}

    return factors_of


def _factor(kind: str, usage: Usage) -> float:
    """The factor for one item; a memory is lowered only by a rating.

    That a memory was not seen to be used does not prove that it was not (ruling 77).
    """
    factor = use_factor(usage)
    return factor if kind == CODE or usage.useless else max(1.0, factor)


def file_shifts(engine: Engine) -> Callable[[Sequence[str]], dict[str, float]]:
    """A function that returns how past use shifts the estimate for each file, in log-odds."""

    def shifts_of(paths: Sequence[str]) -> dict[str, float]:
        try:
            counts = usage.usage_of(engine.activity, CODE, paths, project=engine.project.id)
        except StoreError:
            return {}
        return {path: file_shift(count) for path, count in counts.items()}

    return shifts_of


def code_shift(engine: Engine) -> float:
    """How the use of code in this project shifts all estimates, in log-odds."""
    try:
        return project_shift(*usage.balance(engine.activity, CODE, project=engine.project.id))
    except StoreError:
        return 0.0


def costs_prompt_cache(engine: Engine, now: int) -> bool:
    """Whether our text seems to cost the assistant its prompt cache in this project."""
    try:
        losses = usage.cache_losses(engine.activity, project=engine.project.id, now=now)
    except StoreError:
        return False
    return costs_cache(*losses)


def _is_used(item: Shown, files: tuple[str, ...], text: str) -> bool:
    if item.kind == FOCUS:
        return False
    if item.kind == CODE:
        path = item.key
        if any(file == path or file.endswith("/" + path) for file in files):
            return True
        return _mentions(text, path.rpartition("/")[2])
    return item.key in text


def _shows_content(engine: Engine, item: Shown, text: str) -> bool:
    """Whether a text shows the content of a memory: its distinctive words, names or values."""
    memory = store.by_id(engine.memory, item.key)
    return memory is not None and is_used_in(engine.memory, memory, text)


def _mentions(text: str, name: str) -> bool:
    """Whether the text contains this name as a whole word."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or before == "_" or after.isalnum() or after == "_"):
            return True
        at = text.find(name, at + 1)
    return False
