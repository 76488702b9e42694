"""What is done to whole topics: merging, splitting, archiving, clearing, each of it reversible.

Every function works in the caller's transaction or its own and returns the steps that `undo`
needs; nothing here loses a turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

from sightline.errors import UnknownName, UsageError
from sightline.model.session import ACTIVE, ARCHIVED, FILE, MERGED, PROMPT, TICKET, Topic
from sightline.settings.load import Settings
from sightline.store import threads
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.forest import Forest
from sightline.topics.growth import TITLE, term_counts
from sightline.topics.labels import bubbled
from sightline.topics.prompt_reader import read
from sightline.topics.state import limits_of, load

Step = dict[str, Any]

MERGE = "merge"
SPLIT = "split"
ARCHIVE = "archive"
WEIGHTS = "weights"
RESET = "reset"
# AS: what a topic made by a split weighs, of its parent's weight.
CHILD_WEIGHT = 0.8


def find(memory: Database, project: str, topic_id: str) -> Topic:
    """The topic of this id, in use or not; an error that names the nearest otherwise."""
    found = store.topic(memory, project, topic_id.strip())
    if found is None:
        planted = {node.topic for node in store.nodes(memory, project)}
        ids = [topic.id for topic in store.candidates(memory, project, sorted(planted))]
        near = tuple(get_close_matches(topic_id, ids, n=3, cutoff=0.4)) or tuple(ids[:3])
        raise UnknownName("thread", topic_id, nearest=near)
    return found


def merge(memory: Database, project: str, survivor: str, absorbed: str, settings: Settings) -> Step:
    """One topic takes in another with all its turns; the absorbed one points to it."""
    kept, taken = find(memory, project, survivor), find(memory, project, absorbed)
    _may_merge(kept, taken)
    ids = (kept.id, taken.id)
    before = threads.snapshot(memory, project, ids)
    turns = threads.turn_numbers(memory, taken.id)
    forest = load(memory, project, limits_of(settings)).forest
    forest.graft(taken.id, kept.id)
    save_forest(memory, project, forest)
    threads.move_turns(memory, project, turns, kept.id)
    threads.add_words_of(memory, kept.id, taken.id, 1)
    threads.move_transitions(memory, project, taken.id, kept.id)
    for key in threads.sessions_at(memory, taken.id):
        threads.move_session(memory, project, key, taken.id, kept.id)
    if before["last"] == taken.id:
        threads.set_last_topic(memory, project, kept.id)
    store.save_topic(memory, project, _merged(kept, taken, forest))
    store.save_topic(memory, project, taken._replace(status=MERGED, merged_into=kept.id, turns=0))
    after = _mark(memory, project, ids)
    return {"do": MERGE, "ids": ids, "before": before, "turns": turns, "after": after}


def _may_merge(survivor: Topic, absorbed: Topic) -> None:
    if survivor.id == absorbed.id:
        raise UsageError("a thread cannot be merged into itself")
    for topic in (survivor, absorbed):
        if topic.status == MERGED:
            raise UsageError(f"{topic.id} was merged already", hint=f"use {topic.merged_into}")
    if absorbed.kept:
        why = "pinned" if absorbed.pinned else f"locked ({absorbed.lock})"
        raise UsageError(
            f"{absorbed.id} is {why} and cannot be absorbed",
            hint="swap the two, or release it with ai_unlock",
        )


def _merged(survivor: Topic, absorbed: Topic, forest: Forest) -> Topic:
    # Ruling 31: the cap of 1.0 is for this automatic boost, not for what a pin gave.
    heavier = max(survivor.weight, absorbed.weight)
    return survivor._replace(
        status=ACTIVE if survivor.id in forest.roots else survivor.status,
        terms=label_words(forest, survivor.id) or survivor.terms,
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
    groups: Sequence[tuple[str, Sequence[int]]],
    lock: str,
    settings: Settings,
    *,
    now: int,
) -> tuple[Step, list[Topic]]:
    """Groups of a topic's turns become topics of their own, locked; unknown turns are skipped."""
    parent = find(memory, project, topic_id)
    if parent.status == MERGED:
        raise UsageError(f"{parent.id} was merged already", hint=f"use {parent.merged_into}")
    chosen = _chosen(memory, parent, groups)
    if not chosen:
        raise UsageError("no group names a turn of this thread", hint="propose first, then confirm")
    names = [_child_id(parent, turns) for _, turns in chosen]
    ids = (parent.id, *names)
    before = threads.snapshot(memory, project, [parent.id])
    forest = load(memory, project, limits_of(settings)).forest
    children = []
    for name, (title, turns) in zip(names, chosen, strict=True):
        forest.extract(parent.id, turns, name)
        children.append(_child(memory, project, parent, name, title, turns, lock, forest, now))
    save_forest(memory, project, forest)
    gone = parent.id not in forest.roots
    left = parent.turns - sum(child.turns for child in children)
    status = ARCHIVED if gone and parent.status == ACTIVE else parent.status
    terms = label_words(forest, parent.id) or parent.terms
    store.save_topic(memory, project, parent._replace(status=status, turns=left, terms=terms))
    after = _mark(memory, project, ids)
    step = {"do": SPLIT, "ids": ids, "before": before, "after": after}
    return step | {"groups": [list(turns) for _, turns in chosen]}, children


