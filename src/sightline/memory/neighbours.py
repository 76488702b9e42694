"""Scoring memories together with their neighbours: those of the same session, seat by seat.

Pure: a row is one of `store.recall`, rows of one session stand in the order of their seats.
"""

from _operator import mul
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.memory.question_dates import date_match
from sightline.store.sqlite.database import Row

# Which words of a question stand in a text, by their places, and how often.
Words = list[tuple[int, int]]

# Seats to each side, and the weight by distance of a word said before and said after.
REACH = 5
CLOSE = 2
_FADE = 0.6
PREVIOUS = (1.0, *(0.6 * _FADE**distance for distance in range(REACH)))
NEXT = (1.0, *(0.5 * _FADE**distance for distance in range(REACH)))
# The same as one row of weights: those before a memory, itself, those after it.
AROUND = (*PREVIOUS[:0:-1], *NEXT)
MASS = sum(AROUND)
# Saturation and length normalisation of BM25; long pastes must not win by length.
K1 = 1.2
_K1_AND_ONE = K1 + 1
B = 0.9
# What counts beside the words: said by who is named, on a day that is named; only asked.
NAMED = 0.15
DATED = 0.4
ASKED = -0.1
NOTHING: Mapping[int, Words] = {}


class Hit(NamedTuple):
    """One memory that matches: its number, its score and what it is made of.

    `share` is how much of the question the memory and its neighbours cover, 0 to 1: unlike the
    score it can be compared between questions.
    """

    number: int
    score: float
    share: float
    parts: tuple[tuple[str, float], ...]
    session: int = 0


class Terms(NamedTuple):
    """The roots asked for, with their weights, rarest first, and what the store knows of them."""

    words: tuple[str, ...]
    weights: tuple[float, ...]
    counts: tuple[int, ...]
    names: tuple[str, ...]
    total: int
    average: float
    unseen: float


def score_rows(
    rows: Sequence[Row],
    terms: Terms,
    dates: Sequence[tuple[int, int, int]],
    known: Mapping[int, Words] = NOTHING,
) -> list[Hit]:
    """Every row that has a word of the question itself or near it, best first.

    `known` has the words of rows that were counted before.
    """
    found = []
    weights = terms.weights
    lengths = [row[3] for row in rows]
    for at, frequencies in spread(rows, count_words(rows, terms, known)).items():
        said = list(frequencies.items())
        value = bm25(said, length_around(rows, lengths, at), terms)
        share = sum([weights[term] * (often if often < 1.0 else 1.0) for term, often in said])
        found.append((value, share, rows[at]))
    if not found:
        return []
    most = max(value for value, _, _ in found)
    asked_for = sum(terms.weights) + terms.unseen
    hits = []
    for value, share, row in found:
        parts = [("words", value / most)]
        if terms.names and any(name in row[7].lower() for name in terms.names):
            parts.append(("named", NAMED))
        if dates:
            parts.append(("date", DATED * date_match(row[6], dates)))
        if row[4]:
            parts.append(("only asked", ASKED))
        score = sum([part for _, part in parts])
        hits.append(Hit._make((row[0], score, share / asked_for, tuple(parts), row[1])))
    hits.sort(key=lambda hit: (-hit.score, -hit.number))
    return hits


def session_scores(rows: Sequence[Row], terms: Terms) -> dict[int, float]:
    """How well each session matches as one text, the best of them as 1."""
    lengths: dict[int, int] = {}
    for row in rows:
        lengths[row[1]] = lengths.get(row[1], 0) + row[3]
    if not lengths:
        return {}
    average = sum(lengths.values()) / len(lengths) or 1.0
    together: dict[int, dict[int, int]] = {}
    for at, hits in count_words(rows, terms).items():
        frequencies = together.setdefault(rows[at][1], {})
        for term, count in hits:
            frequencies[term] = frequencies.get(term, 0) + count
    scores = {}
    for party, frequencies in together.items():
        norm = K1 * (0.25 + 0.75 * lengths[party] / average)
        scores[party] = sum(
            terms.weights[term] * count * (K1 + 1) / (count + norm)
            for term, count in frequencies.items()
        )
    most = max(scores.values(), default=1.0)
    return {party: score / most for party, score in scores.items()}


def count_words(
    rows: Sequence[Row], terms: Terms, known: Mapping[int, Words] = NOTHING
) -> dict[int, Words]:
    """How often each word of the question stands in each row; who has none is left out."""
    counted = {}
    words = [(term, word, f" {word} ") for term, word in enumerate(terms.words)]
    for at, row in enumerate(rows):
        hits = known.get(row[0])
        if hits is None:
            text = row[5]
            inside = [(term, whole) for term, word, whole in words if word in text]
            if not inside:
                continue
            # A part of a longer word is inside the text as well: only whole words count. Each
            # gets blanks of its own, since what was counted is not looked at again.
            text = f" {text.replace(' ', '  ')} "
            hits = [(term, often) for term, whole in inside if (often := text.count(whole))]
        if hits:
            counted[at] = hits
    return counted


def bm25(hits: Sequence[tuple[int, float]], length: float, terms: Terms) -> float:
    """The weight of the words a text of this length has so often."""
    norm = K1 * (1 - B + B * length / terms.average)
    weights = terms.weights
    return sum([weights[term] * count * _K1_AND_ONE / (count + norm) for term, count in hits])


def spread(
    rows: Sequence[Row], counted: dict[int, list[tuple[int, int]]]
) -> dict[int, dict[int, float]]:
    """Let every word count, less with each seat, for those who sit near it too.

    Who sits farther than two seats from any of the words is not what was asked for.
    """
    close: dict[int, None] = {}
    last = len(rows) - 1
    for at in counted:
        party, seat = rows[at][1], rows[at][2]
        close[at] = None
        for other in range(max(0, at - CLOSE), min(last, at + CLOSE) + 1) if party else ():
            if rows[other][1] == party and abs(rows[other][2] - seat) <= CLOSE:
                close[other] = None
    near: dict[int, dict[int, float]] = {}
    for at in close:
        party, seat = rows[at][1], rows[at][2]
        frequencies = near[at] = dict(counted.get(at, ()))
        for other in range(max(0, at - REACH), min(last, at + REACH) + 1) if party else ():
            hits = counted.get(other)
            if hits is None or other == at or rows[other][1] != party:
                continue
            distance = rows[other][2] - seat
            # What was said before lends its words to what follows, and a little less back.
            if -REACH <= distance <= REACH:
                kept = AROUND[REACH + distance]
                for term, count in hits:
                    frequencies[term] = frequencies.get(term, 0.0) + kept * count
    return near


def length_around(rows: Sequence[Row], lengths: Sequence[int], at: int) -> float:
    """The mean length of a row and those near it, each by its weight."""
    party, seat = rows[at][1], rows[at][2]
    if not party:
        return float(lengths[at])
    first = max(0, at - REACH)
    last = min(len(rows), at + REACH + 1)
    while rows[first][1] != party or seat - rows[first][2] > REACH:
        first += 1
    while rows[last - 1][1] != party or rows[last - 1][2] - seat > REACH:
        last -= 1
    weights = AROUND[REACH - at + first : REACH - at + last]
    return float(sum(map(mul, weights, lengths[first:last]))) / MASS
