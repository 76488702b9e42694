"""Splits a topic: its groups of turns become topics of their own, and one part keeps the id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sightline.errors import UsageError
from sightline.model.session import ACTIVE, ARCHIVED, FILE, PROMPT, REPLY, Topic, Turn
from sightline.settings.load import Settings
from sightline.store import threads
from sightline.store import topics as store
from sightline.store import turns as turn_store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.naming.titles import title_of
from sightline.topics.placement import TITLE, save_touches, term_counts
from sightline.topics.prompts.prompt_features import extract_features, file_name, reply_terms
from sightline.topics.settling import words_of_turn
from sightline.topics.state import limits_of, load_forest, save_forest
from sightline.topics.threads.changes import SPLIT, Step, find_topic, fingerprint
from sightline.topics.threads.split_groups import TurnGroup, group_named, share_named

# How many prompts a title may be taken from.
_TITLE_PROMPTS = 3
# The weight of a topic made by a split, as a share of its parent's weight.
CHILD_WEIGHT = 0.8


class Division(NamedTuple):
    """The part of a topic that keeps its id, and the groups of turns that leave."""

    stays: TurnGroup
    leaves: list[TurnGroup]


class Split(NamedTuple):
    """The step that `undo` needs, and the topics that a split made."""

    step: Step
    children: list[Topic]


def divide(topic: Topic, turns: Sequence[Turn], groups: Sequence[TurnGroup]) -> Division:
    """What a split into these groups does: they leave, and what none of them names stays.

    Of groups that name everything, the one that the topic's title names stays. Unknown turns are
    skipped.
    """
    existing = _existing_turns(turns, groups)
    if not existing:
        raise UsageError("no group names a turn of this thread", hint="propose first, then confirm")
    named = {number for group in existing for number in group.turns}
    rest = [turn for turn in turns if turn.number not in named]
    if any(turn.role != REPLY for turn in rest):
        title = _title_after(topic, rest, existing, turns)
        stays = TurnGroup(title, [turn.number for turn in rest])
        return Division(stays, [_titled(group, turns) for group in existing])
    if len(existing) == 1:
        raise UsageError(
            f"the group names every prompt of {topic.id}, so nothing would be split off",
            hint="name only the turns that should leave",
        )
    kept = existing.pop(group_named(topic.title, existing, turns))
    numbers = sorted((*kept.turns, *(turn.number for turn in rest)))
    stays = TurnGroup(one_line(kept.title or topic.title, TITLE), numbers)
    return Division(stays, [_titled(group, turns) for group in existing])


def _existing_turns(turns: Sequence[Turn], groups: Sequence[TurnGroup]) -> list[TurnGroup]:
    """The groups with the turns that exist, each turn once; empty groups are left out."""
    free = {turn.number for turn in turns}
    existing = []
    for group in groups:
        numbers = [number for number in dict.fromkeys(group.turns) if number in free]
        free.difference_update(numbers)
        if numbers:
            existing.append(TurnGroup(group.title, numbers))
    return existing


def _titled(group: TurnGroup, turns: Sequence[Turn]) -> TurnGroup:
    """The group under the title it was given, or else under one by its prompts."""
    members = set(group.turns)
    title = group.title or _title_of([turn for turn in turns if turn.number in members])
    return TurnGroup(one_line(title, TITLE), group.turns)


def _title_of(turns: Sequence[Turn]) -> str:
    """The title by the first prompts among these turns."""
    prompts = [turn.text for turn in turns if turn.role == PROMPT]
    return title_of(prompts[:_TITLE_PROMPTS]) if prompts else turns[0].text


def _title_after(
    topic: Topic, rest: Sequence[Turn], groups: Sequence[TurnGroup], turns: Sequence[Turn]
) -> str:
    """The title of what stays: the same if somebody gave it or if it names that best."""
    if topic.origin != PROMPT or not any(turn.role == PROMPT for turn in rest):
        return topic.title
    left = max(share_named(topic.title, group.turns, turns) for group in groups)
    if share_named(topic.title, [turn.number for turn in rest], turns) >= left:
        return topic.title
    return _title_of(rest)


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
    """Make locked topics of groups of a topic's turns, as `divide` says."""
    parent = find_topic(memory, project, topic_id)
    division = divide(parent, store.turns(memory, parent.id), groups)
    ids = (parent.id, *(_child_id(parent, group.turns) for group in division.leaves))
    before = threads.snapshot(memory, project, [parent.id])
    forest = load_forest(memory, project, limits_of(settings).shape)
    children = []
    for child_id, group in zip(ids[1:], division.leaves, strict=True):
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
        title=division.stays.title,
    )
    store.save_topic(memory, project, parent)
    _follow_split(memory, project, parent.id)
    copied = _copy_ratings(memory, parent.id, ids[1:])
    after = fingerprint(memory, project, ids)
    step = {"do": SPLIT, "ids": ids, "before": before, "after": after, "copied": copied}
    return Split(step | {"groups": [list(group.turns) for group in division.leaves]}, children)


def _copy_ratings(memory: Database, parent: str, children: Iterable[str]) -> list[int]:
    """What was said of a topic was said of each of its parts; the numbers of the copies."""
    copies: list[int] = []
    for child in children:
        threads.copy_ratings(memory, parent, child)
        copies += threads.rating_numbers(memory, child)
    return copies


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
        title=group.title,
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
