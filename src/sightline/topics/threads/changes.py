"""Changes to whole topics: merging, splitting, archiving, weighting, unlocking, pinning.

Every function works in the caller's transaction and returns the step that `undo` needs; no change
loses a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from sightline.errors import UnknownName, UsageError
from sightline.model.session import (
    ACTIVE,
    ARCHIVED,
    FILE,
    MEMORY,
    MERGED,
    PROMPT,
    REPLY,
    Topic,
    Turn,
)
from sightline.settings.load import Settings
from sightline.store import threads
from sightline.store import topics as store
from sightline.store import turns as turn_store
from sightline.store.sqlite.database import Database
from sightline.store.topic_rows import node_from, topic_from
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.forest import Forest
from sightline.topics.placement import TITLE, save_touches, term_counts
from sightline.topics.prompt_features import extract_features, file_name, reply_terms
from sightline.topics.settling import words_of_turn
from sightline.topics.state import limits_of, load_forest, save_forest
from sightline.topics.titles import title_of

# One change as `undo` reads it: what was done, to which topics, and their records before.
Step = dict[str, Any]

MERGE = "merge"
SPLIT = "split"
ARCHIVE = "archive"
WEIGHTS = "weights"
RESET = "reset"
PIN = "pin"
PIN_SOURCE = "agent_pin"
MOST_PIN_TERMS = 6
# How many prompts a title may be taken from.
_TITLE_PROMPTS = 3
# The weight of a topic made by a split, as a share of its parent's weight.
CHILD_WEIGHT = 0.8


class TurnGroup(NamedTuple):
    """Turns of one topic that belong together, under a title."""

    title: str
    turns: Sequence[int]


class Split(NamedTuple):
    """The step that `undo` needs, and the topics that a split made."""

    step: Step
    children: list[Topic]


class Pin(NamedTuple):
    """A pinned memory: its id and text, and the title, terms and weight of its topic."""

    memory: str
    text: str
    title: str
    terms: tuple[str, ...]
    weight: float


def find_topic(memory: Database, project: str, topic_id: str) -> Topic:
    """The topic with this id, active or not; raises UnknownName with the nearest ids."""
    topic = store.topic(memory, project, topic_id.strip())
    if topic is None:
        roots = {node.topic for node in store.nodes(memory, project)}
        ids = [candidate.id for candidate in store.candidates(memory, project, sorted(roots))]
        near = tuple(get_close_matches(topic_id, ids, n=3, cutoff=0.4)) or tuple(ids[:3])
        raise UnknownName("thread", topic_id, nearest=near)
    return topic


def merge(
    memory: Database, project: str, survivor_id: str, absorbed_id: str, settings: Settings
) -> Step:
    """Merge one topic into another with all its turns; the absorbed one points to it."""
    survivor = find_topic(memory, project, survivor_id)
    absorbed = find_topic(memory, project, absorbed_id)
    _check_merge(survivor, absorbed)
    ids = (survivor.id, absorbed.id)
    before = threads.snapshot(memory, project, ids)
    turns = threads.turn_numbers(memory, absorbed.id)
    forest = load_forest(memory, project, limits_of(settings).shape)
    forest.graft(absorbed.id, survivor.id)
    save_forest(memory, project, forest)
    threads.move_turns(memory, project, turns, survivor.id)
    threads.add_words_of(memory, survivor.id, absorbed.id, 1)
    threads.move_transitions(memory, project, absorbed.id, survivor.id)
    for key in threads.sessions_at(memory, absorbed.id):
        threads.move_session(memory, project, key, absorbed.id, survivor.id)
    if before["last"] == absorbed.id:
        threads.set_last_topic(memory, project, survivor.id)
    store.save_topic(memory, project, _merged_topic(survivor, absorbed, forest))
    merged = absorbed._replace(status=MERGED, merged_into=survivor.id, turns=0)
    store.save_topic(memory, project, merged)
    after = _fingerprint(memory, project, ids)
    return {"do": MERGE, "ids": ids, "before": before, "turns": turns, "after": after}


def _check_merge(survivor: Topic, absorbed: Topic) -> None:
    if survivor.id == absorbed.id:
        raise UsageError("a thread cannot be merged into itself")
    for topic in (survivor, absorbed):
        if topic.status == MERGED:
            raise UsageError(f"{topic.id} was merged already", hint=f"use {topic.merged_into}")
    if absorbed.is_protected:
        why = "pinned" if absorbed.pinned else f"locked ({absorbed.lock})"
        raise UsageError(
            f"{absorbed.id} is {why} and cannot be absorbed",
            hint="swap the two, or release it with ai_unlock",
        )


def _merged_topic(survivor: Topic, absorbed: Topic, forest: Forest) -> Topic:
    # Ruling 31: only this automatic boost is capped at 1.0; a pin may have given more.
    heavier = max(survivor.weight, absorbed.weight)
    return survivor._replace(
        status=ACTIVE if survivor.id in forest.roots else survivor.status,
        terms=forest.label_words(survivor.id) or survivor.terms,
        weight=max(heavier, min(1.0, heavier + 0.1)),
        branch=survivor.branch or absorbed.branch,
        turns=survivor.turns + absorbed.turns,
        recalls=survivor.recalls + absorbed.recalls,
        created=min(survivor.created, absorbed.created),
        used=max(survivor.used, absorbed.used),
    )


def split(
    memory: Database,
    project: str,
    topic_id: str,
    groups: Sequence[TurnGroup],
    lock: str,
    settings: Settings,
    *,
    now: int,
) -> Split:
    """Make locked topics of groups of a topic's turns; unknown turns are skipped."""
    parent = find_topic(memory, project, topic_id)
    if parent.status == MERGED:
        raise UsageError(f"{parent.id} was merged already", hint=f"use {parent.merged_into}")
    groups = _existing_turns(memory, parent, groups)
    if not groups:
        raise UsageError("no group names a turn of this thread", hint="propose first, then confirm")
    ids = (parent.id, *(_child_id(parent, group.turns) for group in groups))
    before = threads.snapshot(memory, project, [parent.id])
    forest = load_forest(memory, project, limits_of(settings).shape)
    children = []
    for child_id, group in zip(ids[1:], groups, strict=True):
        forest.extract(parent.id, group.turns, child_id)
        child = _child_topic(memory, project, parent, child_id, group)
        child = child._replace(
            status=ACTIVE if child_id in forest.roots else ARCHIVED,
            terms=forest.label_words(child_id),
            lock=lock,
            created=now,
        )
        store.save_topic(memory, project, child)
        children.append(child)
    save_forest(memory, project, forest)
    is_empty = parent.id not in forest.roots
    parent = parent._replace(
        status=ARCHIVED if is_empty and parent.status == ACTIVE else parent.status,
        turns=parent.turns - sum(child.turns for child in children),
        terms=forest.label_words(parent.id) or parent.terms,
        title=_title_after(memory, parent),
    )
    store.save_topic(memory, project, parent)
    _follow_split(memory, project, parent.id)
    after = _fingerprint(memory, project, ids)
    step = {"do": SPLIT, "ids": ids, "before": before, "after": after}
    return Split(step | {"groups": [list(group.turns) for group in groups]}, children)


