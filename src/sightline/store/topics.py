"""Reads and writes sessions, topics, turns and the working forest, in the memory database.

Text is redacted by the caller, and `topics` decides what a prompt means; the steps of merging,
splitting and undoing are in `store.threads`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sightline.model.session import (
    Focus,
    ForestCounters,
    GuideLine,
    Node,
    SessionKey,
    SessionPlace,
    Topic,
    Touch,
    Turn,
)
from sightline.store.sqlite.database import Database, Row
from sightline.store.sqlite.fulltext import put_text
from sightline.store.topic_rows import node_of, node_row, topic_of, turn_of

# A prompt may return to this many of the last used topics, and to all topics in the forest.
MOST_TOPICS = 64


def counters(memory: Database, project: str) -> ForestCounters:
    """The counters of a project's forest."""
    row = memory.row("session.forest", project=project)
    return ForestCounters._make(row) if row else ForestCounters()


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
    """Save the counters of a forest."""
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


def place_of(memory: Database, project: str, key: SessionKey) -> SessionPlace | None:
    """The topic and branch a session is on; None if it is new."""
    row = memory.row("session.place", project=project, **key.identity())
    if row is None:
        return None
    topic, branch, leaving, *_ = row
    return SessionPlace(topic, branch, bool(leaving))


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
    """Save the topic and branch a session is on."""
    memory.run(
        "session.save_place",
        project=project,
        **key.identity(),
        topic=topic,
        branch=branch,
        leaving=leaving,
        now=now,
    )


def nodes(memory: Database, project: str) -> list[Node]:
    """The working forest of a project."""
    return [node_of(row) for row in memory.rows("session.nodes", project=project)]


def next_node(memory: Database) -> int:
    """The number for the next node."""
    return int(memory.value("session.next_node"))


def save_nodes(
    memory: Database, project: str, changed: Iterable[Node], removed: Iterable[int]
) -> None:
    """Write the changed nodes and delete the removed ones."""
    if not memory.inside:
        with memory.transaction():
            save_nodes(memory, project, changed, removed)
        return
    rows = [node_row(project, node) for node in changed]
    if rows:
        memory.many("session.save_node", rows)
    if numbers := sorted(removed):
        memory.run("session.remove_nodes", numbers=numbers)


def candidates(memory: Database, project: str, planted: Sequence[str]) -> list[Topic]:
    """The topics a prompt may belong to, last used first; `planted` are the topics in the forest."""
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
    """Insert or update a topic."""
    values = saved._asdict()
    values["terms"] = " ".join(saved.terms)
    values["pinned"] = int(saved.pinned)
    memory.run("session.save_topic", project=project, **values)


def archive(memory: Database, project: str, ids: Sequence[str]) -> None:
    """Archive topics that left the working forest, and drop their transitions (FG-29)."""
    if ids:
        memory.run("session.archive", ids=list(ids))
        memory.run("session.forget_transitions", project=project, topics=list(ids))


def known_terms(
    memory: Database, topics: Sequence[str], terms: Sequence[str]
) -> dict[str, dict[str, float]]:
    """How often each topic has each of these words; topics with none of them are left out."""
    counts: dict[str, dict[str, float]] = {}
    if topics and terms:
        rows = memory.rows("session.topic_terms", topics=list(topics), terms=list(terms))
        for name, term, count in rows:
            counts.setdefault(name, {})[term] = count
    return counts


def all_terms(memory: Database, topics: Sequence[str]) -> dict[str, dict[str, float]]:
    """All words of each of these topics, with their counts."""
    counts: dict[str, dict[str, float]] = {name: {} for name in topics}
    for name, term, count in memory.rows("session.all_topic_terms", topics=list(topics)):
        counts[name][term] = count
    return counts


def usual_terms(memory: Database, project: str, terms: Sequence[str]) -> dict[str, float]:
    """How often the project's prompts use these words."""
    rows = memory.rows("session.project_terms", project=project, terms=list(terms)) if terms else ()
    return dict(rows)


def add_terms(memory: Database, project: str, name: str, terms: Mapping[str, float]) -> None:
    """Count the words of a turn for its topic and for the project."""
    if terms:
        add_topic_terms(memory, name, terms)
        memory.run("session.add_project_terms", project=project, terms=dict(sorted(terms.items())))


def add_topic_terms(memory: Database, name: str, terms: Mapping[str, float]) -> None:
    """Add to a topic's word counts; a negative count subtracts."""
    memory.run("session.add_topic_terms", topic=name, terms=dict(sorted(terms.items())))


def named_by(
    memory: Database, kind: str, topics: Sequence[str], names: Iterable[str]
) -> dict[str, frozenset[str]]:
    """For each topic, which of these names it touched."""
    return _sets_by_topic(
        memory.rows("session.named", kind=kind, topics=list(topics), names=sorted(names))
    )


def tickets_of(memory: Database, topics: Sequence[str]) -> dict[str, frozenset[str]]:
    """The tickets each topic mentions."""
    return _sets_by_topic(memory.rows("session.tickets", topics=list(topics)))


