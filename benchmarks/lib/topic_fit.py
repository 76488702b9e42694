"""Fits the weights of topics to examples: a conditional logit with bounds and a pull to the start."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.lib.topic_examples import Candidate, Example
from sightline.topics.matching.weights import Weights

# The pull towards the start, how far a weight may move from it, and the least scale of one.
PULL, LOWEST, HIGHEST, LEAST_SCALE = 0.01, 0.4, 2.5, 0.3
# These may change their sign.
FREE = ("start_last", "in_session")
STEPS = 80


class Weighed(NamedTuple):
    """An example and how much it counts."""

    example: Example
    share: float


def ascend(rows: Sequence[Weighed], start: Weights, weights: Sequence[float]) -> list[float]:
    """Steps along the signs of the gradient, longer while a sign stays, shorter when it turns."""
    scales = [max(abs(value), LEAST_SCALE) for value in start]
    steps = [0.1 * scale for scale in scales]
    before = [0.0] * len(start)
    weights = list(weights)
    for _ in range(STEPS):
        slopes = gradient(rows, weights)
        for at, scale in enumerate(scales):
            slope = slopes[at] * scale - 2 * PULL * (weights[at] - start[at]) / scale
            turned = slope * before[at] < 0
            steps[at] = min(scale, max(1e-4, steps[at] * (0.5 if turned else 1.2)))
            before[at] = 0.0 if turned else slope
            if slope and not turned:
                weights[at] = _bounded(start, at, weights[at] + math.copysign(steps[at], slope))
    return weights


def _bounded(start: Weights, at: int, weight: float) -> float:
    if Weights._fields[at] in FREE:
        return max(-3.0, min(3.0, weight))
    low, high = sorted((LOWEST * start[at], HIGHEST * start[at]))
    return max(low, min(high, weight))


def gradient(rows: Sequence[Weighed], weights: Sequence[float]) -> list[float]:
    """In which direction the gold topics become likelier."""
    slopes = [0.0] * len(weights)
    for (candidates, right, _settled, _kind), share in rows:
        evidence = [_evidence(one, weights) for one in candidates]
        most = max(0.0, *evidence) if evidence else 0.0
        odds = [math.exp(value - most) for value in evidence]
        whole = sum(odds) + math.exp(-most)
        for place, one in enumerate(candidates, 1):
            push = share * ((place == right) - odds[place - 1] / whole)
            if abs(push) > 1e-9:
                for at, value in zip(one.places, one.values, strict=True):
                    slopes[at] += push * value
    return slopes


def _evidence(one: Candidate, weights: Sequence[float]) -> float:
    return one.constant + sum(
        weights[at] * value for at, value in zip(one.places, one.values, strict=True)
    )
