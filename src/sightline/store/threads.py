"""The steps that changes of whole topics consist of: moving turns, snapshots, undo, reset.

`topics.threads` decides which steps a merge, split, compaction or reset takes.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sightline.model.session import Node, SessionKey, TopicChange, Turn
from sightline.store import topics as topic_store
from sightline.store.sqlite.database import Database
from sightline.store.topic_rows import node_from, node_of, topic_from, turn_of

# Topics, nodes, transitions, sessions and the last topic, as rows that JSON can hold.
Snapshot = dict[str, Any]

# The tables of a forest that a reset sets aside. Rows of the first two groups keep their identity;
# rows of the last may exist again by the time the reset is undone, and are then added up.
_FOREST_TABLES = ("topic", "node", "turn", "guide")
_STEERING_TABLES = ("rating", "focus")
_COUNTER_TABLES = ("forest", "project_term", "session", "transition")


def snapshot(memory: Database, project: str, ids: Sequence[str]) -> Snapshot:
    """The current state of some topics, complete enough to restore them."""
    wanted = sorted(set(ids))
    return {
        "topics": [list(topic) for topic in topic_store.topics_named(memory, project, wanted)],
        "nodes": [list(node) for node in nodes_of(memory, wanted)],
        "transitions": [
            list(row)
            for row in memory.rows("threads.transitions_of", project=project, topics=wanted)
        ],
        "sessions": [list(row) for row in memory.rows("threads.sessions_at", topics=wanted)],
        "last": topic_store.counters(memory, project).last_topic,
    }


def restore(memory: Database, project: str, saved: Snapshot, ids: Sequence[str]) -> None:
    """Restore some topics to the state of a snapshot."""
    wanted = sorted(set(ids))
    memory.run("threads.remove_nodes_of", topics=wanted)
    memory.run("session.forget_transitions", project=project, topics=wanted)
    for values in saved["topics"]:
        topic_store.save_topic(memory, project, topic_from(values))
    insert_nodes(memory, project, [node_from(values) for values in saved["nodes"]])
    for source, target, count in saved["transitions"]:
        memory.run(
            "threads.add_transition", project=project, source=source, target=target, count=count
        )
    for agent, name, subagent, topic in saved["sessions"]:
        for before in wanted:
            move_session(memory, project, SessionKey(agent, name, subagent), before, topic)
    if topic_store.counters(memory, project).last_topic in wanted:
        memory.run("threads.set_last_topic", project=project, topic=saved["last"])


def all_touches(memory: Database, topics: Sequence[str]) -> dict[str, frozenset[tuple[str, str]]]:
    """The kind and key of everything each of these topics touched."""
    touches: dict[str, set[tuple[str, str]]] = {name: set() for name in topics}
    for name, kind, key, *_ in memory.rows("session.touches_of", topics=list(topics)):
        touches[name].add((kind, key))
    return {name: frozenset(keys) for name, keys in touches.items()}


def nodes_of(memory: Database, ids: Sequence[str]) -> list[Node]:
    """The forest nodes of some topics."""
    return [node_of(row) for row in memory.rows("threads.nodes_of", topics=list(ids))]


def insert_nodes(memory: Database, project: str, nodes: Iterable[Node]) -> None:
    """Insert nodes under new numbers; links to their parents are kept."""
    old_nodes = list(nodes)
    start = topic_store.next_node(memory)
    new_numbers = {node.number: start + offset for offset, node in enumerate(old_nodes)}
    new_nodes = [
        node._replace(number=new_numbers[node.number], parent=new_numbers.get(node.parent, 0))
        for node in old_nodes
    ]
    topic_store.save_nodes(memory, project, new_nodes, ())


def turn_numbers(memory: Database, topic: str) -> list[int]:
    """The numbers of a topic's turns, oldest first."""
    return [number for (number,) in memory.rows("threads.turn_numbers", topic=topic)]


