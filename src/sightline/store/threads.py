"""Changes of whole topics: moving turns, keeping what was, taking it back, setting it aside.

What a change means is decided in `intent.threads`; here are its single steps.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from sightline.model.session import Node, Topic, Turn
from sightline.store import topics as session
from sightline.store.sqlite.database import Database
from sightline.store.topics import node_of, topic_of, turn_of

# Rows as JSON can hold them: topics, nodes, transitions, sessions, and the last topic.
Image = dict[str, Any]

# Everything of a forest that a reset sets aside.
_ASIDE = ("topic", "node", "turn", "guide")
_STEERING = ("rating", "focus")
_ASIDE_COUNTED = ("forest", "project_term", "session", "transition")


def image(memory: Database, project: str, ids: Sequence[str]) -> Image:
    """How some topics stand now, whole enough to put them back."""
    wanted = sorted(set(ids))
    return {
        "topics": [list(t) for t in session.topics_named(memory, project, wanted)],
        "nodes": [list(node) for node in nodes_of(memory, wanted)],
        "transitions": [
            list(row)
            for row in memory.rows("threads.transitions_of", project=project, topics=wanted)
        ],
        "sessions": [list(row) for row in memory.rows("threads.sessions_at", topics=wanted)],
        "last": session.counters(memory, project)[3],
    }


def put_back(memory: Database, project: str, kept: Image, ids: Sequence[str]) -> None:
    """Some topics stand again as they did."""
    wanted = sorted(set(ids))
    memory.run("threads.remove_nodes_of", topics=wanted)
    memory.run("session.forget_transitions", project=project, topics=wanted)
    for values in kept["topics"]:
        session.save_topic(memory, project, topic_from(values))
    insert_nodes(memory, project, [node_from(values) for values in kept["nodes"]])
    for source, target, count in kept["transitions"]:
        memory.run(
            "threads.add_transition", project=project, source=source, target=target, count=count
        )
    for agent, name, subagent, topic in kept["sessions"]:
        for before in wanted:
            move_session(memory, project, (agent, name, subagent), before, topic)
    if session.counters(memory, project)[3] in wanted:
        memory.run("threads.set_last_topic", project=project, topic=kept["last"])


def all_touches(memory: Database, topics: Sequence[str]) -> dict[str, frozenset[tuple[str, str]]]:
    """The kind and key of everything each of these topics had to do with."""
    found: dict[str, set[tuple[str, str]]] = {name: set() for name in topics}
    for name, kind, key, *_ in memory.rows("session.touches_of", topics=list(topics)):
        found[name].add((kind, key))
    return {name: frozenset(keys) for name, keys in found.items()}


def nodes_of(memory: Database, ids: Sequence[str]) -> list[Node]:
    """The forest nodes of some topics."""
    return [node_of(row) for row in memory.rows("threads.nodes_of", topics=list(ids))]


def insert_nodes(memory: Database, project: str, nodes: Iterable[Node]) -> None:
    """Put nodes back under numbers that are free now."""
    kept = list(nodes)
    start = session.next_node(memory)
    renumbered = {node.number: start + place for place, node in enumerate(kept)}
    rows = [
        node._replace(number=renumbered[node.number], parent=renumbered.get(node.parent, 0))
        for node in kept
    ]
    session.save_nodes(memory, project, rows, ())


def turn_numbers(memory: Database, topic: str) -> list[int]:
    """The turns of a topic, oldest first."""
    return [row[0] for row in memory.rows("threads.turn_numbers", topic=topic)]


def move_turns(memory: Database, project: str, numbers: Sequence[int], topic: str) -> None:
    """These turns belong to this topic."""
    memory.run("threads.move_turns", project=project, numbers=list(numbers), topic=topic)


def move_session(
    memory: Database, project: str, key: tuple[str, str, str], before: str, topic: str
) -> None:
    """A session that stands at one topic stands at another."""
    agent, name, subagent = key
    memory.run(
        "threads.move_session",
        project=project,
        agent=agent,
        session=name,
        subagent=subagent,
        before=before,
        topic=topic,
    )


def sessions_at(memory: Database, topic: str) -> list[tuple[str, str, str]]:
    """The sessions that stand at a topic."""
    rows = memory.rows("threads.sessions_at", topics=[topic])
    return [(row[0], row[1], row[2]) for row in rows]


def move_transitions(memory: Database, project: str, source: str, target: str) -> None:
    """What followed or led to one topic follows or leads to another from now on."""
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
    """One topic says and touches what another does as well (1), or no longer (-1)."""
    memory.run("threads.add_terms_of", topic=topic, other=other, factor=factor)
    memory.run("threads.add_touches_of", topic=topic, other=other, factor=factor)
    drop_faint(memory, topic)


def drop_faint(memory: Database, topic: str) -> None:
    """Words and things whose count went to nothing are forgotten."""
    memory.run("session.drop_faint_terms", topic=topic)
    memory.run("session.drop_faint_touches", topic=topic)


def forget_words_of(memory: Database, topic: str) -> None:
    """A topic says and touches nothing any more."""
    memory.run("threads.forget_terms_of", topic=topic)
    memory.run("threads.forget_touches_of", topic=topic)


def set_last_topic(memory: Database, project: str, topic: str) -> None:
    """The topic a prompt without a session goes on with."""
    memory.run("threads.set_last_topic", project=project, topic=topic)


def keep_change(
    memory: Database, project: str, what: str, summary: str, record: object, *, now: int
) -> int:
    """Remember a change so that it can be taken back; its number."""
    return memory.insert(
        "threads.keep_change",
        project=project,
        what=what,
        summary=summary,
        record=json.dumps(record),
        at=now,
    )


def describe_change(memory: Database, number: int, summary: str, record: object) -> None:
    """Complete what is remembered of a change."""
    memory.run("threads.describe_change", number=number, summary=summary, record=json.dumps(record))


def last_change(
    memory: Database, project: str, since: int
) -> tuple[int, str, str, dict[str, Any], int] | None:
    """The newest change not taken back: number, what, summary, record, when."""
    row = memory.row("threads.last_change", project=project, since=since)
    return (row[0], row[1], row[2], json.loads(row[3]), row[4]) if row else None


def changes(
    memory: Database, project: str, since: int, most: int = 20
) -> list[tuple[int, str, str, int]]:
    """What can be taken back, newest first: number, what, summary, when."""
    rows = memory.rows("threads.changes", project=project, since=since, most=most)
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def mark_undone(memory: Database, number: int, now: int) -> None:
    """A change was taken back."""
    memory.run("threads.mark_undone", number=number, now=now)


def forget_old_changes(memory: Database, before: int) -> int:
    """Changes older than this are final; what a reset set aside then is deleted. How many."""
    rows = memory.rows("threads.old_changes", before=before)
    for number, what, record in rows:
        if what == "reset":
            _delete_aside(memory, json.loads(record)["aside"])
        memory.run("threads.forget_change", number=number)
    return len(rows)


def set_aside(memory: Database, project: str, aside: str, *, everything: bool = False) -> int:
    """A project's forest goes out of use under another name; how many turns.

    Pins, focus and ratings stay, unless it is to be everything.
    """
    moved = {
        table: memory.run(f"threads.rename@{table}", project=project, to=aside)
        for table in (*_ASIDE, *_ASIDE_COUNTED)
    }
    if everything:
        for table in _STEERING:
            memory.run(f"threads.rename@{table}", project=project, to=aside)
        return moved["turn"]
    pinned = [
        memory.run(f"threads.keep_pinned_{name}", project=project, aside=aside)
        for name in ("turns", "topics")
    ]
    return moved["turn"] - pinned[0]


def bring_back(memory: Database, project: str, aside: str) -> None:
    """What was set aside is in use again, beside what came since."""
    for table in (*_ASIDE, *_STEERING):
        memory.run(f"threads.rename@{table}", project=aside, to=project)
    for name in ("forest", "terms", "transitions", "sessions"):
        memory.run(f"threads.bring_back_{name}", project=project, aside=aside)
    for table in _ASIDE_COUNTED:
        memory.run(f"threads.forget_rows@{table}", project=aside)


def _delete_aside(memory: Database, aside: str) -> None:
    memory.run("threads.forget_turn_words", project=aside)
    for table in ("topic_term", "topic_touch", "rating"):
        memory.run(f"threads.forget_of_topics@{table}", project=aside)
    for table in (*_ASIDE, *_STEERING, *_ASIDE_COUNTED):
        memory.run(f"threads.forget_rows@{table}", project=aside)


def remove_topic(memory: Database, topic: str) -> None:
    """Forget a topic none of whose turns is left."""
    memory.run("session.remove_topic", id=topic)


def found_turns(memory: Database, project: str, numbers: Sequence[int]) -> list[Turn]:
    """Those of the found turns that belong to this project and to a topic."""
    rows = memory.rows("threads.search_turns", project=project, numbers=list(numbers))
    return [turn_of(row) for row in rows]


def topics_saying(memory: Database, project: str, terms: Sequence[str], most: int) -> list[str]:
    """The topics that say most of these words."""
    rows = memory.rows("threads.topics_saying", project=project, terms=list(terms), most=most)
    return [row[0] for row in rows]


def spread(memory: Database, project: str, terms: Sequence[str]) -> tuple[int, dict[str, int]]:
    """How many topics there are, and how many of them say each word."""
    total = int(memory.value("threads.count_topics", project=project))
    return total, dict(memory.rows("threads.term_spread", project=project, terms=list(terms)))


def mark_recalled(memory: Database, topic: str) -> None:
    """A topic was asked for."""
    memory.run("threads.recalled", id=topic)


def topic_from(values: Sequence[Any]) -> Topic:
    """A topic from a kept image."""
    return topic_of([*values[:3], " ".join(values[3]), *values[4:]])


def node_from(values: Sequence[Any]) -> Node:
    """A node from a kept image."""
    whole: list[Any] = [tuple(value) if isinstance(value, list) else value for value in values]
    return Node(*whole)
