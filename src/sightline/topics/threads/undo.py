"""Takes the last change of topics back: exactly if nothing happened since, else without loss."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.model.session import ACTIVE, MERGED, Topic
from sightline.settings.load import Settings
from sightline.store import threads, topic_rows
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.formulas import DAY_MS
from sightline.topics.state import limits_of, load
from sightline.topics.threads.changes import (
    ARCHIVE,
    MERGE,
    RESET,
    SPLIT,
    WEIGHTS,
    Step,
    label_words,
    mark_of,
    save_forest,
)


def reset(
    memory: Database,
    project: str,
    *,
    now: int,
    everything: bool = False,
    memories: Sequence[str] = (),
) -> int:
    """Ruling 53: forest, chain and guide go out of use and wait for `undo`; how many turns.

    With `everything` pins, focus and ratings go too; `memories` are ids the caller took out of use.
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
    """The ids of memories that went with the change `undo` would take back."""
    change = threads.last_change(memory, project, _since(settings, now))
    return list(change.record.get("memories", ())) if change else []


def undo(memory: Database, project: str, settings: Settings, *, now: int) -> str:
    """Take back the newest change within the days it is kept; what it was, or nothing."""
    with memory.transaction():
        change = threads.last_change(memory, project, _since(settings, now))
        if change is None:
            return ""
        if change.what == RESET:
            threads.bring_back(memory, project, change.record["aside"])
        else:
            for step in reversed(change.record["steps"]):
                _take_back(memory, project, step, settings)
        threads.mark_undone(memory, change.number, now)
    return change.summary or change.what


def forget_old(memory: Database, settings: Settings, *, now: int) -> int:
    """What is older than the days of `undo` is final."""
    with memory.transaction():
        return threads.forget_old_changes(memory, _since(settings, now))


def _since(settings: Settings, now: int) -> int:
    return now - settings.integer("topics.undo_days") * DAY_MS


def _take_back(memory: Database, project: str, step: Step, settings: Settings) -> None:
    does = {MERGE: _unmerge, SPLIT: _unsplit, ARCHIVE: _unarchive, WEIGHTS: _unweigh}
    does[step["do"]](memory, project, step, settings)


def _quiet(memory: Database, project: str, step: Step) -> bool:
    """Whether these topics stand exactly as the change left them."""
    mark: str = step["after"]
    return mark_of(threads.snapshot(memory, project, step["ids"])) == mark


def _unmerge(memory: Database, project: str, step: Step, settings: Settings) -> None:
    survivor, absorbed = step["ids"]
    quiet = _quiet(memory, project, step)
    threads.move_turns(memory, project, step["turns"], absorbed)
    threads.add_words_of(memory, survivor, absorbed, -1)
    if quiet:
        threads.restore(memory, project, step["before"], step["ids"])
        return
    # Prompts came since: they stay with the survivor, what it took in goes back.
    forest = load(memory, project, limits_of(settings)).forest
    taken = set(step["turns"])
    for node in forest.tree(survivor):
        if forest.is_leaf(node.number) and node.turn in taken:
            forest.uproot(node.number)
    save_forest(memory, project, forest)
    nodes = [topic_rows.node_from(values) for values in step["before"]["nodes"]]
    threads.insert_nodes(memory, project, [node for node in nodes if node.topic == absorbed])
    back = next(t for t in _topics(step) if t.id == absorbed)
    store.save_topic(memory, project, back)
    now_there = store.topic(memory, project, survivor)
    if now_there is not None:
        left = now_there._replace(
            turns=now_there.turns - back.turns,
            terms=label_words(forest, survivor) or now_there.terms,
        )
        store.save_topic(memory, project, left)


def _unsplit(memory: Database, project: str, step: Step, settings: Settings) -> None:
    parent, *children = step["ids"]
    quiet = _quiet(memory, project, step)
    forest = load(memory, project, limits_of(settings)).forest
    grown = 0
    for child in children:
        known = store.topic(memory, project, child)
        grown += known.turns if known else 0
        threads.move_turns(memory, project, threads.turn_numbers(memory, child), parent)
        threads.add_words_of(memory, parent, child, 1)
        threads.forget_words_of(memory, child)
        forest.graft(child, parent)
        threads.move_transitions(memory, project, child, parent)
        for key in threads.sessions_at(memory, child):
            threads.move_session(memory, project, key, child, parent)
        if store.counters(memory, project).last_topic == child:
            threads.set_last_topic(memory, project, parent)
        threads.remove_topic(memory, child)
    if quiet:
        threads.restore(memory, project, step["before"], step["ids"])
        return
    save_forest(memory, project, forest)
    now_there = store.topic(memory, project, parent) or _topics(step)[0]
    whole = now_there._replace(
        status=ACTIVE if parent in forest.roots else now_there.status,
        turns=now_there.turns + grown,
        terms=label_words(forest, parent) or now_there.terms,
    )
    store.save_topic(memory, project, whole)


def _unarchive(memory: Database, project: str, step: Step, settings: Settings) -> None:
    (topic,) = step["ids"]
    known = store.topic(memory, project, topic)
    if known is None or known.status == MERGED:
        return
    if _quiet(memory, project, step):
        threads.restore(memory, project, step["before"], step["ids"])
    elif known.status != ACTIVE:
        store.save_topic(memory, project, known._replace(status=ACTIVE))


def _unweigh(memory: Database, project: str, step: Step, settings: Settings) -> None:
    for topic in store.topics_named(memory, project, step["before"]):
        if topic.weight == step["after"][topic.id]:
            store.save_topic(memory, project, topic._replace(weight=step["before"][topic.id]))


def _topics(step: Step) -> list[Topic]:
    return [topic_rows.topic_from(values) for values in step["before"]["topics"]]
