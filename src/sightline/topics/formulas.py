"""The documented formulas over topics: fading, focus, ratings, priority, pressure. Pure numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from sightline.model.session import Focus, Node

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
DEPTH_FACTOR = 0.15
MOST_BOOST = 0.5
RATINGS_COUNTED = 10
LEAST_RELEVANCE = 0.05
HALF_LIFE_DAYS = 7.0
PRESSURE_AT_ONE = 10.0


def strength(frequency: int) -> float:
    """FG-26: log2(frequency + 1), how often a node was taken up (ruling 49: never stored)."""
    return math.log2(frequency + 1)


def node_score(frequency: int, used: int, depth: int, now: int, decay: float) -> float:
    """FG-26: strength · e^(−decay · hours since last use) / (1 + 0.15 · depth)."""
    hours = max(0, now - used) / HOUR_MS
    return strength(frequency) * math.exp(-decay * hours) * (1 / (1 + DEPTH_FACTOR * depth))


def node_scores(nodes: Iterable[Node], now: int, decay: float) -> list[float]:
    """The same for many nodes."""
    log2, exp = math.log2, math.exp
    return [
        log2(node.frequency + 1)
        * exp(-decay * ((now - node.used if now > node.used else 0) / HOUR_MS))
        * (1 / (1 + DEPTH_FACTOR * node.depth))
        for node in nodes
    ]


def focus_boost(topic_id: str, title: str, terms: Iterable[str], focuses: Iterable[Focus]) -> float:
    """AS-3: +0.3w in its terms, +0.5w its id, +0.2w in its title, case aside; 0.5 at most."""
    known = {term.lower() for term in terms}
    boost = 0.0
    for focus in focuses:
        wanted = focus.topic.lower()
        if wanted in known:
            boost += 0.3 * focus.weight
        if wanted == topic_id.lower():
            boost += 0.5 * focus.weight
        if wanted in title.lower():
            boost += 0.2 * focus.weight
    return min(MOST_BOOST, boost)


def relevance(ratings: Sequence[bool | int]) -> float:
    """AS-7: the last ten ratings, oldest first, each later one weighing 0.1 more; 1.0 for none."""
    last = ratings[-RATINGS_COUNTED:]
    if not last:
        return 1.0
    weights = [1 + 0.1 * place for place in range(len(last))]
    useful = sum(weight for weight, rating in zip(weights, last, strict=True) if rating)
    return useful / sum(weights)


def faded_weight(weight: float, used: int, now: int, *, pinned: bool = False) -> float:
    """Ruling 32: a topic's weight halves in seven days without use; a pinned one stays."""
    if pinned:
        return weight
    days = max(0, now - used) / DAY_MS
    return weight * float(0.5 ** (days / HALF_LIFE_DAYS))


def priority(similarity: float, weight: float, relevant: float, boost: float) -> float:
    """Ruling 47: similarity · weight · max(relevance, 0.05) + focus boost."""
    return similarity * weight * max(relevant, LEAST_RELEVANCE) + boost


def pressure(weights: Iterable[float]) -> float:
    """AS-6: the sum of the active topics' weights over ten, 1 at most."""
    return min(1.0, sum(weights) / PRESSURE_AT_ONE)
