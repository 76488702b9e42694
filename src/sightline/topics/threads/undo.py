"""Reverts the last change of topics: exactly if nothing happened since, else without loss."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.model.session import ACTIVE, MERGED, Topic
from sightline.settings.load import Settings
from sightline.store import threads, topic_rows
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.scores import DAY_MS
from sightline.topics.state import limits_of, load_forest, save_forest
from sightline.topics.threads.changes import (
    ARCHIVE,
    MERGE,
    RESET,
    SPLIT,
    WEIGHTS,
    Step,
    fingerprint,
)


def reset(
    memory: Database,
    project: str,
    *,
    now: int,
    everything: bool = False,
    memories: Sequence[str] = (),
) -> int:
    """Ruling 53: set forest, transitions and guide aside until `undo`; returns how many turns.

    `everything` includes pins, focus and ratings; `memories` are ids that the caller removed.
    """
    with memory.transaction():
        number = threads.save_change(memory, project, RESET, "", {}, now=now)
        aside = f"aside:{number}"
        turns = threads.set_aside(memory, project, aside, everything=everything)
        record = {"aside": aside, "memories": list(memories)}
        threads.describe_change(memory, number, f"reset of {turns} turns", record)
    return turns


def forgotten_memories(
    memory: Database, project: str, settings: Settings, *, now: int
) -> list[str]:
    """The ids of memories that were removed with the change that `undo` would revert."""
    change = threads.last_change(memory, project, _since(settings, now))
    return list(change.record.get("memories", ())) if change else []


def undo(memory: Database, project: str, settings: Settings, *, now: int) -> str:
    """Revert the newest change that is recent enough; returns its summary, or nothing."""
    with memory.transaction():
        change = threads.last_change(memory, project, _since(settings, now))
        if change is None:
            return ""
        if change.what == RESET:
            threads.bring_back(memory, project, change.record["aside"])
        else:
            for step in reversed(change.record["steps"]):
                _revert(memory, project, step, settings)
        threads.mark_undone(memory, change.number, now)
    return change.summary or change.what


def forget_old(memory: Database, settings: Settings, *, now: int) -> int:
    """Delete the records of changes that are too old for `undo`."""
    with memory.transaction():
        return threads.forget_old_changes(memory, _since(settings, now))


def _since(settings: Settings, now: int) -> int:
    return now - settings.integer("topics.undo_days") * DAY_MS


def _revert(memory: Database, project: str, step: Step, settings: Settings) -> None:
    reverts = {MERGE: _unmerge, SPLIT: _unsplit, ARCHIVE: _unarchive, WEIGHTS: _restore_weights}
    reverts[step["do"]](memory, project, step, settings)


def _is_unchanged(memory: Database, project: str, step: Step) -> bool:
    """Whether these topics are exactly as the change left them."""
    after: str = step["after"]
    return fingerprint(memory, project, step["ids"]) == after


def _unmerge(memory: Database, project: str, step: Step, settings: Settings) -> None:
    survivor, absorbed = step["ids"]
    unchanged = _is_unchanged(memory, project, step)
    threads.move_turns(memory, project, step["turns"], absorbed)
    threads.add_words_of(memory, survivor, absorbed, -1)
    # Records of earlier versions have neither.
    ratings = step.get("ratings", {"of": survivor, "numbers": []})
    threads.move_ratings(memory, ratings["numbers"], ratings["of"])
    if step.get("focus"):
        threads.move_focus(memory, project, survivor, absorbed)
    if unchanged:
        threads.restore(memory, project, step["before"], step["ids"])
        return
    # Newer prompts stay with the survivor; the absorbed ones go back.
    forest = load_forest(memory, project, limits_of(settings).shape)
    absorbed_turns = set(step["turns"])
    for node in forest.tree(survivor):
        if forest.is_leaf(node.number) and node.turn in absorbed_turns:
            forest.uproot(node.number)
    save_forest(memory, project, forest)
    nodes = [topic_rows.node_from(values) for values in step["before"]["nodes"]]
    threads.insert_nodes(memory, project, [node for node in nodes if node.topic == absorbed])
    restored = next(t for t in _topics_before(step) if t.id == absorbed)
    store.save_topic(memory, project, restored)
    topic = store.topic(memory, project, survivor)
    if topic is not None:
        topic = topic._replace(
            turns=topic.turns - restored.turns,
            terms=forest.label_words(survivor) or topic.terms,
        )
        store.save_topic(memory, project, topic)


def _unsplit(memory: Database, project: str, step: Step, settings: Settings) -> None:
    parent, *children = step["ids"]
    unchanged = _is_unchanged(memory, project, step)
    forest = load_forest(memory, project, limits_of(settings).shape)
    threads.forget_ratings(memory, step.get("copied", ()))
    parts = store.topics_named(memory, project, children)
    for child in children:
        forest.graft(child, parent)
        _return_to_parent(memory, project, child, parent)
    if unchanged:
        threads.restore(memory, project, step["before"], step["ids"])
        return
    save_forest(memory, project, forest)
    (before,) = _topics_before(step)
    topic = store.topic(memory, project, parent) or before
    # A pin on a part is a pin on what the part belongs to.
    pins = [part.weight for part in parts if part.pinned]
    topic = topic._replace(
        status=ACTIVE if parent in forest.roots else topic.status,
        title=before.title,
        turns=topic.turns + sum(part.turns for part in parts),
        terms=forest.label_words(parent) or topic.terms,
        pinned=topic.pinned or bool(pins),
        weight=max([topic.weight, *pins]),
        used=max([topic.used, *(part.used for part in parts)]),
    )
    store.save_topic(memory, project, topic)


def _return_to_parent(memory: Database, project: str, child: str, parent: str) -> None:
    """Everything said in a part of a split, and of it, is the parent's again."""
    threads.move_turns(memory, project, threads.turn_numbers(memory, child), parent)
    threads.add_words_of(memory, parent, child, 1)
    threads.forget_words_of(memory, child)
    threads.move_transitions(memory, project, child, parent)
    for key in threads.sessions_at(memory, child):
        threads.move_session(memory, project, key, child, parent)
    if store.counters(memory, project).last_topic == child:
        threads.set_last_topic(memory, project, parent)
    threads.move_ratings(memory, threads.rating_numbers(memory, child), parent)
    if not threads.move_focus(memory, project, child, parent):
        store.remove_focus(memory, project, child)
    threads.remove_topic(memory, child)


def _unarchive(memory: Database, project: str, step: Step, settings: Settings) -> None:
    (topic_id,) = step["ids"]
    topic = store.topic(memory, project, topic_id)
    if topic is None or topic.status == MERGED:
        return
    if _is_unchanged(memory, project, step):
        threads.restore(memory, project, step["before"], step["ids"])
    elif topic.status != ACTIVE:
        nodes = [topic_rows.node_from(values) for values in step["before"]["nodes"]]
        threads.insert_nodes(memory, project, nodes)
        store.save_topic(memory, project, topic._replace(status=ACTIVE))


def _restore_weights(memory: Database, project: str, step: Step, settings: Settings) -> None:
    for topic in store.topics_named(memory, project, step["before"]):
        if topic.weight == step["after"][topic.id]:
            store.save_topic(memory, project, topic._replace(weight=step["before"][topic.id]))


def _topics_before(step: Step) -> list[Topic]:
    return [topic_rows.topic_from(values) for values in step["before"]["topics"]]