def _chosen(
    memory: Database, parent: Topic, groups: Sequence[tuple[str, Sequence[int]]]
) -> list[tuple[str, list[int]]]:
    """The groups with the turns that are there, each turn once; empty ones left out."""
    free = set(threads.turn_numbers(memory, parent.id))
    chosen = []
    for title, wanted in groups:
        turns = [number for number in dict.fromkeys(wanted) if number in free]
        free -= set(turns)
        if turns:
            chosen.append((title, turns))
    return chosen


def _child(
    memory: Database,
    project: str,
    parent: Topic,
    name: str,
    title: str,
    numbers: Sequence[int],
    lock: str,
    forest: Forest,
    now: int,
) -> Topic:
    turns = store.turns_named(memory, project, numbers)
    threads.move_turns(memory, project, numbers, name)
    for turn in turns:
        if turn.role != PROMPT:
            continue
        reading = read(turn.text)
        counts = term_counts(reading)
        store.add_topic_terms(memory, name, counts)
        store.add_topic_terms(memory, parent.id, {term: -count for term, count in counts.items()})
        touched = [(TICKET, ticket, ticket) for ticket in sorted(reading.tickets)]
        touched += [(FILE, file, file) for file in sorted(reading.files)]
        store.add_touches(memory, name, touched, now=turn.created)
    threads.drop_faint(memory, parent.id)
    child = Topic(
        name,
        status=ACTIVE if name in forest.roots else ARCHIVED,
        title=one_line(title or turns[0].text, TITLE),
        terms=label_words(forest, name),
        weight=CHILD_WEIGHT * parent.weight,
        lock=lock,
        origin=SPLIT,
        parent=parent.id,
        branch=parent.branch,
        turns=sum(1 for turn in turns if turn.role == PROMPT),
        created=now,
        used=max(turn.created for turn in turns),
    )
    store.save_topic(memory, project, child)
    return child


def _child_id(parent: Topic, turns: Sequence[int]) -> str:
    return "t-" + digest(f"{parent.id} {list(turns)}", 5)


def archive(memory: Database, project: str, topic_id: str, settings: Settings) -> Step:
    """A topic leaves the forest; its turns stay searchable, and a prompt may bring it back."""
    topic = find(memory, project, topic_id)
    if topic.kept:
        raise UsageError(f"{topic.id} is pinned or locked and is not archived")
    before = threads.snapshot(memory, project, [topic.id])
    forest = load(memory, project, limits_of(settings)).forest
    forest.drop(topic.id)
    save_forest(memory, project, forest)
    store.archive(memory, project, [topic.id])
    after = _mark(memory, project, [topic.id])
    return {"do": ARCHIVE, "ids": (topic.id,), "before": before, "after": after}


def weigh(memory: Database, project: str, weights: dict[str, float]) -> Step:
    """Topics get these weights."""
    topics = store.topics_named(memory, project, weights)
    for topic in topics:
        store.save_topic(memory, project, topic._replace(weight=weights[topic.id]))
    before = {topic.id: topic.weight for topic in topics}
    return {"do": WEIGHTS, "before": before, "after": weights}


def unlock(memory: Database, project: str, topic_id: str) -> bool:
    """A topic made by a split may be merged and archived again; False when it was not locked."""
    topic = find(memory, project, topic_id)
    store.save_topic(memory, project, topic._replace(lock=""))
    return bool(topic.lock)


def label_words(forest: Forest, topic: str) -> tuple[str, ...]:
    """The words of a topic's label, in the forms people wrote."""
    if topic not in forest.roots:
        return ()
    root = forest.root(topic)
    return bubbled([root], forest.shape.label_terms)[1] if root.indexed else root.words


def keep(
    memory: Database, project: str, what: str, summary: str, steps: Iterable[Step], *, now: int
) -> None:
    """Remember what was done so that `undo` can take it back."""
    threads.save_change(memory, project, what, summary, {"steps": list(steps)}, now=now)


def save_forest(memory: Database, project: str, forest: Forest) -> None:
    """Write what changed in a forest."""
    changed = [forest.nodes[number] for number in sorted(forest.changed)]
    store.save_nodes(memory, project, changed, forest.removed)


def _mark(memory: Database, project: str, ids: Sequence[str]) -> str:
    """What tells later whether anything happened to these topics since."""
    return mark_of(threads.snapshot(memory, project, ids))


def mark_of(image: threads.Snapshot) -> str:
    """The same for the same state, whatever numbers its nodes have."""
    topics = [list(values) for values in image["topics"]]
    nodes = sorted([node[1], *node[3:5], *node[7:10]] for node in map(list, image["nodes"]))
    return digest(repr((topics, nodes)), 8)