def add_touches(
    memory: Database, name: str, touched: Iterable[tuple[str, str, str]], *, now: int
) -> None:
    """Count that a topic touched these things: kind, key, and the name a prompt would use."""
    rows = [list(touch) for touch in touched]
    with memory.transaction(light=True):
        memory.run("session.add_touches", topic=name, touched=rows, now=now)


def touches(memory: Database, name: str, kind: str = "", most: int = 100) -> list[Touch]:
    """What a topic touched, last used first."""
    rows = memory.rows("session.touches", topic=name, kind=kind, most=most)
    return [Touch._make(row) for row in rows]


def topics_touching(memory: Database, project: str, kind: str, name: str) -> list[str]:
    """The topics that touched one thing, last used first."""
    rows = memory.rows("session.topics_touching", project=project, kind=kind, name=name)
    return [topic for (topic,) in rows]


def add_turn(memory: Database, project: str, turn: Turn, *, settled: bool = True) -> int:
    """Save a turn and make it searchable; its number."""
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
        settled=int(settled),
        origin=turn.origin,
    )
    put_text(memory, "turn", number, turn.text)
    return number


def settle_turns(memory: Database, project: str, key: SessionKey | None, name: str) -> int:
    """Assign the session's turns without a topic to this topic; how many prompts they are."""
    agent, session = (key.agent, key.session) if key else ("", "")
    where = {"project": project, "agent": agent, "session": session}
    ((prompts,),) = memory.rows("session.waiting_prompts", **where)
    memory.run("session.settle_turns", topic=name, **where)
    return int(prompts)


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
    """Count that one topic followed another."""
    memory.run("session.count_transition", project=project, source=source, target=target)


def uncount_transition(memory: Database, project: str, source: str, target: str) -> None:
    """Take back one transition that was counted for a prompt of another topic."""
    memory.run("session.uncount_transition", project=project, source=source, target=target)
    memory.run("session.drop_uncounted", project=project)


def transitions(
    memory: Database, project: str, source: str | None = None
) -> dict[str, dict[str, int]]:
    """How often topics followed each other, by source and target; for one source if given."""
    if source is None:
        rows = memory.rows("session.transitions", project=project)
    else:
        rows = memory.rows("session.transitions_from", project=project, source=source)
    counts: dict[str, dict[str, int]] = {}
    for origin, target, count in rows:
        counts.setdefault(origin, {})[target] = count
    return counts


def guide(memory: Database, project: str, most: int) -> list[GuideLine]:
    """The last replies, newest first."""
    rows = memory.rows("session.guide", project=project, most=most)
    lines = map(GuideLine._make, rows)
    return [line._replace(reinforced=bool(line.reinforced)) for line in lines]


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
    """Save a reply as one line; the oldest lines beyond the limit are deleted."""
    line = {"summary": summary, "topic": name, "created": now, "session": session}
    memory.run("session.add_guide", project=project, **line)
    memory.run("session.trim_guide", project=project, most=most)


def mark_reinforced(memory: Database, numbers: Sequence[int]) -> None:
    """Mark replies as taken into account."""
    if numbers:
        memory.run("session.reinforced", numbers=list(numbers))


def focuses(memory: Database, project: str) -> list[Focus]:
    """The topics the agent asked to see more of."""
    rows = memory.rows("session.focuses", project=project)
    return [Focus._make(row) for row in rows]


def set_focus(memory: Database, project: str, focus: Focus) -> None:
    """Set the weight of a focus; an existing weight is replaced."""
    memory.run(
        "session.set_focus",
        project=project,
        wanted=focus.topic.lower(),
        topic=focus.topic,
        weight=focus.weight,
        set_at=focus.set_at,
    )


def remove_focus(memory: Database, project: str, wanted: str = "") -> int:
    """Remove the focus on one topic, or every focus; how many."""
    return memory.run("session.remove_focus", project=project, wanted=wanted.lower())


def add_rating(
    memory: Database, project: str, name: str, useful: bool, reason: str, *, now: int
) -> None:
    """Save whether content shown for a topic was useful."""
    memory.run(
        "session.add_rating",
        project=project,
        topic=name,
        useful=int(useful),
        reason=reason,
        created=now,
    )


def last_rated(memory: Database, topic: str) -> int:
    """When a topic was rated last; 0 if never."""
    return int(memory.value("session.last_rated", topic=topic))


def ratings(memory: Database, topics: Sequence[str]) -> dict[str, list[bool]]:
    """The ratings of these topics, oldest first."""
    ratings_by_topic: dict[str, list[bool]] = {}
    for name, useful in memory.rows("session.ratings", topics=list(topics)):
        ratings_by_topic.setdefault(name, []).append(bool(useful))
    return ratings_by_topic


def _sets_by_topic(rows: list[Row]) -> dict[str, frozenset[str]]:
    sets: dict[str, set[str]] = {}
    for topic, value in rows:
        sets.setdefault(topic, set()).add(value)
    return {topic: frozenset(values) for topic, values in sets.items()}
