"""Scores memories together with their neighbours, the memories saved before and after in a session.

Pure functions; the rows of one session come in the order of their positions.
"""

from _operator import mul
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.memory.question_dates import date_match
from sightline.store.memory_search import SearchRow

# Which words of a question stand in a text, by their places, and how often.
Words = list[tuple[int, int]]

# Positions to each side, and the weight by distance of a word said before and said after.
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
    rows: Sequence[SearchRow],
    terms: Terms,
    dates: Sequence[tuple[int, int, int]],
    known: Mapping[int, Words] = NOTHING,
) -> list[Hit]:
    """Every row that has a word of the question itself or near it, best first.

    `known` has the words of rows that were counted before.
    """
    found = []
    weights = terms.weights
    lengths = [row.length for row in rows]
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
        if terms.names and any(name in row.author.lower() for name in terms.names):
            parts.append(("named", NAMED))
        if dates:
            parts.append(("date", DATED * date_match(row.created, dates)))
        if row.asks:
            parts.append(("only asked", ASKED))
        score = sum([part for _, part in parts])
        hits.append(Hit._make((row.number, score, share / asked_for, tuple(parts), row.session_no)))
    hits.sort(key=lambda hit: (-hit.score, -hit.number))
    return hits


def session_scores(rows: Sequence[SearchRow], terms: Terms) -> dict[int, float]:
    """How well each session matches as one text, the best of them as 1."""
    lengths: dict[int, int] = {}
    for row in rows:
        lengths[row.session_no] = lengths.get(row.session_no, 0) + row.length
    if not lengths:
        return {}
    average = sum(lengths.values()) / len(lengths) or 1.0
    together: dict[int, dict[int, int]] = {}
    for at, hits in count_words(rows, terms).items():
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
    most = max(scores.values(), default=1.0)
    return {session_no: score / most for session_no, score in scores.items()}


def count_words(
    rows: Sequence[SearchRow], terms: Terms, known: Mapping[int, Words] = NOTHING
) -> dict[int, Words]:
    """How often each word of the question stands in each row; who has none is left out."""
    counted = {}
    words = [(term, word, f" {word} ") for term, word in enumerate(terms.words)]
    for at, row in enumerate(rows):
        hits = known.get(row.number)
        if hits is None:
            text = row.words
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
    rows: Sequence[SearchRow], counted: dict[int, list[tuple[int, int]]]
) -> dict[int, dict[int, float]]:
    """Let every word count for nearby rows as well, less with each position in between.

    Rows more than two positions away from any of the words are left out.
    """
    close: dict[int, None] = {}
    last = len(rows) - 1
    for at in counted:
        session_no, position = rows[at].session_no, rows[at].position
        close[at] = None
        for other in range(max(0, at - CLOSE), min(last, at + CLOSE) + 1) if session_no else ():
            if (
                rows[other].session_no == session_no
                and abs(rows[other].position - position) <= CLOSE
            ):
                close[other] = None
    near: dict[int, dict[int, float]] = {}
    for at in close:
        session_no, position = rows[at].session_no, rows[at].position
        frequencies = near[at] = dict(counted.get(at, ()))
        for other in range(max(0, at - REACH), min(last, at + REACH) + 1) if session_no else ():
            hits = counted.get(other)
            if hits is None or other == at or rows[other].session_no != session_no:
                continue
            distance = rows[other].position - position
            # What was said before lends its words to what follows, and a little less back.
            if -REACH <= distance <= REACH:
                kept = AROUND[REACH + distance]
                for term, count in hits:
                    frequencies[term] = frequencies.get(term, 0.0) + kept * count
    return near


def length_around(rows: Sequence[SearchRow], lengths: Sequence[int], at: int) -> float:
    """The mean length of a row and those near it, each by its weight."""
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
