"""Reads and writes sessions, topics, turns and the working forest, in the memory database.

Text comes in redacted. What a prompt means is decided in `intent`; merging, splitting and taking
back is in `store.threads`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sightline.model.session import Focus, GuideLine, Node, SessionKey, Topic, Turn
from sightline.store.sqlite.database import Database, Row
from sightline.store.sqlite.fulltext import put_text

# The topics a prompt may go back to: these many used last, and all that stand in the forest.
MOST_TOPICS = 64


def counters(memory: Database, project: str) -> tuple[int, int, int, str, int, int]:
    """Prompts, new sessions, those that went on with a topic, last topic, first and last time."""
    row = memory.row("session.forest", project=project)
    return (row[0], row[1], row[2], row[3], row[4], row[5]) if row else (0, 0, 0, "", 0, 0)


def save_counters(
    memory: Database,
    project: str,
    *,
    prompts: int,
    starts: int,
    links: int,
    last_topic: str,
    now: int,
) -> None:
    """Write down the counters of a forest."""
    memory.run(
        "session.save_forest",
        project=project,
        prompts=prompts,
        starts=starts,
        links=links,
        last_topic=last_topic,
        created=now,
        updated=now,
    )


def place_of(memory: Database, project: str, key: SessionKey) -> tuple[str, str, bool] | None:
    """A session's topic, its branch, and whether its last prompt asked to leave; None if new."""
    row = memory.row("session.place", project=project, **_names(key))
    return (row[0], row[1], bool(row[2])) if row else None


def save_place(
    memory: Database,
    project: str,
    key: SessionKey,
    *,
    topic: str,
    branch: str,
    leaving: bool,
    now: int,
) -> None:
    """Write down where a session stands."""
    memory.run(
        "session.save_place",
        project=project,
        **_names(key),
        topic=topic,
        branch=branch,
        leaving=leaving,
        now=now,
    )


def nodes(memory: Database, project: str) -> list[Node]:
    """The working forest of a project."""
    return [node_of(row) for row in memory.rows("session.nodes", project=project)]


def next_node(memory: Database) -> int:
    """The number the next node gets."""
    return int(memory.value("session.next_node"))


def save_nodes(
    memory: Database, project: str, changed: Iterable[Node], removed: Iterable[int]
) -> None:
    """Write the nodes that changed and take out those that left."""
    if not memory.inside:
        with memory.transaction():
            save_nodes(memory, project, changed, removed)
        return
    rows = [node_row(project, node) for node in changed]
    if rows:
        memory.many("session.save_node", rows)
    if gone := sorted(removed):
        memory.run("session.remove_nodes", numbers=gone)


def candidates(memory: Database, project: str, planted: Sequence[str]) -> list[Topic]:
    """The topics a prompt may belong to, last used first; `planted` are those in the forest."""
    rows = memory.rows("session.topics", project=project, planted=planted, most=MOST_TOPICS)
    return [topic_of(row) for row in rows]


def topic(memory: Database, project: str, topic_id: str) -> Topic | None:
    """One topic, whatever its status."""
    row = memory.row("session.topic", project=project, id=topic_id)
    return topic_of(row) if row else None


def topics_of_status(memory: Database, project: str, status: str) -> list[Topic]:
    """All topics of one status, last used first."""
    rows = memory.rows("session.topics_of_status", project=project, status=status)
    return [topic_of(row) for row in rows]


def topics_named(memory: Database, project: str, ids: Iterable[str]) -> list[Topic]:
    """These topics, last used first."""
    rows = memory.rows("session.topics_named", project=project, ids=sorted(set(ids)))
    return [topic_of(row) for row in rows]


def save_topic(memory: Database, project: str, saved: Topic) -> None:
    """Write a topic as it is now."""
    values = saved._asdict()
    values["terms"] = " ".join(saved.terms)
    values["pinned"] = int(saved.pinned)
    memory.run("session.save_topic", project=project, **values)


def archive(memory: Database, project: str, ids: Sequence[str]) -> None:
    """These topics left the working forest, and the chain with it (FG-29)."""
    if ids:
        memory.run("session.archive", ids=list(ids))
        memory.run("session.forget_transitions", project=project, topics=list(ids))


