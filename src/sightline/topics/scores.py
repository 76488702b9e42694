"""The documented numbers over topics: fading, focus, ratings, priority, transitions, similarity.

Pure. Where the documents speak of embeddings, similarity is the cosine of the topics' TF-IDF
centroids mixed with the files and symbols both touched, calibrated on labelled streams: at 0.85
and above, two topics belong together in nine of ten cases (`benchmarks/quality_topics.py`).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from sightline.model.session import FILE, SYMBOL, TICKET, Focus, Node
from sightline.text.word_lists import CHORE_ROOTS

HOUR_MS = 3_600_000
DAY_MS = 24 * HOUR_MS
DEPTH_FACTOR = 0.15
MOST_BOOST = 0.5
RATINGS_COUNTED = 10
LEAST_RELEVANCE = 0.05
HALF_LIFE_DAYS = 7.0
PRESSURE_AT_ONE = 10.0
# A prediction of the default matcher: so many departures to a topic, and this share of all.
LEAST_DEPARTURES, LEAST_SHARE_LEAVING = 8, 0.75
MOST_PREDICTIONS = 3

# The shares of common words and of common files and symbols in the similarity of two topics.
WORDS_SHARE = 0.7
TOUCHES_SHARE = 0.3
SAME_TICKET = 0.1
OTHER_TICKETS = 0.15
# The raw mixture at which nine of ten pairs belong together, and from which it is certain.
_TOGETHER = (0.35, 0.85)
_CERTAIN = (0.6, 1.0)


def strength(frequency: int) -> float:
    """FG-26: log2(frequency + 1), how often a node was used (ruling 49: never stored)."""
    return math.log2(frequency + 1)


def node_score(frequency: int, used: int, depth: int, now: int, decay: float) -> float:
    """FG-26: strength · e^(−decay · hours since last use) / (1 + 0.15 · depth)."""
    hours = max(0, now - used) / HOUR_MS
    return strength(frequency) * math.exp(-decay * hours) * (1 / (1 + DEPTH_FACTOR * depth))


def node_scores(nodes: Iterable[Node], now: int, decay: float) -> list[float]:
    """`node_score` of many nodes, without a call for each."""
    log2, exp = math.log2, math.exp
    return [
        log2(node.frequency + 1)
        * exp(-decay * ((now - node.used if now > node.used else 0) / HOUR_MS))
        * (1 / (1 + DEPTH_FACTOR * node.depth))
        for node in nodes
    ]


def focus_boost(topic_id: str, title: str, terms: Iterable[str], focuses: Iterable[Focus]) -> float:
    """AS-3: +0.3w in its terms, +0.5w its id, +0.2w in its title, ignoring case; at most 0.5."""
    lowered = {term.lower() for term in terms}
    boost = 0.0
    for focus in focuses:
        name = focus.topic.lower()
        if name in lowered:
            boost += 0.3 * focus.weight
        if name == topic_id.lower():
            boost += 0.5 * focus.weight
        if name in title.lower():
            boost += 0.2 * focus.weight
    return min(MOST_BOOST, boost)


def relevance(ratings: Sequence[bool | int]) -> float:
    """AS-7: the last ten ratings, oldest first, each later one weighing 0.1 more; 1.0 for none."""
    last = ratings[-RATINGS_COUNTED:]
    if not last:
        return 1.0
    weights = [1 + 0.1 * position for position in range(len(last))]
    useful = sum(weight for weight, rating in zip(weights, last, strict=True) if rating)
    return useful / sum(weights)


def faded_weight(weight: float, used: int, now: int, *, pinned: bool = False) -> float:
    """Ruling 32: a topic's weight halves in seven days without use, unless it is pinned."""
    if pinned:
        return weight
    days = max(0, now - used) / DAY_MS
    return weight * float(0.5 ** (days / HALF_LIFE_DAYS))


def priority(similarity: float, weight: float, relevance: float, boost: float) -> float:
    """Ruling 47: similarity · weight · max(relevance, 0.05) + focus boost."""
    return similarity * weight * max(relevance, LEAST_RELEVANCE) + boost


def pressure(weights: Iterable[float]) -> float:
    """AS-6: the sum of the active topics' weights over ten, at most 1."""
    return min(1.0, sum(weights) / PRESSURE_AT_ONE)


class Prediction(NamedTuple):
    """A topic that may come next, and how likely it is."""

    topic: str
    probability: float


