"""A prompt was submitted: track its topic and send the little that matters for it, or nothing.

Sources are asked in order of value: at the deadline, what is ready is sent without the rest.
"""

from __future__ import annotations

from sightline.context.disclosure import prompt_record, prompts_since
from sightline.context.frame_text import compose
from sightline.errors import StoreError
from sightline.events import briefing, sources, spooled_events, usage_learning
from sightline.events.moment import Moment
from sightline.model.frame import MEMORY, Frame, Item, LeftOut
from sightline.process.private_files import log_text
from sightline.topics.tracker import Submission, TrackedPrompt, track
from sightline.workspace.git_files import own_branch

ALREADY_SENT = "the assistant still has it"


def handle(moment: Moment) -> None:
    """Track the prompt, collect items from every source, compose them and send the frame."""
    engine = moment.engine
    spooled_events.drain(engine, moment.now)
    tracked = _track(moment)
    if tracked is None or not engine.settings.flag("injection.enabled"):
        return
    sent = moment.sent = moment.hashes_in_context()
    moment.after_reply(lambda: moment.record_sent([prompt_record(prompts_since(sent) + 1)]))
    items: list[Item] = []
    left_out: list[LeftOut] = []
    for source in _sources(moment, tracked):
        if items:
            _prepare(moment, items[:])
        try:
            candidates = source(moment, tracked)
        except StoreError:
            # A broken source is skipped; the others are still asked (LO-2).
            continue
        left_out += candidates.left_out
        left_out += [
            LeftOut(item.kind, item.key, item.score, ALREADY_SENT, item.parts)
            for item in candidates.items
            if item.hash in sent
        ]
        items += [item for item in candidates.items if item.hash not in sent]
    frame = _compose(moment, items)
    frame = frame._replace(left_out=(*frame.left_out, *left_out))
    moment.send(frame, lambda: _notes(moment, tracked))
    if engine.settings.flag("injection.debug"):
        moment.after_reply(lambda: log_text(_account(moment, frame)))
    if frame.items or frame.left_out:
        moment.after_reply(lambda: sources.link_to_topic(moment, tracked, frame))


def _sources(moment: Moment, tracked: TrackedPrompt) -> tuple[sources.Source, ...]:
    """The sources to ask; a trivial prompt ("yes, go on") is tracked, and nothing is looked up.

    Neither is anything where our text costs the assistant its prompt cache.
    """
    features = tracked.prompt.features
    if features.cues.asks_where:
        return (briefing.where_were_we,)
    if features.is_trivial or usage_learning.costs_prompt_cache(moment.engine, moment.now):
        return ()
    return sources.SOURCES


def _account(moment: Moment, frame: Frame) -> str:
    """How a prompt was answered, without its text: what was told, and what was not and why."""
    lines = [f"prompt of session {moment.key.session} answered in {moment.milliseconds():.0f} ms"]
    lines += [f"  told {item.kind} {item.key} {item.score:.2f}" for item in frame.items]
    lines += [
        f"  not told {one.kind} {one.key} {one.score:.2f}: {one.reason}" for one in frame.left_out
    ]
    return "\n".join(lines)


def _notes(moment: Moment, tracked: TrackedPrompt) -> dict[str, str]:
    """What `sightline why` shows in addition to the frame."""
    notes = {"topic": tracked.topic, "task": sources.task_of(moment)}
    if shift := usage_learning.code_shift(moment.engine):
        notes["use"] = f"shifts the estimates for code by {shift:+.2f}, learned in this project"
    return notes


def _prepare(moment: Moment, items: list[Item]) -> None:
    """Publish a partial reply in case the deadline passes during the next source."""
    moment.reply.prepare(lambda: _compose(moment, items).text)


def _track(moment: Moment) -> TrackedPrompt | None:
    """Track the prompt; spool it if the store cannot be written now."""
    engine = moment.engine
    submission = Submission(
        engine.project.id,
        moment.event.prompt,
        moment.now,
        moment.key,
        branch=own_branch(engine.project),
        event_id=moment.reply.token,
    )
    try:
        tracked = track(engine.memory, engine.settings, submission)
    except StoreError:
        tracked = None
        spooled_events.spool(engine, submission)
    moment.reply.spool_prompt = None
    return tracked


def _compose(moment: Moment, items: list[Item]) -> Frame:
    """The items as one text within every budget."""
    settings = moment.engine.settings
    return compose(
        items,
        tokens=settings.integer("injection.tokens"),
        chars=min(settings.integer("injection.characters"), moment.limit),
        ceilings={MEMORY: settings.integer("injection.budget")},
    )