def _title_after(memory: Database, parent: Topic) -> str:
    """The title by the prompts that stayed, unless somebody gave it."""
    prompts = [turn.text for turn in store.turns(memory, parent.id) if turn.role == PROMPT]
    return (
        title_of(prompts[:_TITLE_PROMPTS]) if prompts and parent.origin == PROMPT else parent.title
    )


def _existing_turns(
    memory: Database, parent: Topic, groups: Sequence[TurnGroup]
) -> list[TurnGroup]:
    """The groups with the turns that exist, each turn once; empty groups are left out."""
    free = set(threads.turn_numbers(memory, parent.id))
    existing = []
    for group in groups:
        turns = [number for number in dict.fromkeys(group.turns) if number in free]
        free -= set(turns)
        if turns:
            existing.append(TurnGroup(group.title, turns))
    return existing


def _child_topic(
    memory: Database, project: str, parent: Topic, child_id: str, group: TurnGroup
) -> Topic:
    """Move a group of turns and their words to a new topic."""
    turns = store.turns_named(memory, project, group.turns)
    threads.move_turns(memory, project, group.turns, child_id)
    prompts = [turn for turn in turns if turn.role == PROMPT]
    for prompt in prompts:
        features = extract_features(prompt.text)
        _move_words(memory, parent.id, child_id, term_counts(features))
        save_touches(memory, child_id, features, now=prompt.created)
    for reply in turns:
        if reply.role == REPLY:
            words = words_of_turn(reply_terms(reply.text), ())
            _move_words(memory, parent.id, child_id, words)
    for touch in turn_store.turn_touches(memory, [prompt.number for prompt in prompts]):
        if touch.kind == FILE:
            moved = [(FILE, touch.key, file_name(touch.key))]
            store.add_touches(memory, child_id, moved, now=turns[-1].created)
            threads.remove_touch(memory, parent.id, FILE, touch.key)
    threads.drop_faint(memory, parent.id)
    return Topic(
        child_id,
        title=one_line(group.title or turns[0].text, TITLE),
        weight=CHILD_WEIGHT * parent.weight,
        origin=SPLIT,
        parent=parent.id,
        branch=parent.branch,
        turns=len(prompts),
        used=max(turn.created for turn in turns),
    )


