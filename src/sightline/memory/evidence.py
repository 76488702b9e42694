"""Weighs what speaks for telling a memory at a prompt: a logistic estimate that it is meant.

Pure. `benchmarks/learn_telling.py` learns the weights.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sightline.memory.neighbours import Hit

# More words than this say nothing more.
MOST_MATCHES = 5
# Below this cosine a memory is about something else, whatever words it shares with a prompt.
FAR = 0.25


class Evidence(NamedTuple):
    """What speaks for one memory.

    `matches`: how many words of the prompt it has, itself or by another word; `lead`: how far its
    words are ahead of the next memory's, or behind the best; `resumes`: it is a handoff and the prompt
    goes on with something; `cosine`, `cosine_lead`: how near its meaning is, 0 where that is not known.
    """

    matches: float
    lead: float
    resumes: float = 0.0
    cosine: float = 0.0
    cosine_lead: float = 0.0


class Weights(NamedTuple):
    """The weight of each part of the evidence; told from 0 on."""

    start: float
    evidence: Evidence


BY_WORDS = Weights(-2.68, Evidence(1.0, 1.26, 6.08))
BY_MEANING = Weights(-3.86, Evidence(0.62, 0.28, 5.67, 5.64, 0.25))


def evidence_of(hits: Sequence[Hit], handoffs: Sequence[bool]) -> list[Evidence]:
    """The evidence for each of the hits of a prompt, of which some are `handoffs` to go on with."""
    cosines = [hit.cosine or 0.0 for hit in hits]
    return [
        Evidence(
            float(min(hit.matches, MOST_MATCHES)),
            hit.lead,
            float(resumes),
            cosine,
            cosine - max((*cosines[:at], *cosines[at + 1 :]), default=0.0) if cosine else 0.0,
        )
        for at, (hit, resumes, cosine) in enumerate(zip(hits, handoffs, cosines, strict=True))
    ]


def belief(evidence: Evidence) -> float:
    """The logarithm of the odds that the memory is meant, shifted so that it is told from 0 on."""
    start, weights = BY_MEANING if evidence.cosine else BY_WORDS
    return start + sum(weight * value for weight, value in zip(weights, evidence, strict=True))


def is_far(evidence: Evidence) -> bool:
    """Whether its meaning speaks against a memory."""
    return 0.0 < evidence.cosine < FAR
