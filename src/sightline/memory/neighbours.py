"""Scores memories together with their neighbours: those before and after them in their session.

Pure. Rows of one session come in the order of their positions.
"""

from _operator import mul
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.memory.vocabulary import Date, date_match
from sightline.store.memory_search import SearchRow

# The question's terms that occur in a text, as (index of the term, count).
TermCounts = list[tuple[int, int]]

# How many positions to each side lend their words, and how near a row must be to a matching row.
REACH = 5
CLOSE = 2
# The weight of a word by its distance, in the rows before and after.
_FADE = 0.6
PREVIOUS = (1.0, *(0.6 * _FADE**distance for distance in range(REACH)))
NEXT = (1.0, *(0.5 * _FADE**distance for distance in range(REACH)))
# The same as one row of weights: before a memory, the memory itself, after it.
AROUND = (*PREVIOUS[:0:-1], *NEXT)
MASS = sum(AROUND)
# Saturation and length normalisation of BM25; long pastes must not win by length.
K1 = 1.2
_K1_AND_ONE = K1 + 1
B = 0.9
# Added to the score when the author or the date is named in the question, or the memory only asks.
NAMED = 0.15
DATED = 0.4
ASKED = -0.1
NO_COUNTS: Mapping[int, TermCounts] = {}


class Hit(NamedTuple):
    """One memory that matches: its number, its score and the parts of the score.

    `share` is how much of the question the memory and its neighbours cover, 0 to 1: unlike the
    score it can be compared between questions.
    """

    number: int
    score: float
    share: float
    parts: tuple[tuple[str, float], ...]
    session_no: int = 0


class Terms(NamedTuple):
    """The roots of a question that occur in the store, rarest first, with weights and counts."""

    words: tuple[str, ...]
    weights: tuple[float, ...]
    counts: tuple[int, ...]
    names: tuple[str, ...]
    total: int
    average: float
    unseen: float


class _Match(NamedTuple):
    bm25: float
    share: float
    row: SearchRow


def score_rows(
    rows: Sequence[SearchRow],
    terms: Terms,
    dates: Sequence[Date],
    counted: Mapping[int, TermCounts] = NO_COUNTS,
) -> list[Hit]:
    """Every row that has a word of the question itself or near it, best first.

    `counted` has the term counts of rows that were counted before, by number.
    """
    matches = []
    weights = terms.weights
    lengths = [row.length for row in rows]
    for at, frequencies in spread(rows, count_terms(rows, terms, counted)).items():
        hits = list(frequencies.items())
        value = bm25(hits, length_around(rows, lengths, at), terms)
        share = sum([weights[term] * (count if count < 1.0 else 1.0) for term, count in hits])
        matches.append(_Match(value, share, rows[at]))
    if not matches:
        return []
    highest = max(match.bm25 for match in matches)
    total = sum(terms.weights) + terms.unseen
    scored = []
    for value, share, row in matches:
        parts = [("words", value / highest)]
        if terms.names and any(name in row.author.lower() for name in terms.names):
            parts.append(("named", NAMED))
        if dates:
            parts.append(("date", DATED * date_match(row.created, dates)))
        if row.asks:
            parts.append(("only asked", ASKED))
        score = sum([part for _, part in parts])
        scored.append(Hit(row.number, score, share / total, tuple(parts), row.session_no))
    scored.sort(key=lambda hit: (-hit.score, -hit.number))
    return scored


def session_scores(rows: Sequence[SearchRow], terms: Terms) -> dict[int, float]:
    """How well each session matches as one text; the best has 1."""
    lengths: dict[int, int] = {}
    for row in rows:
        lengths[row.session_no] = lengths.get(row.session_no, 0) + row.length
    if not lengths:
        return {}
    average = sum(lengths.values()) / len(lengths) or 1.0
    together: dict[int, dict[int, int]] = {}
    for at, hits in count_terms(rows, terms).items():
        frequencies = together.setdefault(rows[at].session_no, {})
        for term, count in hits:
            frequencies[term] = frequencies.get(term, 0) + count
    scores = {}
    for session_no, frequencies in together.items():
        norm = K1 * (0.25 + 0.75 * lengths[session_no] / average)
        scores[session_no] = sum(
            terms.weights[term] * count * (K1 + 1) / (count + norm)
            for term, count in frequencies.items()
        )
    highest = max(scores.values(), default=1.0)
    return {session_no: score / highest for session_no, score in scores.items()}


def count_terms(
    rows: Sequence[SearchRow], terms: Terms, counted: Mapping[int, TermCounts] = NO_COUNTS
) -> dict[int, TermCounts]:
    """The term counts of each row, by its index; rows without a term are left out."""
    counts = {}
    words = [(term, word, f" {word} ") for term, word in enumerate(terms.words)]
    for at, row in enumerate(rows):
        hits = counted.get(row.number)
        if hits is None:
            text = row.words
            inside = [(term, whole) for term, word, whole in words if word in text]
            if not inside:
                continue
            # Only whole words count, so each word gets blanks of its own: `str.count` does not
            # count overlapping matches.
            text = f" {text.replace(' ', '  ')} "
            hits = [(term, count) for term, whole in inside if (count := text.count(whole))]
        if hits:
            counts[at] = hits
    return counts


def bm25(hits: Sequence[tuple[int, float]], length: float, terms: Terms) -> float:
    """The BM25 score of a text of this length with these term counts."""
    norm = K1 * (1 - B + B * length / terms.average)
    weights = terms.weights
    return sum([weights[term] * count * _K1_AND_ONE / (count + norm) for term, count in hits])


def spread(rows: Sequence[SearchRow], counts: dict[int, TermCounts]) -> dict[int, dict[int, float]]:
    """Term frequencies by row, where each word also counts, less with distance, for rows near it.

    Rows farther than two positions from every matching row are left out.
    """
    close: dict[int, None] = {}
    last = len(rows) - 1
    for at in counts:
        session_no, position = rows[at].session_no, rows[at].position
        close[at] = None
        for other in range(max(0, at - CLOSE), min(last, at + CLOSE) + 1) if session_no else ():
            row = rows[other]
            if row.session_no == session_no and abs(row.position - position) <= CLOSE:
                close[other] = None
    near: dict[int, dict[int, float]] = {}
    for at in close:
        session_no, position = rows[at].session_no, rows[at].position
        frequencies = near[at] = dict(counts.get(at, ()))
        for other in range(max(0, at - REACH), min(last, at + REACH) + 1) if session_no else ():
            hits = counts.get(other)
            if hits is None or other == at or rows[other].session_no != session_no:
                continue
            distance = rows[other].position - position
            # A row lends its words to those after it, and with less weight to those before it.
            if -REACH <= distance <= REACH:
                weight = AROUND[REACH + distance]
                for term, count in hits:
                    frequencies[term] = frequencies.get(term, 0.0) + weight * count
    return near


def length_around(rows: Sequence[SearchRow], lengths: Sequence[int], at: int) -> float:
    """The mean length of a row and its neighbours, weighted by distance."""
    session_no, position = rows[at].session_no, rows[at].position
    if not session_no:
        return float(lengths[at])
    first = max(0, at - REACH)
    last = min(len(rows), at + REACH + 1)
    while rows[first].session_no != session_no or position - rows[first].position > REACH:
        first += 1
    while rows[last - 1].session_no != session_no or rows[last - 1].position - position > REACH:
        last -= 1
    weights = AROUND[REACH - at + first : REACH - at + last]
    return float(sum(map(mul, weights, lengths[first:last]))) / MASS