def _move_words(memory: Database, source: str, target: str, counts: dict[str, float]) -> None:
    store.add_topic_terms(memory, target, counts)
    store.add_topic_terms(memory, source, {term: -count for term, count in counts.items()})


def _follow_split(memory: Database, project: str, parent: str) -> None:
    """Sessions whose last prompt left with a group are on its topic from now on."""
    for key in threads.sessions_at(memory, parent):
        for prompt in turn_store.session_prompts(memory, project, key, 1):
            threads.move_session(memory, project, key, parent, prompt.topic)
    newest = turn_store.newest_session(memory, project)
    place = store.place_of(memory, project, newest) if newest else None
    if place and place.topic and store.counters(memory, project).last_topic == parent:
        threads.set_last_topic(memory, project, place.topic)


def _child_id(parent: Topic, turns: Sequence[int]) -> str:
    return "t-" + digest(f"{parent.id} {list(turns)}", 5)


def archive(memory: Database, project: str, topic_id: str, settings: Settings) -> Step:
    """Remove a topic from the forest; its turns stay searchable, and a prompt may revive it."""
    topic = find_topic(memory, project, topic_id)
    if topic.is_protected:
        raise UsageError(f"{topic.id} is pinned or locked and cannot be archived")
    before = threads.snapshot(memory, project, [topic.id])
    forest = load_forest(memory, project, limits_of(settings).shape)
    forest.drop(topic.id)
    save_forest(memory, project, forest)
    store.archive(memory, project, [topic.id])
    after = _fingerprint(memory, project, [topic.id])
    return {"do": ARCHIVE, "ids": (topic.id,), "before": before, "after": after}


def set_weights(memory: Database, project: str, weights: dict[str, float]) -> Step:
    """Give topics these weights."""
    topics = store.topics_named(memory, project, weights)
    for topic in topics:
        store.save_topic(memory, project, topic._replace(weight=weights[topic.id]))
    before = {topic.id: topic.weight for topic in topics}
    return {"do": WEIGHTS, "before": before, "after": weights}


def unlock(memory: Database, project: str, topic_id: str) -> bool:
    """Allow a topic made by a split to be merged or archived; False if it was not locked."""
    topic = find_topic(memory, project, topic_id)
    store.save_topic(memory, project, topic._replace(lock=""))
    return bool(topic.lock)


def pin(memory: Database, project: str, pinned: Pin, current: str, *, now: int) -> Topic:
    """AS-4, ruling 50: pin a memory to the current topic, else to its own or a new one.

    A pinned topic weighs more and is never archived.
    """
    own_id = "t-" + digest(f"{project} {pinned.memory}", 5)
    topic_id = current or _pinned_topic(memory, project, pinned) or own_id
    before = store.topic(memory, project, topic_id)
    features = extract_features(pinned.text)
    topic = before or Topic(
        topic_id,
        status=ACTIVE,
        title=one_line(pinned.title, TITLE),
        terms=pinned.terms or features.words[:MOST_PIN_TERMS],
        origin=PIN,
        created=now,
    )
    topic = topic._replace(pinned=True, weight=pinned.weight, used=max(now, topic.used))
    store.save_topic(memory, project, topic)
    if before is None or current:
        turn = Turn(0, topic_id, PIN, pinned.text, now, PIN_SOURCE, features.words[:1])
        store.add_turn(memory, project, turn)
        store.add_topic_terms(memory, topic_id, term_counts(features))
    store.add_touches(memory, topic_id, [(MEMORY, pinned.memory, pinned.memory)], now=now)
    return topic


def _pinned_topic(memory: Database, project: str, pinned: Pin) -> str:
    """The pinned topic that has this memory already."""
    for topic_id in store.topics_touching(memory, project, MEMORY, pinned.memory):
        topic = store.topic(memory, project, topic_id)
        if topic is not None and topic.pinned:
            return topic_id
    return ""


def record_change(
    memory: Database, project: str, what: str, summary: str, steps: Iterable[Step], *, now: int
) -> None:
    """Record a change, so that `undo` can revert it."""
    threads.save_change(memory, project, what, summary, {"steps": list(steps)}, now=now)


def _fingerprint(memory: Database, project: str, ids: Sequence[str]) -> str:
    return fingerprint_of(threads.snapshot(memory, project, ids))


def fingerprint_of(snapshot: threads.Snapshot) -> str:
    """A digest of topics that tells whether they changed; ignores the numbers of nodes."""
    # That somebody looked a topic up is not a change of it.
    topics = [list(topic_from(values)._replace(recalls=0)) for values in snapshot["topics"]]
    nodes = sorted(
        [node.topic, node.depth, node.content, node.frequency, node.created, node.used]
        for node in map(node_from, snapshot["nodes"])
    )
    return digest(repr((topics, nodes)), 8)
