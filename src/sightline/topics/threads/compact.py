"""Compaction of topics (AS-9, ruling 27): planned on ids, simulated whole, then done as planned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sightline.errors import UsageError
from sightline.model.session import ACTIVE, ARCHIVED, Topic
from sightline.settings.load import Settings
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.store.threads import all_touches
from sightline.topics.formulas import DAY_MS, faded_weight
from sightline.topics.similarity import Profile, Rarity, profile_of, similarity
from sightline.topics.threads import changes

STRATEGIES = ("gentle", "normal", "aggressive")
COMPACT = "compact"


class Strategy(NamedTuple):
    """How much is tidied up."""

    name: str
    merge: float
    archive_days: int
    most_active: int
    decay: float


class Plan(NamedTuple):
    """What a compaction does, in order, and what is left after it."""

    merges: tuple[tuple[str, str, float], ...]
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
    """Tidy up, or say what tidying up would do; the same report either way."""
    with memory.transaction():
        plan = _planned(memory, project, strategy, now)
        if not dry_run:
            _carry_out(memory, project, strategy, plan, settings, now)
    return {
        "strategy": strategy.name,
        "dry_run": dry_run,
        "actions": list(plan.actions),
        "before": plan.before,
        "after": plan.after,
    }


def _planned(memory: Database, project: str, strategy: Strategy, now: int) -> Plan:
    topics = store.topics_of_status(memory, project, ACTIVE)
    archived = len(store.topics_of_status(memory, project, ARCHIVED))
    return plan(topics, alike(memory, topics, strategy.merge), strategy, archived, now)


def _carry_out(
    memory: Database, project: str, strategy: Strategy, plan: Plan, settings: Settings, now: int
) -> None:
    steps = [
        changes.merge(memory, project, survivor, absorbed, settings)
        for survivor, absorbed, _ in plan.merges
    ]
    steps.append(changes.weigh(memory, project, plan.weights))
    steps += [changes.archive(memory, project, name, settings) for name in plan.archives]
    for name in plan.unlocked:
        changes.unlock(memory, project, name)
    done = f"{strategy.name} compaction: {len(plan.merges)} merged, {len(plan.archives)} archived"
    changes.keep(memory, project, COMPACT, done, steps, now=now)


def plan(
    topics: Sequence[Topic],
    pairs: Sequence[tuple[str, str, float]],
    strategy: Strategy,
    archived: int,
    now: int,
) -> Plan:
    """Merge what is alike, archive what is old, let weights fade, archive what is too many."""
    alive = {topic.id: topic for topic in topics}
    before = _counted(alive, archived)
    merges = _merges(alive, pairs, strategy)
    actions = [_merge_action(*merge) for merge in merges]
    old = _too_old(alive, strategy, now)
    for topic in old:
        del alive[topic.id]
        days = int((now - topic.used) / DAY_MS)
        actions.append(_archive_action(topic, "age", days_inactive=days))
    for name, topic in alive.items():
        if not topic.pinned:
            alive[name] = topic._replace(weight=topic.weight * strategy.decay)
    if alive and strategy.decay != 1:
        actions.append({"action": "decay", "count": len(alive), "factor": strategy.decay})
    weights = {name: topic.weight for name, topic in alive.items()}
    many = _too_many(alive, strategy, now)
    for topic in many:
        del alive[topic.id]
        weight = round(faded_weight(topic.weight, topic.used, now), 4)
        actions.append(_archive_action(topic, "capacity", weight=weight))
    unlocked = tuple(name for name, topic in alive.items() if topic.lock == "compaction")
    if unlocked:
        reason = "compaction_complete"
        actions.append({"action": "unlock", "count": len(unlocked), "reason": reason})
    archives = tuple(topic.id for topic in (*old, *many))
    after = _counted(alive, archived + len(archives))
    return Plan(tuple(merges), archives, weights, unlocked, tuple(actions), before, after)


def _merge_action(survivor: str, absorbed: str, near: float) -> dict[str, Any]:
    return {
        "action": "merge",
        "threads": [survivor, absorbed],
        "survivor": survivor,
        "absorbed": absorbed,
        "similarity": round(near, 2),
    }


def _archive_action(topic: Topic, reason: str, **facts: float) -> dict[str, Any]:
    return {"action": "archive", "thread_id": topic.id, "reason": reason, **facts}


def _merges(
    alive: dict[str, Topic], pairs: Sequence[tuple[str, str, float]], strategy: Strategy
) -> list[tuple[str, str, float]]:
    """Most alike first; survivor is the heavier one, then the newer (ruling 27)."""
    merges = []
    for a, b, near in sorted(pairs, key=lambda pair: (-pair[2], pair[0], pair[1])):
        if near < strategy.merge or a not in alive or b not in alive:
            continue
        first, second = sorted((alive[a], alive[b]), key=survivor_order)
        if second.kept:
            continue
        heavier = max(first.weight, second.weight)
        alive[first.id] = first._replace(
            weight=max(heavier, min(1.0, heavier + 0.1)), used=max(first.used, second.used)
        )
        del alive[second.id]
        merges.append((first.id, second.id, near))
    return merges


def survivor_order(topic: Topic) -> tuple[bool, float, int, str]:
    """Who survives a merge: one that may not be absorbed, the heavier, the newer."""
    return not topic.kept, -topic.weight, -topic.used, topic.id


def _too_old(alive: Mapping[str, Topic], strategy: Strategy, now: int) -> list[Topic]:
    limit = strategy.archive_days * DAY_MS
    found = [t for t in alive.values() if not t.kept and now - t.used > limit]
    return sorted(found, key=lambda topic: (topic.used, topic.id))


def _too_many(alive: Mapping[str, Topic], strategy: Strategy, now: int) -> list[Topic]:
    spare = len(alive) - strategy.most_active
    free = [topic for topic in alive.values() if not topic.kept]
    free.sort(key=lambda t: (faded_weight(t.weight, t.used, now), t.used, t.id))
    return free[: max(0, spare)]


def _counted(alive: Mapping[str, Topic], archived: int) -> dict[str, Any]:
    return {
        "active_threads": len(alive),
        "archived_threads": archived,
        "total_weight": round(sum(topic.weight for topic in alive.values()), 4),
    }


def alike(memory: Database, topics: Sequence[Topic], least: float) -> list[tuple[str, str, float]]:
    """All pairs of topics at least this alike, most alike first."""
    known = profiles(memory, [topic.id for topic in topics])
    rarity = Rarity(known.values())
    names = sorted(known)
    found = []
    for place, a in enumerate(names):
        for b in names[place + 1 :]:
            if known[a].terms.keys().isdisjoint(known[b].terms):
                continue
            near = similarity(known[a], known[b], rarity)
            if near >= least:
                found.append((a, b, near))
    return sorted(found, key=lambda pair: (-pair[2], pair[0], pair[1]))


def profiles(memory: Database, ids: Sequence[str]) -> dict[str, Profile]:
    """What each of these topics says and touches."""
    terms = store.all_terms(memory, ids)
    touches = all_touches(memory, ids)
    return {name: profile_of(terms[name], touches[name]) for name in ids}
