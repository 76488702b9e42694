"""How alike two topics are (ruling 48), and how like a topic some text is. Pure numbers.

Where the documents speak of embeddings, this is the cosine of the topics' TF-IDF centroids mixed
with the files and symbols both touched, calibrated on labelled streams: at 0.85 and above, two
topics belong together in at least nine of ten cases (`benchmarks/quality_topics.py`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from sightline.model.session import FILE, SYMBOL, TICKET
from sightline.text.word_lists import CHORE_STEMS

WORDS = 0.7
THINGS = 0.3
SAME_TICKET = 0.1
OTHER_TICKETS = 0.15
# The raw mixture at which nine of ten pairs belong together, and from which it is certain.
_TOGETHER = (0.35, 0.85)
_CERTAIN = (0.6, 1.0)


class Profile(NamedTuple):
    """What a topic says and touches."""

    terms: Mapping[str, float]
    things: frozenset[str]
    tickets: frozenset[str]


def profile_of(terms: Mapping[str, float], touches: Iterable[tuple[str, str]]) -> Profile:
    """The part of a topic that tells it from others: no words of the trade, no fields."""
    telling = {
        term: count for term, count in terms.items() if term not in CHORE_STEMS and term[:1] != "~"
    }
    found = tuple(touches)
    things = frozenset(key for kind, key in found if kind in (FILE, SYMBOL))
    return Profile(telling, things, frozenset(key for kind, key in found if kind == TICKET))


class Rarity:
    """How much a word or a file says, by how many of these topics have it."""

    def __init__(self, profiles: Iterable[Profile]) -> None:
        known = tuple(profiles)
        self.total = len(known)
        self.terms = Counter(term for profile in known for term in profile.terms)
        self.things = Counter(thing for profile in known for thing in profile.things)

    def of_term(self, term: str) -> float:
        """More for a word of few topics."""
        return math.log(1 + self.total / max(1, self.terms[term]))

    def of_thing(self, thing: str) -> float:
        """More for a file or symbol of few topics."""
        return math.log(1 + self.total / max(1, self.things[thing]))


def similarity(a: Profile, b: Profile, rarity: Rarity) -> float:
    """How alike two topics are, from 0 to 1."""
    mixed = WORDS * centroid_cosine(a.terms, b.terms, rarity.of_term)
    mixed += THINGS * _shared(a.things, b.things, rarity.of_thing)
    if a.tickets & b.tickets:
        mixed += SAME_TICKET
    elif a.tickets and b.tickets:
        mixed -= OTHER_TICKETS
    return calibrated(mixed)


def calibrated(mixed: float) -> float:
    """The mixture on the scale of the documented thresholds."""
    if mixed <= 0:
        return 0.0
    low, at_low = _TOGETHER
    high, at_high = _CERTAIN
    if mixed <= low:
        return mixed / low * at_low
    return min(at_high, at_low + (mixed - low) / (high - low) * (at_high - at_low))


def centroid_cosine(
    a: Mapping[str, float], b: Mapping[str, float], rarity: Callable[[str], float]
) -> float:
    """The cosine of two bags of words, rarer words weighing more."""
    if len(a) > len(b):
        a, b = b, a
    shared = math.fsum(
        count * b[term] * rarity(term) ** 2 for term, count in a.items() if term in b
    )
    return shared / (_length(a, rarity) * _length(b, rarity)) if shared else 0.0


def _length(terms: Mapping[str, float], rarity: Callable[[str], float]) -> float:
    return math.sqrt(math.fsum((count * rarity(term)) ** 2 for term, count in terms.items()))


def _shared(a: frozenset[str], b: frozenset[str], rarity: Callable[[str], float]) -> float:
    both = math.fsum(rarity(thing) for thing in sorted(a & b))
    if not both:
        return 0.0
    sizes = [math.fsum(rarity(thing) for thing in sorted(side)) for side in (a, b)]
    return both / math.sqrt(sizes[0] * sizes[1])
