"""The documented scores of a memory: several named profiles over one set of features.

Pure functions; every score comes with its parts.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

DAY_HOURS = 24.0
LEVEL_SCORES = (1.0, 0.7, 0.4, 0.15)
OTHER_LEVEL = 0.1


class Features(NamedTuple):
    """The inputs of every profile, computed once per memory and question."""

    source_weight: float = 0.0
    keyword_ratio: float = 0.0
    substring_ratio: float = 0.0
    bm25: float = 0.0
    cosine: float = 0.0
    age_hours: float = 0.0
    hits: int = 0
    level: int = 1
    stale: bool = False
    hops: int | None = None


class Score(NamedTuple):
    """A score with its parts."""

    value: float
    parts: tuple[tuple[str, float], ...]


class FactWeights(NamedTuple):
    """PC-1: the weights of a fact's score and its half-life in hours."""

    recency: float = 0.25
    frequency: float = 0.15
    level: float = 0.30
    keyword: float = 0.30
    half_life_hours: float = 72.0


DEFAULT_WEIGHTS = FactWeights()


def lore_rank(features: Features, recency_days: float = 30.0) -> Score:
    """LO-10: source weight, times 1/(1+days/30), times the share of matched keywords."""
    source, keywords = features.source_weight, features.keyword_ratio
    return prompt_rank(source, features.age_hours, keywords, recency_days)


def prompt_rank(source: float, age_hours: float, keywords: float, recency_days: float) -> Score:
    """LO-10 without Features, for speed: every prompt scores many memories."""
    recency = 1 / (1 + age_hours / DAY_HOURS / recency_days)
    parts = (("source", source), ("recency", recency), ("keywords", keywords))
    return Score._make((source * recency * keywords, parts))


def fact_score(features: Features, weights: FactWeights = DEFAULT_WEIGHTS) -> Score:
    """PC-5: the weighted mean of keywords, recency, frequency and level; halved when stale."""
    half_life = weights.half_life_hours if weights.half_life_hours > 0 else 72.0
    recency = 2.0 ** (-features.age_hours / half_life)
    frequency = min(math.log(1 + features.hits) / math.log(101), 1.0) if features.hits > 0 else 0.0
    level = LEVEL_SCORES[features.level] if 0 <= features.level <= 3 else OTHER_LEVEL
    total = weights.keyword + weights.recency + weights.frequency + weights.level
    if total <= 0:
        return Score(0.0, ())
    parts = (
        ("keywords", features.substring_ratio * weights.keyword),
        ("recency", recency * weights.recency),
        ("frequency", frequency * weights.frequency),
        ("level", level * weights.level),
    )
    value = sum([part for _, part in parts]) / total
    if features.stale:
        value *= 0.5
    shown = tuple((name, part / total) for name, part in parts)
    return Score(min(value, 1.0), (*shown, ("stale", 0.5)) if features.stale else shown)


def focal_score(features: Features) -> Score:
    """FO-29: text, similarity, a time constant of one week, graph proximity; minus 0.3 if stale."""
    proximity = 0.0 if features.hops is None else 1 / (1 + features.hops)
    parts = (
        ("text", 0.35 * features.bm25),
        ("similarity", 0.25 * features.cosine),
        ("recency", 0.20 * math.exp(-features.age_hours / 168)),
        ("graph", 0.15 * proximity),
        ("stale", -0.30 if features.stale else 0.0),
    )
    return Score(sum(part for _, part in parts), parts)


PROFILES: dict[str, Callable[[Features], Score]] = {
    "lore.rank": lore_rank,
    "pce.fact": fact_score,
    "focal.memory": focal_score,
}


def match_strength(matches: int, total: int, *, same_project: bool = False) -> float:
    """LO-10 with ruling 9: the share of keywords matched, and a floor for the project's own."""
    ratio = matches / total if total else 0.0
    least = 1 / (total + 1) if same_project else 0.0
    return ratio if ratio >= least else least
