"""Briefings: handoff, goals and topics for a new session; facts and files after a compaction."""

from __future__ import annotations

import os
from collections.abc import Sequence

from sightline.errors import StoreError
from sightline.events import topic_lines
from sightline.events.moment import Moment
from sightline.events.sources import link_checker, topic_item
from sightline.memory.offer import as_item, standing_facts
from sightline.model.frame import CODE, RETURN, THREAD, Item, Offer
from sightline.model.memory import CLOSED, Memory
from sightline.model.session import FILE, MEMORY, SYMBOL, Touch
from sightline.store import memory as store
from sightline.store import topics as sessions
from sightline.store.shared import SESSION, take_notice
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.text.wording import ago
from sightline.topics.state import TopicState, limits_of, load_state
from sightline.topics.steering import MOST_FOCUSED
from sightline.topics.telling import focus_block
from sightline.topics.telling.topic_line import symbol_name
from sightline.topics.tracker import TrackedPrompt
from sightline.workspace.git_files import current_branch

RECENT_MS = 14 * 86_400_000
MOST_TOPICS = 3
MOST_FILES = 12
# How many symbols of the topic are read, and how many are named with their file.
MOST_SYMBOLS, MOST_NAMES = 40, 3
# How many memories of a kind a briefing shows, and the states of a goal that is not shown.
MOST = {"project": 1, "handoff": 1, "goal": 3, "decision": 5}
ENDED = ("completed", "cancelled", "draft")
# How many memories of a topic come before others, and of how many topics.
MOST_LINKED, MOST_LINKING = 5, 8
# How many of the newest memories of a kind are searched for open ones.
NEWEST = 50


def for_session(moment: Moment) -> list[Item]:
    """At a session's start: what became of branches, the project, facts, handoff, goals, topics."""
    state = _load_state(moment)
    return [
        *_notices(moment),
        *_facts(moment),
        *_in_focus(moment, state),
        *_open_memories(moment, "project", "handoff", "goal"),
        *_recent_topics(moment, state, MOST_TOPICS),
    ]


def after_compaction(moment: Moment) -> list[Item]:
    """After a compaction: facts and pins, the session's topics, its files and its decisions."""
    state = _load_state(moment)
    items = [
        *_facts(moment),
        *_recent_files(moment, state),
        *_open_memories(moment, "handoff", "goal", "decision", first=_linked(moment, state)),
    ]
    if state is not None and state.forest.roots:
        lines = _topic_lines(moment, state)
        items += lines
        items.append(topic_item(moment, state, state.home, own=True, lines=lines))
    return items


def where_were_we(moment: Moment, tracked: TrackedPrompt) -> Offer:
    """The newest handoff, and the line of the topic at work."""
    items = topic_lines.where_were_we(moment, tracked.state)
    return Offer([*items, *_open_memories(moment, "handoff")], [])


def _topic_lines(moment: Moment, state: TopicState) -> list[Item]:
    """The topics in focus, then those of the session, the current one first."""
    try:
        lines = topic_lines.lines_of_session(moment, state)
    except StoreError:
        return []
    focus = _in_focus(moment, state, present=state.home)
    told = {item.key for item in focus}
    return [*focus, *(line for line in lines if line.key not in told)]


def _in_focus(moment: Moment, state: TopicState | None, *, present: str = "") -> list[Item]:
    """The topics in focus with their memories, above everything else."""
    if state is None:
        return []
    try:
        return topic_lines.lines_in_focus(moment, state, present=present)
    except StoreError:
        return []


def for_subagent(moment: Moment) -> list[Item]:
    """For a subagent: the topic that is worked on now."""
    return _recent_topics(moment, _load_state(moment), 1)


def _notices(moment: Moment) -> list[Item]:
    """What happened to the memories of branches since the last session."""
    engine = moment.engine
    try:
        text = take_notice(engine.memory, engine.project.id, SESSION)
    except StoreError:
        return []
    lines = [one_line(line, 200) for line in text.splitlines()]
    return [Item(RETURN, line, f"[branch] {line}", 1.0, digest(line)) for line in lines]


def _facts(moment: Moment) -> list[Item]:
    """Project facts and pins: the first prompt sent them, and the compaction removed them."""
    engine = moment.engine
    try:
        return standing_facts(engine.memory, engine.project.id, link_checker(engine))
    except StoreError:
        return []