def move_turns(memory: Database, project: str, numbers: Sequence[int], topic: str) -> None:
    """Move turns to a topic."""
    memory.run("threads.move_turns", project=project, numbers=list(numbers), topic=topic)


def move_session(memory: Database, project: str, key: SessionKey, before: str, topic: str) -> None:
    """Move a session from one topic to another."""
    memory.run(
        "threads.move_session", project=project, **key.identity(), before=before, topic=topic
    )


def sessions_at(memory: Database, topic: str) -> list[SessionKey]:
    """The sessions that are on a topic."""
    rows = memory.rows("threads.sessions_at", topics=[topic])
    return [SessionKey(agent, session, subagent) for agent, session, subagent, _ in rows]


def move_transitions(memory: Database, project: str, source: str, target: str) -> None:
    """Make the transitions to and from one topic those of another."""
    rows = memory.rows("threads.transitions_of", project=project, topics=[source])
    memory.run("session.forget_transitions", project=project, topics=[source])
    for origin, end, count in rows:
        memory.run(
            "threads.add_transition",
            project=project,
            source=target if origin == source else origin,
            target=target if end == source else end,
            count=count,
        )


def add_words_of(memory: Database, topic: str, other: str, factor: int) -> None:
    """Add the words and touches of another topic (factor 1), or subtract them (-1)."""
    memory.run("threads.add_terms_of", topic=topic, other=other, factor=factor)
    memory.run("threads.add_touches_of", topic=topic, other=other, factor=factor)
    drop_faint(memory, topic)


def remove_touch(memory: Database, topic: str, kind: str, key: str) -> None:
    """Count one touch of a topic less."""
    memory.run("threads.remove_touch", topic=topic, kind=kind, key=key)


def forget_touch(memory: Database, topic: str, kind: str, key: str) -> None:
    """Delete one touch of a topic."""
    memory.run("threads.forget_touch", topic=topic, kind=kind, key=key)


def drop_faint(memory: Database, topic: str) -> None:
    """Delete words and touches whose count dropped to zero."""
    memory.run("session.drop_faint_terms", topic=topic)
    memory.run("session.drop_faint_touches", topic=topic)


def forget_words_of(memory: Database, topic: str) -> None:
    """Delete the words and touches of a topic."""
    memory.run("threads.forget_terms_of", topic=topic)
    memory.run("threads.forget_touches_of", topic=topic)


def set_last_topic(memory: Database, project: str, topic: str) -> None:
    """Set the topic that a prompt without a session continues."""
    memory.run("threads.set_last_topic", project=project, topic=topic)


def rating_numbers(memory: Database, topic: str) -> list[int]:
    """The numbers of a topic's ratings, oldest first."""
    return [number for (number,) in memory.rows("threads.rating_numbers", topic=topic)]


def copy_ratings(memory: Database, source: str, target: str) -> None:
    """Give a topic the ratings of another one, too."""
    memory.run("threads.copy_ratings", topic=target, other=source)


def move_ratings(memory: Database, numbers: Sequence[int], topic: str) -> None:
    """Move ratings to another topic."""
    memory.run("threads.move_ratings", numbers=list(numbers), topic=topic)


def forget_ratings(memory: Database, numbers: Sequence[int]) -> None:
    """Delete ratings."""
    memory.run("threads.forget_ratings", numbers=list(numbers))


def move_focus(memory: Database, project: str, source: str, target: str) -> bool:
    """Move the focus on one topic to another, unless that has its own; False if it was not moved."""
    return memory.run("threads.move_focus", project=project, source=source, target=target) > 0


def save_change(
    memory: Database, project: str, what: str, summary: str, record: object, *, now: int
) -> int:
    """Save a change so that it can be undone; its number."""
    return memory.insert(
        "threads.keep_change",
        project=project,
        what=what,
        summary=summary,
        record=json.dumps(record),
        at=now,
    )


