"""Where the items of a prompt's answer come from: the topic, what is remembered, the code.

Each source gives items and what it left out; the order is the order in which they become ready.
"""

from __future__ import annotations

from collections.abc import Callable

from sightline.context.suggest import suggest
from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.events import usage_learning
from sightline.events.dispatch import Moment
from sightline.events.link_states import judged
from sightline.memory.offer import offer
from sightline.memory.prompt_keywords import load_synonyms
from sightline.model.frame import CODE, FACT, FAILURE, FOCUS, MEMORY, THREAD, Frame, Item, LeftOut
from sightline.settings.load import config_home
from sightline.text.hashing import digest
from sightline.topics import focus_block, task
from sightline.topics.related import related
from sightline.topics.state import State
from sightline.topics.tracker import Tracked, touch
from sightline.workspace.source import Sources

Found = tuple[list[Item], list[LeftOut]]
Source = Callable[[Moment, Tracked], Found]

# A topic has to do with what was shown first, not with every line of a list.
TOUCHED = 8
NOTHING: tuple[list[Item], list[LeftOut]] = ([], [])


def topic(moment: Moment, tracked: Tracked) -> Found:
    """The topic block, when topic, prediction or guide changed (ruling 45)."""
    if tracked.said.reading.trivial:
        return NOTHING
    state, name = tracked.state, tracked.topic
    if moment.plain or moment.engine.settings.flag("focus.every_prompt"):
        sign = f"{focus_block.signature(state, name)} {tracked.turn}"
        return [_focus(name, focus_block.render(state, moment.now), sign)], []
    # After a compaction that nobody has told yet, its own words are lost as well.
    lost = moment.key.epoch > 0 and not moment.sent
    item = topic_item(moment, state, name, own=lost)
    # That nothing is foretold any more is not worth a block.
    if any(known.startswith(f"{item.hash} ") for known in moment.sent):
        return NOTHING
    return [item], []


def topic_item(moment: Moment, state: State, name: str, *, own: bool) -> Item:
    """The topic block as a session is told it, known again by what it says of others' work."""
    session = moment.key.session
    told = focus_block.for_session(state, name, session, own=own)
    text = focus_block.render(told, moment.now, present=name)
    sign = focus_block.signature(focus_block.for_session(state, name, session), name)
    return _focus(name, text, sign)


def _focus(name: str, text: str, sign: str) -> Item:
    return Item(FOCUS, name or "focus", text, 1.0, f"focus {sign}")


def remembered(moment: Moment, tracked: Tracked) -> Found:
    """Known failures, project facts and pins, and the memories the prompt is about."""
    if tracked.said.reading.trivial:
        return NOTHING
    engine = moment.engine
    # Many small reads: together they are locked, and looked at for changes, only once.
    with engine.memory.reading():
        return offer(
            engine.memory,
            engine.project.id,
            tracked.said.text,
            engine.settings,
            moment.now,
            synonyms=load_synonyms(config_home()),
            states=judged(engine),
            uses=lambda kind, keys: usage_learning.uses(engine, kind)(keys),
        )


def code(moment: Moment, tracked: Tracked) -> Found:
    """The few symbols the prompt is about, if it is sure enough about any."""
    if tracked.said.reading.trivial:
        return NOTHING
    return find_code(moment.engine, tracked.said.text, usage_learning.sure(moment))


def find_code(engine: Engine, text: str, sure: float) -> Found:
    """The few symbols a text is about, with what use taught about them."""
    index, sources = engine.index, Sources(engine.project.root)
    with index.reading():
        return suggest(index, sources, text, sure=sure, uses=usage_learning.uses(engine, CODE))


def others(moment: Moment, tracked: Tracked) -> Found:
    """Other topics that say the same, each on a line with its id (AS-8, ruling 47)."""
    if tracked.said.reading.trivial:
        return NOTHING
    items = [
        Item(
            THREAD,
            found.topic,
            f"[thread {found.topic}] {found.title}: {found.gist}",
            found.priority,
            digest(f"{found.topic} {found.gist}"),
            found.parts,
        )
        for found in related(moment.engine.memory, tracked, now=moment.now)
    ]
    return items, []


SOURCES: tuple[Source, ...] = (topic, remembered, others, code)


def task_of(moment: Moment) -> str:
    """What the prompt wants: debug, refactor, modify or explore."""
    return task.task_of(moment.event.prompt[:4000])


def remember_touched(moment: Moment, tracked: Tracked, frame: Frame) -> None:
    """The topic had to do with what was shown, so that returning to it brings it back."""
    if not tracked.topic:
        return
    keys = {kind: [i.key for i in frame.items if i.kind == kind] for kind in (CODE, FAILURE)}
    memories = [i.key for i in frame.items if i.kind in (FACT, MEMORY)]
    try:
        touch(
            moment.engine.memory,
            tracked.topic,
            now=moment.now,
            symbols=keys[CODE][:TOUCHED],
            failures=keys[FAILURE],
            memories=memories,
        )
    except StoreError:
        return
