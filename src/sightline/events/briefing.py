"""What a fresh start is told: the project, where the work stopped, what may come next."""

from __future__ import annotations

import os

from sightline.errors import StoreError
from sightline.events.dispatch import Moment
from sightline.events.link_states import judged
from sightline.events.sources import topic_item
from sightline.memory.offer import as_item, standing_facts
from sightline.model.frame import CODE, THREAD, Item
from sightline.model.memory import CLOSED, Memory
from sightline.model.session import FILE
from sightline.store import memory as store
from sightline.store import topics as sessions
from sightline.text.ages import ago
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics import focus_block
from sightline.topics.state import State, limits_of, load
from sightline.workspace.git_files import current_branch

RECENT_MS = 14 * 86_400_000
MOST_TOPICS = 3
MOST_FILES = 12
# How many records of a kind a fresh start is told, and when a goal needs no telling.
MOST = {"handoff": 1, "goal": 3, "decision": 5}
ENDED = ("completed", "cancelled", "draft")
# Among how many of them the open ones are looked for.
LOOKED_AT = 50


def orient(moment: Moment) -> list[Item]:
    """At a session's start: the last handoff, the goals, the topics of the last days."""
    return [*_records(moment), *_topics(moment, MOST_TOPICS)]


def recovery(moment: Moment) -> list[Item]:
    """After a compaction: facts and pins, the topic block, files at work, what was decided lately."""
    items = [
        *_facts(moment),
        *_files(moment),
        *_records(moment, kinds=("handoff", "goal", "decision")),
    ]
    state = _state(moment)
    if state is not None and state.forest.roots:
        items.append(topic_item(moment, state, state.home, own=True))
    return items


def brief(moment: Moment) -> list[Item]:
    """For a subagent: what the work is about now."""
    return _topics(moment, 1)


def _facts(moment: Moment) -> list[Item]:
    """What the first prompt told of the project, which the assistant has lost in mid-work."""
    engine = moment.engine
    try:
        return standing_facts(engine.memory, engine.project.id, judged(engine))
    except StoreError:
        return []


def _files(moment: Moment) -> list[Item]:
    """The files the session's topic had to do with, last first: an assistant reads them again.

    They were edited, or only named in a prompt, where what is no file of the project is named too.
    """
    engine = moment.engine
    try:
        place = sessions.place_of(engine.memory, engine.project.id, moment.key)
        rows = sessions.touches(engine.memory, place[0], FILE, MOST_FILES) if place else []
    except StoreError:
        return []
    root = engine.project.root
    return [
        Item(CODE, path, f"  came up {ago(last, moment.now)}", 1 / rank, digest(path), group=path)
        for rank, (_, path, _, last) in enumerate(rows, 1)
        if os.path.isfile(os.path.join(root, path))
    ]


def _records(moment: Moment, kinds: tuple[str, ...] = ("handoff", "goal")) -> list[Item]:
    """The newest open records of these kinds, as they are injected."""
    engine = moment.engine
    states = judged(engine)
    items: list[Item] = []
    try:
        for kind in kinds:
            numbers = store.newest(engine.memory, [engine.project.id], kind=kind, limit=LOOKED_AT)
            found = store.of_numbers(engine.memory, numbers)
            is_open = [one for one in found if one.status not in CLOSED and one.status not in ENDED]
            if kind == "handoff":
                is_open = _nearest(moment, is_open)
            for memory in is_open[: MOST[kind]]:
                score = 1.0 / (1 + len(items))
                items.append(as_item(memory, states(memory), score=score))
    except StoreError:
        return items
    return items


def _nearest(moment: Moment, handoffs: list[Memory]) -> list[Memory]:
    """The newest handoff first, but before it a recent one of the branch that is checked out."""
    branch = current_branch(moment.engine.project)
    here = [
        one
        for one in handoffs
        if branch and one.branch == branch and moment.now - one.created <= RECENT_MS
    ]
    return [*here[:1], *handoffs]


def _state(moment: Moment) -> State | None:
    engine = moment.engine
    try:
        with engine.memory.reading():
            return load(engine.memory, engine.project.id, limits_of(engine.settings), moment.key)
    except StoreError:
        return None


def _topics(moment: Moment, most: int) -> list[Item]:
    state = _state(moment)
    if state is None:
        return []
    items = []
    for score, topic in focus_block.ranked_trees(state, moment.now)[:most]:
        known = state.topics.get(topic)
        if known is None or moment.now - known.used > RECENT_MS:
            continue
        gist = one_line(focus_block.last_said(state, topic), 100)
        title = one_line(focus_block.name_of(state, topic), 60)
        text = f"[thread {topic}] {title}: {gist}, {ago(known.used, moment.now)}"
        items.append(Item(THREAD, topic, text, score, digest(f"{topic} {gist}")))
    return items
