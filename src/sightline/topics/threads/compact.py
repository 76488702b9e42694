"""Compaction of topics (AS-9, ruling 27): planned completely, then carried out as planned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sightline.errors import UsageError
from sightline.model.session import ACTIVE, ARCHIVED, Topic
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.store.threads import all_touches
from sightline.topics.scores import DAY_MS, Profile, Rarity, faded_weight, profile_of, similarity
from sightline.topics.threads import changes
from sightline.topics.threads.split_parts import Origins, are_kept_apart, origins_of

STRATEGIES = ("gentle", "normal", "aggressive")
COMPACT = "compact"


class Strategy(NamedTuple):
    """How much a compaction merges, archives and fades."""

    name: str
    merge: float
    archive_days: int
    most_active: int
    decay: float


class SimilarTopics(NamedTuple):
    """The ids of two topics, and how similar they are."""

    first: str
    second: str
    similarity: float


class Merge(NamedTuple):
    """The ids of a topic that absorbs another, and of that one."""

    survivor: str
    absorbed: str
    similarity: float


class Plan(NamedTuple):
    """What a compaction does, in order, and the counts before and after it."""

    merges: tuple[Merge, ...]
    archives: tuple[str, ...]
    weights: dict[str, float]
    unlocked: tuple[str, ...]
    actions: tuple[dict[str, Any], ...]
    before: dict[str, Any]
    after: dict[str, Any]


def strategy_of(name: str, settings: Settings) -> Strategy:
    """The strategy of this name; an unknown one is an error naming the three."""
    if name not in STRATEGIES:
        raise UsageError(f"unknown strategy {name!r}", hint="use one of: " + ", ".join(STRATEGIES))
    return Strategy(
        name,
        settings.number(f"compaction.{name}.merge"),
        settings.integer(f"compaction.{name}.archive_days"),
        settings.integer(f"compaction.{name}.max_active"),
        settings.number(f"compaction.{name}.decay"),
    )


def compact(
    memory: Database,
    project: str,
    strategy: Strategy,
    settings: Settings,
    *,
    now: int,
    dry_run: bool = False,
) -> dict[str, Any]:
    """Compact the topics, or only report what that would do; the report is the same."""
    with memory.transaction():
        plan = _read_plan(memory, project, strategy, now)
        if not dry_run:
            _carry_out(memory, project, strategy, plan, settings, now)
    return {
        "strategy": strategy.name,
        "dry_run": dry_run,
        "actions": list(plan.actions),
        "before": plan.before,
        "after": plan.after,
    }


def _read_plan(memory: Database, project: str, strategy: Strategy, now: int) -> Plan:
    topics = store.topics_of_status(memory, project, ACTIVE)
    archived = len(store.topics_of_status(memory, project, ARCHIVED))
    pairs = similar_topics(memory, topics, strategy.merge)
    origins = origins_of(memory, project, topics)
    return make_plan(topics, pairs, strategy, archived, now, origins)


def _carry_out(
    memory: Database, project: str, strategy: Strategy, plan: Plan, settings: Settings, now: int
) -> None:
    steps = [
        changes.merge(memory, project, merge.survivor, merge.absorbed, settings)
        for merge in plan.merges
    ]
    steps.append(changes.set_weights(memory, project, plan.weights))
    steps += [changes.archive(memory, project, name, settings) for name in plan.archives]
    for name in plan.unlocked:
        changes.unlock(memory, project, name)
    merged, archived = len(plan.merges), len(plan.archives)
    summary = f"{strategy.name} compaction: {merged} merged, {archived} archived"
    changes.record_change(memory, project, COMPACT, summary, steps, now=now)


def make_plan(
    topics: Sequence[Topic],
    pairs: Sequence[SimilarTopics],
    strategy: Strategy,
    archived: int,
    now: int,
    origins: Origins | None = None,
) -> Plan:
    """Merge similar topics, archive old ones, fade weights, archive the lightest of too many."""
    active = {topic.id: topic for topic in topics}
    before = _counts(active, archived)
    merges = _merge_similar(active, pairs, strategy, origins or {})
    actions = [_merge_action(merge) for merge in merges]
    old = _too_old(active, strategy, now)
    for topic in old:
        del active[topic.id]
        days = int((now - topic.used) / DAY_MS)
        actions.append(_archive_action(topic, "age", days_inactive=days))
    for name, topic in active.items():
        if not topic.pinned:
            active[name] = topic._replace(weight=topic.weight * strategy.decay)
    if active and strategy.decay != 1:
        actions.append({"action": "decay", "count": len(active), "factor": strategy.decay})
    weights = {name: topic.weight for name, topic in active.items()}
    many = _too_many(active, strategy, now)
    for topic in many:
        del active[topic.id]
        weight = round(faded_weight(topic.weight, topic.used, now), 4)
        actions.append(_archive_action(topic, "capacity", weight=weight))
    unlocked = tuple(name for name, topic in active.items() if topic.lock == "compaction")
    if unlocked:
        reason = "compaction_complete"
        actions.append({"action": "unlock", "count": len(unlocked), "reason": reason})
    archives = tuple(topic.id for topic in (*old, *many))
    after = _counts(active, archived + len(archives))
    return Plan(tuple(merges), archives, weights, unlocked, tuple(actions), before, after)


def _merge_action(merge: Merge) -> dict[str, Any]:
    return {
        "action": "merge",
        "threads": [merge.survivor, merge.absorbed],
        "survivor": merge.survivor,
        "absorbed": merge.absorbed,
        "similarity": round(merge.similarity, 2),
    }


def _archive_action(topic: Topic, reason: str, **facts: float) -> dict[str, Any]:
    return {"action": "archive", "thread_id": topic.id, "reason": reason, **facts}


def _merge_similar(
    active: dict[str, Topic], pairs: Sequence[SimilarTopics], strategy: Strategy, origins: Origins
) -> list[Merge]:
    """Merge the most similar topics first; the heavier one survives, then the newer (ruling 27)."""
    merges = []
    origins = dict(origins)
    for pair in sorted(pairs, key=_most_similar_first):
        if pair.similarity < strategy.merge:
            continue
        if pair.first not in active or pair.second not in active:
            continue
        survivor, absorbed = by_survival(active[pair.first], active[pair.second])
        if absorbed.is_protected or are_kept_apart(survivor, absorbed, origins):
            continue
        origins[survivor.id] = origins.get(survivor.id, frozenset((survivor.id,))).union(
            origins.get(absorbed.id, (absorbed.id,))
        )
        heavier = max(survivor.weight, absorbed.weight)
        active[survivor.id] = survivor._replace(
            weight=max(heavier, min(1.0, heavier + 0.1)), used=max(survivor.used, absorbed.used)
        )
        del active[absorbed.id]
        merges.append(Merge(survivor.id, absorbed.id, pair.similarity))
    return merges


def by_survival(*topics: Topic) -> list[Topic]:
    """The topic that survives a merge first: one that is protected, the heavier, the newer."""
    return sorted(topics, key=lambda t: (not t.is_protected, -t.weight, -t.used, t.id))


def _most_similar_first(pair: SimilarTopics) -> tuple[float, str, str]:
    return -pair.similarity, pair.first, pair.second


def _too_old(active: Mapping[str, Topic], strategy: Strategy, now: int) -> list[Topic]:
    limit = strategy.archive_days * DAY_MS
    old = [t for t in active.values() if not t.is_protected and now - t.used > limit]
    return sorted(old, key=lambda topic: (topic.used, topic.id))


def _too_many(active: Mapping[str, Topic], strategy: Strategy, now: int) -> list[Topic]:
    surplus = len(active) - strategy.most_active
    free = [topic for topic in active.values() if not topic.is_protected]
    free.sort(key=lambda t: (faded_weight(t.weight, t.used, now), t.used, t.id))
    return free[: max(0, surplus)]


def _counts(active: Mapping[str, Topic], archived: int) -> dict[str, Any]:
    return {
        "active_threads": len(active),
        "archived_threads": archived,
        "total_weight": round(sum(topic.weight for topic in active.values()), 4),
    }


def similar_topics(memory: Database, topics: Sequence[Topic], least: float) -> list[SimilarTopics]:
    """All pairs of topics that are at least this similar, the most similar first."""
    profiles = _profiles(memory, [topic.id for topic in topics])
    rarity = Rarity(profiles.values())
    names = sorted(profiles)
    pairs = []
    for position, first in enumerate(names):
        for second in names[position + 1 :]:
            if profiles[first].terms.keys().isdisjoint(profiles[second].terms):
                continue
            near = similarity(profiles[first], profiles[second], rarity)
            if near >= least:
                pairs.append(SimilarTopics(first, second, near))
    return sorted(pairs, key=_most_similar_first)


def _profiles(memory: Database, ids: Sequence[str]) -> dict[str, Profile]:
    """The profile of each of these topics."""
    terms = store.all_terms(memory, ids)
    touches = all_touches(memory, ids)
    return {name: profile_of(terms[name], touches[name]) for name in ids}
