"""A prompt was submitted: remember it, and say the little that matters for it, or nothing.

The order is the order of worth: what is ready when time runs out is sent without the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from sightline.context.compose import compose
from sightline.errors import StoreError
from sightline.events import sources, spooled_events, usage_learning
from sightline.events.dispatch import Moment
from sightline.model.frame import MEMORY, Frame, Item, LeftOut
from sightline.store import activity
from sightline.text.secrets.redact import redact
from sightline.topics.tracker import Tracked, say, track
from sightline.workspace.git_files import own_branch

STILL_THERE = "the assistant still has it"


def handle(moment: Moment) -> None:
    """Track the prompt, gather what may help, compose, and note what was sent."""
    engine = moment.engine
    spooled_events.take_in(engine, moment.now)
    tracked = _track(moment)
    if tracked is None or not engine.settings.flag("injection.enabled"):
        return
    sent = moment.sent = still_there(moment)
    items: list[Item] = []
    known: list[LeftOut] = []
    for source in sources.SOURCES:
        if items:
            _be_ready(moment, items[:])
        try:
            found, left_out = source(moment, tracked)
        except StoreError:
            # A broken source is skipped; the others still speak (LO-2).
            continue
        known += left_out
        known += [
            LeftOut(item.kind, item.key, item.score, STILL_THERE, item.parts)
            for item in found
            if item.hash in sent
        ]
        items += [item for item in found if item.hash not in sent]
    frame = composed(moment, items)
    frame = frame._replace(left_out=(*frame.left_out, *known))
    moment.reply.text = frame.text
    if frame.text:
        note(moment, frame, lambda: _notes(moment, tracked))
        moment.later(lambda: sources.remember_touched(moment, tracked, frame))


def _notes(moment: Moment, tracked: Tracked) -> dict[str, str]:
    """What explains the answer beside its parts."""
    notes = {"topic": tracked.topic, "task": sources.task_of(moment)}
    if (sure := usage_learning.sure(moment)) != 1.0:
        notes["threshold"] = f"{sure:.2f} times the usual, by what was used here"
    return notes


def _be_ready(moment: Moment, items: list[Item]) -> None:
    """Have these to say, should time run out while the next source is asked."""
    moment.reply.prepare(lambda: composed(moment, items).text)


def still_there(moment: Moment) -> frozenset[str]:
    """The hashes of what this session still has in its window."""
    engine = moment.engine
    try:
        return activity.has_now(engine.activity, moment.key, engine.settings, now=moment.now)
    except StoreError:
        return frozenset()


def _track(moment: Moment) -> Tracked | None:
    """The prompt in its topic; kept for later where the store cannot be written now."""
    engine, prompt = moment.engine, moment.event.prompt
    branch = own_branch(engine.project)
    once = moment.reply.token
    try:
        tracked = track(
            engine.memory,
            engine.project.id,
            prompt,
            engine.settings,
            now=moment.now,
            key=moment.key,
            branch=branch,
            once=once,
        )
    except StoreError:
        tracked, said = None, say(prompt)
        if said is not None:
            spooled_events.keep_prompt(
                engine, moment.key, said.text, branch, moment.now, event_id=once
            )
    moment.reply.keep_prompt = None
    return tracked


def composed(moment: Moment, items: list[Item]) -> Frame:
    """The items as one text within every budget."""
    settings = moment.engine.settings
    return compose(
        items,
        tokens=settings.integer("injection.tokens"),
        chars=min(settings.integer("injection.characters"), moment.limit),
        ceilings={MEMORY: settings.integer("injection.budget")},
    )


def note(moment: Moment, frame: Frame, notes: Callable[[], dict[str, str]]) -> None:
    """Keep what was sent, so that it can be explained and is not sent again."""
    ms = moment.milliseconds()

    def write() -> None:
        activity.record_injection(
            moment.engine.activity,
            moment.key,
            frame,
            project=moment.engine.project.id,
            event=moment.event.name,
            prompt=redact(moment.event.prompt[:2000]),
            ms=ms,
            now=moment.now,
            notes=notes(),
        )

    moment.later(write)