class Chain:
    """How often each topic was followed by each other one, or by itself (FG-19, FG-31..FG-33)."""

    __slots__ = ("counts", "last")

    def __init__(
        self, counts: Mapping[str, Mapping[str, int]] | None = None, last: str = ""
    ) -> None:
        self.counts = {source: dict(row) for source, row in (counts or {}).items()}
        self.last = last

    def total(self, source: str) -> int:
        """How many transitions were counted from this topic."""
        return sum(self.counts.get(source, {}).values())

    def probability(self, source: str, target: str) -> float:
        """count / row total; 0 for a topic without transitions."""
        row = self.counts.get(source)
        return row.get(target, 0) / sum(row.values()) if row else 0.0

    def factor(self, topic: str, boost: float) -> float:
        """FG-19: 1 + boost · P(topic | last topic): history supports a match, it never makes one."""
        if boost <= 0 or not self.last:
            return 1.0
        return 1 + boost * self.probability(self.last, topic)

    def predict(self, above: float = 0.3, among: Iterable[str] | None = None) -> list[Prediction]:
        """FG-32: up to three likely next topics if the first is likelier than `above`.

        Staying is not a prediction (ruling 5); equal ones are in the order of `among`, then of
        their names.
        """
        row = self.counts.get(self.last, {})
        order = None if among is None else {t: position for position, t in enumerate(among)}
        predictions = [
            Prediction(target, self.probability(self.last, target))
            for target in row
            if target != self.last and (order is None or target in order)
        ]
        predictions.sort(key=lambda p: (-p.probability, (order or {}).get(p.topic, 0), p.topic))
        likely = predictions and predictions[0].probability > above
        return predictions[:MOST_PREDICTIONS] if likely else []

    def predict_leaving(self, above: float, among: Iterable[str] | None = None) -> list[Prediction]:
        """The topic that comes next if the person leaves this one, where that is likely.

        Several departures, and most of all, must have led there: fewer foretell nothing on the
        labelled streams (`benchmarks/quality_topics.py`).
        """
        row = {t: n for t, n in self.counts.get(self.last, {}).items() if t != self.last}
        total = sum(row.values())
        allowed = None if among is None else set(among)
        predictions = [
            Prediction(topic, count / total)
            for topic, count in row.items()
            if count >= LEAST_DEPARTURES
            and count / total > max(above, LEAST_SHARE_LEAVING)
            and (allowed is None or topic in allowed)
        ]
        return sorted(predictions, key=lambda p: (-p.probability, p.topic))


class Profile(NamedTuple):
    """What a topic is about: its words, and the files, symbols and tickets it touched."""

    terms: Mapping[str, float]
    things: frozenset[str]
    tickets: frozenset[str]


def profile_of(terms: Mapping[str, float], touches: Iterable[tuple[str, str]]) -> Profile:
    """The profile of a topic with these words and these touched things (kind and key)."""
    pairs = tuple(touches)
    things = frozenset(key for kind, key in pairs if kind in (FILE, SYMBOL))
    tickets = frozenset(key for kind, key in pairs if kind == TICKET)
    return Profile(distinctive_terms(terms), things, tickets)


def distinctive_terms(terms: Mapping[str, float]) -> dict[str, float]:
    """The words that tell a topic from others: neither routine work nor fields of work."""
    return {
        term: count for term, count in terms.items() if term not in CHORE_ROOTS and term[:1] != "~"
    }


class Rarity:
    """How distinctive a word, file or symbol is: by how many of these topics have it."""

    def __init__(self, profiles: Iterable[Profile]) -> None:
        profiles = tuple(profiles)
        self.total = len(profiles)
        self.terms = Counter(term for profile in profiles for term in profile.terms)
        self.things = Counter(thing for profile in profiles for thing in profile.things)

    def of_term(self, term: str) -> float:
        """Higher for a word of few topics."""
        return math.log(1 + self.total / max(1, self.terms[term]))

    def of_thing(self, thing: str) -> float:
        """Higher for a file or symbol of few topics."""
        return math.log(1 + self.total / max(1, self.things[thing]))


def similarity(a: Profile, b: Profile, rarity: Rarity) -> float:
    """How similar two topics are, from 0 to 1 (ruling 48)."""
    mixed = WORDS_SHARE * centroid_cosine(a.terms, b.terms, rarity.of_term)
    mixed += TOUCHES_SHARE * _overlap(a.things, b.things, rarity.of_thing)
    if a.tickets & b.tickets:
        mixed += SAME_TICKET
    elif a.tickets and b.tickets:
        mixed -= OTHER_TICKETS
    return calibrated(mixed)


def calibrated(mixed: float) -> float:
    """The raw mixture mapped to the scale of the documented thresholds."""
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


def _overlap(a: frozenset[str], b: frozenset[str], rarity: Callable[[str], float]) -> float:
    both = math.fsum(rarity(thing) for thing in sorted(a & b))
    if not both:
        return 0.0
    sizes = [math.fsum(rarity(thing) for thing in sorted(side)) for side in (a, b)]
    return both / math.sqrt(sizes[0] * sizes[1])