def known_terms(
    memory: Database, topics: Sequence[str], terms: Sequence[str]
) -> dict[str, dict[str, float]]:
    """How often each topic says each of these words; topics that say none are left out."""
    found: dict[str, dict[str, float]] = {}
    if topics and terms:
        rows = memory.rows("session.topic_terms", topics=list(topics), terms=list(terms))
        for name, term, count in rows:
            found.setdefault(name, {})[term] = count
    return found


def all_terms(memory: Database, topics: Sequence[str]) -> dict[str, dict[str, float]]:
    """Everything each of these topics says."""
    found: dict[str, dict[str, float]] = {name: {} for name in topics}
    for name, term, count in memory.rows("session.all_topic_terms", topics=list(topics)):
        found[name][term] = count
    return found


def usual_terms(memory: Database, project: str, terms: Sequence[str]) -> dict[str, float]:
    """How often the project's prompts say these words."""
    rows = memory.rows("session.project_terms", project=project, terms=list(terms)) if terms else ()
    return dict(rows)


def add_terms(memory: Database, project: str, name: str, terms: Mapping[str, float]) -> None:
    """A turn of this topic said these words; the project's counts grow with it."""
    if terms:
        add_topic_terms(memory, name, terms)
        memory.run("session.add_project_terms", project=project, terms=dict(sorted(terms.items())))


def add_topic_terms(memory: Database, name: str, terms: Mapping[str, float]) -> None:
    """A topic says these words, or says them less (a negative count)."""
    memory.run("session.add_topic_terms", topic=name, terms=dict(sorted(terms.items())))


def named_by(
    memory: Database, kind: str, topics: Sequence[str], names: Iterable[str]
) -> dict[str, frozenset[str]]:
    """Which topics had to do with something of one of these names."""
    return _sets(memory.rows("session.named", kind=kind, topics=list(topics), names=sorted(names)))


def tickets_of(memory: Database, topics: Sequence[str]) -> dict[str, frozenset[str]]:
    """The tickets each topic named."""
    return _sets(memory.rows("session.tickets", topics=list(topics)))


def add_touches(
    memory: Database, name: str, touched: Iterable[tuple[str, str, str]], *, now: int
) -> None:
    """A topic had to do with these things: kind, key, and the name a prompt would use."""
    rows = [list(one) for one in touched]
    with memory.transaction(light=True):
        memory.run("session.add_touches", topic=name, touched=rows, now=now)


def touches(
    memory: Database, name: str, kind: str = "", most: int = 100
) -> list[tuple[str, str, int, int]]:
    """What a topic had to do with (kind, key, how often, when last), last used first."""
    rows = memory.rows("session.touches", topic=name, kind=kind, most=most)
    return [(row[0], row[1], row[2], row[3]) for row in rows]


def topics_touching(memory: Database, project: str, kind: str, name: str) -> list[str]:
    """The topics that had to do with one thing, last used first."""
    rows = memory.rows("session.topics_touching", project=project, kind=kind, name=name)
    return [row[0] for row in rows]


def add_turn(memory: Database, project: str, turn: Turn) -> int:
    """Keep what was said and make it findable; its number."""
    number = memory.insert(
        "session.add_turn",
        project=project,
        topic=turn.topic,
        role=turn.role,
        source=turn.source,
        text=turn.text,
        terms=" ".join(turn.terms),
        agent=turn.agent,
        session=turn.session,
        branch=turn.branch,
        created=turn.created,
    )
    put_text(memory, "turn", number, turn.text)
    return number


def settle_turns(memory: Database, project: str, key: SessionKey | None, name: str) -> int:
    """Turns of this session that said nothing belong to this topic; how many they were."""
    agent, session = (key.agent, key.session) if key else ("", "")
    return memory.run(
        "session.settle_turns", project=project, agent=agent, session=session, topic=name
    )


def turns(memory: Database, name: str) -> list[Turn]:
    """All turns of a topic, oldest first."""
    return [turn_of(row) for row in memory.rows("session.turns", topic=name)]


def last_turns(memory: Database, name: str, most: int, role: str = "") -> list[Turn]:
    """The last turns of a topic, newest first."""
    rows = memory.rows("session.last_turns", topic=name, role=role, most=most)
    return [turn_of(row) for row in rows]


def turns_named(memory: Database, project: str, numbers: Iterable[int]) -> list[Turn]:
    """These turns, oldest first."""
    rows = memory.rows("session.turns_named", project=project, numbers=sorted(set(numbers)))
    return [turn_of(row) for row in rows]