def describe_change(memory: Database, number: int, summary: str, record: object) -> None:
    """Complete a saved change."""
    memory.run("threads.describe_change", number=number, summary=summary, record=json.dumps(record))


def last_change(memory: Database, project: str, since: int) -> TopicChange | None:
    """The newest change that has not been undone."""
    row = memory.row("threads.last_change", project=project, since=since)
    if row is None:
        return None
    number, what, summary, record, at = row
    return TopicChange(number, what, summary, json.loads(record), at)


def mark_undone(memory: Database, number: int, now: int) -> None:
    """Mark a change as undone."""
    memory.run("threads.mark_undone", number=number, now=now)


def forget_old_changes(memory: Database, before: int) -> int:
    """Delete changes older than this, and the data that old resets set aside; how many."""
    rows = memory.rows("threads.old_changes", before=before)
    for number, what, record in rows:
        if what == "reset":
            _delete_aside(memory, json.loads(record)["aside"])
        memory.run("threads.forget_change", number=number)
    return len(rows)


def set_aside(memory: Database, project: str, aside: str, *, everything: bool = False) -> int:
    """Move a project's forest to another project name, out of use; how many turns.

    Pins, focus and ratings stay in place unless `everything` is moved.
    """
    moved = {
        table: memory.run(f"threads.rename@{table}", project=project, to=aside)
        for table in (*_FOREST_TABLES, *_COUNTER_TABLES)
    }
    if everything:
        for table in _STEERING_TABLES:
            memory.run(f"threads.rename@{table}", project=project, to=aside)
        return moved["turn"]
    pinned = [
        memory.run(f"threads.keep_pinned_{name}", project=project, aside=aside)
        for name in ("turns", "topics")
    ]
    return moved["turn"] - pinned[0]


def bring_back(memory: Database, project: str, aside: str) -> None:
    """Move a forest that was set aside back, and merge it with the current one."""
    for table in (*_FOREST_TABLES, *_STEERING_TABLES):
        memory.run(f"threads.rename@{table}", project=aside, to=project)
    for name in ("forest", "terms", "transitions", "sessions"):
        memory.run(f"threads.bring_back_{name}", project=project, aside=aside)
    for table in _COUNTER_TABLES:
        memory.run(f"threads.forget_rows@{table}", project=aside)


def _delete_aside(memory: Database, aside: str) -> None:
    memory.run("threads.forget_turn_words", project=aside)
    for table in ("topic_term", "topic_touch", "rating"):
        memory.run(f"threads.forget_of_topics@{table}", project=aside)
    for table in (*_FOREST_TABLES, *_STEERING_TABLES, *_COUNTER_TABLES):
        memory.run(f"threads.forget_rows@{table}", project=aside)


def remove_topic(memory: Database, topic: str) -> None:
    """Delete a topic without turns."""
    memory.run("session.remove_topic", id=topic)


def turns_with_topic(memory: Database, project: str, numbers: Sequence[int]) -> list[Turn]:
    """The turns among these that belong to this project and to a topic."""
    rows = memory.rows("threads.search_turns", project=project, numbers=list(numbers))
    return [turn_of(row) for row in rows]


def topics_saying(memory: Database, project: str, terms: Sequence[str], most: int) -> list[str]:
    """The topics with the most of these words."""
    rows = memory.rows("threads.topics_saying", project=project, terms=list(terms), most=most)
    return [topic for (topic,) in rows]


class TermSpread(NamedTuple):
    """How many topics a project has, and how many of them use each word."""

    topics: int
    by_term: dict[str, int]


def term_spread(memory: Database, project: str, terms: Sequence[str]) -> TermSpread:
    """In how many of a project's topics each of these words occurs."""
    total = int(memory.value("threads.count_topics", project=project))
    rows = memory.rows("threads.term_spread", project=project, terms=list(terms))
    return TermSpread(total, dict(rows))


def mark_recalled(memory: Database, topic: str) -> None:
    """Count that a topic was recalled."""
    memory.run("threads.recalled", id=topic)
