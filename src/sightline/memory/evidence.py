"""Weighs what speaks for telling a memory at a prompt: a logistic estimate that it is meant.

Pure. `benchmarks/learn_telling.py` learns the weights.
"""

from collections.abc import Mapping
from typing import NamedTuple

from sightline.memory.neighbours import Hit

# More words or names than this say nothing more.
MOST_MATCHES, MOST_NAMES = 5, 3
# Below this cosine a memory is about something else, whatever words it shares with a prompt; so near
# is some memory to any prompt, in a store that has many.
FAR = 0.25


class Evidence(NamedTuple):
    """What speaks for one memory.

    `matches`: how many words of the prompt it has, itself or by another word; `lead`: how far its
    words are ahead of the next memory's, or behind the best; `share`: how much of the prompt they
    cover, which is little of a long prompt; `resumes`: it is a handoff and the prompt goes on with
    something; `names`: how many words of names, paths and code in the prompt it has; `cosine_lead`:
    how far its meaning is nearer than every other memory's, 0 where that is not known.
    """

    matches: float
    lead: float
    share: float = 0.0
    resumes: float = 0.0
    names: float = 0.0
    cosine_lead: float = 0.0


class Weights(NamedTuple):
    """The weight of each part of the evidence; told from 0 on."""

    start: float
    evidence: Evidence


BY_WORDS = Weights(-2.55, Evidence(0.9, 0.72, -1.43, 7.31, 1.09))
BY_MEANING = Weights(-1.31, Evidence(0.73, -0.06, -2.44, 7.37, 0.96, 5.72))


class Match(NamedTuple):
    """A hit of a prompt, with what the hit itself does not tell."""

    hit: Hit
    resumes: bool = False
    names: int = 0


def evidence_of(match: Match, similar: Mapping[int, float] | None = None) -> Evidence:
    """The evidence for a match; `similar` has the cosines of all memories, if they are known."""
    hit = match.hit
    lead = 0.0
    if similar and hit.cosine is not None:
        others = [cosine for number, cosine in similar.items() if number != hit.number]
        lead = hit.cosine - max([FAR, *others])
    return Evidence(
        float(min(hit.matches, MOST_MATCHES)),
        hit.lead,
        hit.share,
        float(match.resumes),
        float(min(match.names, MOST_NAMES)),
        lead,
    )


def belief(evidence: Evidence, cosine: float | None = None) -> float:
    """The logarithm of the odds that the memory is meant, shifted so that it is told from 0 on."""
    start, weights = BY_WORDS if cosine is None else BY_MEANING
    return start + sum(weight * value for weight, value in zip(weights, evidence, strict=True))


def is_far(cosine: float | None) -> bool:
    """Whether its meaning speaks against a memory."""
    return cosine is not None and cosine < FAR