def count_transition(memory: Database, project: str, source: str, target: str) -> None:
    """One topic followed another."""
    memory.run("session.count_transition", project=project, source=source, target=target)


def transitions(
    memory: Database, project: str, source: str | None = None
) -> dict[str, dict[str, int]]:
    """The chain of a project, or its row for one topic."""
    if source is None:
        rows = memory.rows("session.transitions", project=project)
    else:
        rows = memory.rows("session.transitions_from", project=project, source=source)
    found: dict[str, dict[str, int]] = {}
    for origin, target, count in rows:
        found.setdefault(origin, {})[target] = count
    return found


def guide(memory: Database, project: str, most: int) -> list[GuideLine]:
    """The last replies, newest first."""
    rows = memory.rows("session.guide", project=project, most=most)
    return [GuideLine(row[0], row[1], row[2], row[3], bool(row[4]), row[5]) for row in rows]


def add_guide(
    memory: Database,
    project: str,
    summary: str,
    name: str,
    *,
    now: int,
    most: int,
    session: str = "",
) -> None:
    """Keep a reply as one line; the oldest beyond the limit leaves."""
    line = {"summary": summary, "topic": name, "created": now, "session": session}
    memory.run("session.add_guide", project=project, **line)
    memory.run("session.trim_guide", project=project, most=most)


def mark_reinforced(memory: Database, numbers: Sequence[int]) -> None:
    """These replies were weighed."""
    if numbers:
        memory.run("session.reinforced", numbers=list(numbers))


def focuses(memory: Database, project: str) -> list[Focus]:
    """What the agent asked to see more of."""
    rows = memory.rows("session.focuses", project=project)
    return [Focus(row[0], row[1], row[2]) for row in rows]


def set_focus(memory: Database, project: str, focus: Focus) -> None:
    """See more of this; the same topic again replaces its weight."""
    memory.run(
        "session.set_focus",
        project=project,
        wanted=focus.topic.lower(),
        topic=focus.topic,
        weight=focus.weight,
        set_at=focus.set_at,
    )


def remove_focus(memory: Database, project: str, wanted: str = "") -> int:
    """No longer more of this, or of anything; how many were removed."""
    return memory.run("session.remove_focus", project=project, wanted=wanted.lower())


def add_rating(
    memory: Database, project: str, name: str, useful: bool, reason: str, *, now: int
) -> None:
    """Whether what was shown of a topic was useful."""
    memory.run(
        "session.add_rating",
        project=project,
        topic=name,
        useful=int(useful),
        reason=reason,
        created=now,
    )


def ratings(memory: Database, topics: Sequence[str]) -> dict[str, list[bool]]:
    """The ratings of these topics, oldest first."""
    found: dict[str, list[bool]] = {}
    for name, useful in memory.rows("session.ratings", topics=list(topics)):
        found.setdefault(name, []).append(bool(useful))
    return found


def topic_of(row: Sequence[Any]) -> Topic:
    """A topic from the columns every query of topics has."""
    values = list(row)
    values[3] = tuple(values[3].split())
    values[5] = bool(values[5])
    return tuple.__new__(Topic, values)


def turn_of(row: Row) -> Turn:
    """A turn from the columns every query of turns has."""
    values = list(row)
    values[6] = tuple(values[6].split())
    return Turn(*values)


def node_of(row: Row) -> Node:
    """A node from the columns every query of nodes has."""
    values = list(row)
    for place in (5, 6, 10):
        values[place] = tuple(values[place].split())
    values[11] = bool(values[11])
    # A forest has a hundred of them: made without the checks of the constructor.
    return tuple.__new__(Node, values)


def node_row(project: str, node: Node) -> dict[str, object]:
    """The columns of a node."""
    return {
        **node._asdict(),
        "project": project,
        "stems": " ".join(node.stems),
        "words": " ".join(node.words),
        "sources": " ".join(node.sources),
        "indexed": int(node.indexed),
    }


def _names(key: SessionKey) -> dict[str, str]:
    return {"agent": key.agent, "session": key.session, "subagent": key.subagent}


def _sets(rows: list[Row]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for name, said in rows:
        found.setdefault(name, set()).add(said)
    return {name: frozenset(names) for name, names in found.items()}
