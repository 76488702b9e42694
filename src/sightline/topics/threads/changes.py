"""Changes to whole topics: merging, archiving, weighting, unlocking, pinning.

`splitting` splits them. Every function works in the caller's transaction and returns the step that
`undo` needs; no change loses a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from sightline.errors import UnknownName, UsageError
from sightline.model.session import (
    ACTIVE,
    ARCHIVED,
    MEMORY,
    MERGED,
    Topic,
    Turn,
)
from sightline.settings.load import Settings
from sightline.store import threads
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.store.topic_rows import node_from, topic_from
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.forest import Forest
from sightline.topics.placement import TITLE, term_counts
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.state import limits_of, load_forest, save_forest
from sightline.topics.steering import muted_topics
from sightline.topics.threads.topic_search import TopicMatch, topics_about

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
MOST_NEAREST = 3


class Pin(NamedTuple):
    """A pinned memory: its id and text, and the title, terms and weight of its topic."""

    memory: str
    text: str
    title: str
    terms: tuple[str, ...]
    weight: float


def find_topic(memory: Database, project: str, name: str) -> Topic:
    """The topic with this id or title, active or archived.

    Raises an error with the nearest ones, with all that the title may mean, or with what a merged
    topic became part of.
    """
    wanted = name.strip()
    if not wanted:
        raise UsageError("a thread is named by its id or title", hint="see: ai_recall")
    topic = store.topic(memory, project, wanted) or _topic_titled(memory, project, wanted)
    if topic is None:
        near = topics_about(memory, project, wanted, most=MOST_NEAREST)
        raise UnknownName("thread", name, nearest=_nearest(memory, project, wanted, near))
    if topic.status == MERGED:
        into = _absorber(memory, project, topic)
        raise UsageError(
            f"{topic.id} was merged already, into {_described(into)}", hint=f"use {into.id}"
        )
    return topic


def _topic_titled(memory: Database, project: str, title: str) -> Topic | None:
    """The topic with this title, else the only one whose title contains it."""
    topics = _topics_in_use(memory, project)
    wanted = title.casefold()
    matches = [topic for topic in topics if topic.title.casefold() == wanted]
    matches = matches or [topic for topic in topics if wanted in topic.title.casefold()]
    if len(matches) > 1:
        listed = " · ".join(_described(topic) for topic in matches[:MOST_NEAREST])
        raise UsageError(f"{len(matches)} threads are called {title!r}", hint=f"name one: {listed}")
    return matches[0] if matches else None


def _topics_in_use(memory: Database, project: str) -> list[Topic]:
    return [
        topic
        for status in (ACTIVE, ARCHIVED)
        for topic in store.topics_of_status(memory, project, status)
    ]


def _nearest(
    memory: Database, project: str, name: str, about: Sequence[TopicMatch]
) -> tuple[str, ...]:
    """Topics with a similar id or title, else those about the same, else the last ones used."""
    topics = {topic.id: topic for topic in _topics_in_use(memory, project)}
    by_name = {topic.title.casefold(): topic.id for topic in topics.values()}
    by_name |= {topic_id: topic_id for topic_id in topics}
    similar = get_close_matches(name.casefold(), by_name, n=MOST_NEAREST, cutoff=0.7)
    ids = [by_name[match] for match in similar] or [match.topic.id for match in about]
    ids = list(dict.fromkeys(ids or list(topics)[:MOST_NEAREST]))
    return tuple(_described(topics[topic_id]) for topic_id in ids if topic_id in topics)


def _absorber(memory: Database, project: str, topic: Topic) -> Topic:
    """The topic that a merged one is part of now."""
    while topic.status == MERGED:
        into = store.topic(memory, project, topic.merged_into)
        if into is None:
            break
        topic = into
    return topic


def _described(topic: Topic) -> str:
    return f"{topic.id} ({topic.title})" if topic.title else topic.id


def merge(
    memory: Database, project: str, survivor_id: str, absorbed_id: str, settings: Settings
) -> Step:
    """Merge one topic into another with all its turns; the absorbed one points to it."""
    survivor = find_topic(memory, project, survivor_id)
    absorbed = find_topic(memory, project, absorbed_id)
    _check_merge(survivor, absorbed)
    ids = (survivor.id, absorbed.id)
    before = threads.snapshot(memory, project, ids)
    ratings = _merge_ratings(memory, survivor.id, absorbed.id)
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
    focus = threads.move_focus(memory, project, absorbed.id, survivor.id)
    after = fingerprint(memory, project, ids)
    step = {"do": MERGE, "ids": ids, "before": before, "turns": turns, "after": after}
    return step | {"ratings": ratings, "focus": focus}


def _merge_ratings(memory: Database, survivor: str, absorbed: str) -> dict[str, Any]:
    """A merged topic counts as useless only if both were: the other one's part was never rated so.

    Returns the ratings that changed their topic, and whose they were.
    """
    muted = muted_topics(memory, (survivor, absorbed))
    if survivor not in muted:
        return {"of": survivor, "numbers": []}
    source, target = (absorbed, survivor) if absorbed in muted else (survivor, absorbed)
    numbers = threads.rating_numbers(memory, source)
    threads.move_ratings(memory, numbers, target)
    return {"of": source, "numbers": numbers}


def _check_merge(survivor: Topic, absorbed: Topic) -> None:
    if survivor.id == absorbed.id:
        raise UsageError("a thread cannot be merged into itself")
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
    after = fingerprint(memory, project, [topic.id])
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


def fingerprint(memory: Database, project: str, ids: Sequence[str]) -> str:
    """A digest of the current state of some topics."""
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