def _recent_files(moment: Moment, state: TopicState | None) -> list[Item]:
    """The files of the session's topic, last used first, for the assistant to read again.

    They were edited or named in a prompt; a prompt may name files that do not exist.
    """
    engine = moment.engine
    topic = state.home if state and state.home not in state.muted else ""
    try:
        touches = sessions.touches(engine.memory, topic, FILE, MOST_FILES) if topic else []
        symbols = sessions.touches(engine.memory, topic, SYMBOL, MOST_SYMBOLS) if topic else []
    except StoreError:
        return []
    root = engine.project.root
    return [
        Item(
            CODE,
            touch.key,
            f"[{CODE}] {touch.key}  {_names_in(symbols, touch.key)}came up {ago(touch.used, moment.now)}",
            1 / rank,
            digest(f"recovery {touch.key}"),
        )
        for rank, touch in enumerate(touches, 1)
        if os.path.isfile(os.path.join(root, touch.key))
    ]


def _names_in(symbols: list[Touch], path: str) -> str:
    """The symbols of a file that the topic had to do with, to be put before other words."""
    keys = [touch.key for touch in symbols if touch.key.startswith(f"{path}::")]
    names = list(dict.fromkeys(symbol_name(key) for key in keys))
    return f"{' · '.join(names[:MOST_NAMES])}, " if names else ""


def _linked(moment: Moment, state: TopicState | None) -> list[str]:
    """The memories of the session's topics: of the current one first, last used first."""
    if state is None:
        return []
    topics = dict.fromkeys((state.home, *state.session_topics))
    try:
        return [
            touch.key
            for topic in [name for name in topics if name not in state.muted][:MOST_LINKING]
            for touch in sessions.touches(moment.engine.memory, topic, MEMORY, MOST_LINKED)
        ]
    except StoreError:
        return []


def _open_memories(moment: Moment, *kinds: str, first: Sequence[str] = ()) -> list[Item]:
    """The newest open memories of these kinds, as items; those with the ids `first` before others."""
    engine = moment.engine
    check_links = link_checker(engine)
    items: list[Item] = []
    try:
        for kind in kinds:
            numbers = store.newest(engine.memory, [engine.project.id], kind=kind, limit=NEWEST)
            linked = [one for one in store.with_ids(engine.memory, first) if one.kind == kind]
            found = {one.id: one for one in (*linked, *store.of_numbers(engine.memory, numbers))}
            memories = [
                memory
                for memory in found.values()
                if memory.status not in CLOSED and memory.status not in ENDED
            ]
            if kind == "handoff":
                memories = _own_branch_first(moment, memories)
            for memory in memories[: MOST[kind]]:
                score = 1.0 / (1 + len(items))
                items.append(as_item(memory, check_links(memory), score=score))
    except StoreError:
        return items
    return items


def _own_branch_first(moment: Moment, handoffs: list[Memory]) -> list[Memory]:
    """The newest handoff first, unless there is a recent one of the current branch."""
    branch = current_branch(moment.engine.project)
    of_branch = [
        handoff
        for handoff in handoffs
        if branch and handoff.branch == branch and moment.now - handoff.created <= RECENT_MS
    ]
    return [*of_branch[:1], *handoffs]


def _load_state(moment: Moment) -> TopicState | None:
    engine = moment.engine
    try:
        with engine.memory.reading():
            return load_state(
                engine.memory, engine.project.id, limits_of(engine.settings), moment.key
            )
    except StoreError:
        return None


def _recent_topics(moment: Moment, state: TopicState | None, most: int) -> list[Item]:
    """The topic at work and those with the highest scores, without those told as in focus."""
    if state is None:
        return []
    told = {one.topic.id for one in state.focused[:MOST_FOCUSED]}
    # What was worked on last comes first, however short that was; the others keep their order.
    # A subagent has no place of its own, but the prompts of its session.
    at_work = state.home or next(iter(state.session_topics), state.last_topic)
    ranked = focus_block.ranked_topics(state, moment.now)
    highest = max((tree.score for tree in ranked), default=0.0)
    ranked.sort(key=lambda tree: tree.topic != at_work)
    items = []
    for score, name in ranked[:most]:
        topic = state.topics.get(name) if name not in told else None
        if topic is None or moment.now - topic.used > RECENT_MS:
            continue
        gist = focus_block.gist(moment.engine.memory, state, name).rstrip(".。")
        title = focus_block.full_name(state, name)
        text = f"[thread {name}] {title}: {gist}, {ago(topic.used, moment.now)}"
        score += highest if name == at_work else 0.0
        items.append(Item(THREAD, name, text, score, digest(f"{name} {gist}")))
    return items
