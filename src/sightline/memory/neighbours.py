"""Scores memories together with their neighbours: those before and after them in their session.

Pure. Rows of one session come in the order of their positions.
"""

import math
from _operator import mul
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from sightline.memory.vocabulary import ASKED_MARK, Date, date_match
from sightline.store.memory_search import SearchRow
from sightline.text.word_frequencies import share_of_texts

# The question's terms that occur in a text, as (index of the term, count).
TermCounts = list[tuple[int, float]]

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
# The kind whose memories are turns of a session and lend their words to each other.
TURN = "observation"
# How much a word of another wording counts: it was written down to be found by.
ASKED_WEIGHT = 2.0
# Added to the score when the author or the date is named in the question, or the memory only asks.
NAMED = 0.15
DATED = 0.4
ASKED = -0.1
# So many texts of general prose are added to the store when the rarity of a word is estimated.
GENERAL_TEXTS = 400
NO_COUNTS: Mapping[int, TermCounts] = {}


class Hit(NamedTuple):
    """One memory that matches: its number, its score and the parts of the score.

    `share` is how much of the question the memory and its neighbours cover, 0 to 1: unlike the
    score it can be compared between questions. `matches` is how many words of the question it has,
    itself or by another word, without everyday words.
    `lead` is how far its words are ahead of the next memory's, or behind the best, of 1. `cosine` is
    how near its meaning is, if that is known.
    """

    number: int
    score: float
    share: float
    parts: tuple[tuple[str, float], ...]
    session_no: int = 0
    matches: int = 0
    lead: float = -1.0
    cosine: float | None = None


class Terms(NamedTuple):
    """The roots of a question that occur in the store, with weights and counts.

    Those of the question come first, the rarest ahead; then other words for them. `slots` has for
    each term the word of the question it stands for: a slot counts once, by its best term.
    `turn_weights` are those for turns of a conversation, which are many and say everyday things:
    there everyday words count in full and other words not at all. `total_weight` is the weight of
    all slots, also of those whose words occur nowhere.
    """

    words: tuple[str, ...]
    weights: tuple[float, ...]
    turn_weights: tuple[float, ...]
    slots: tuple[int, ...]
    counts: tuple[int, ...]
    names: tuple[str, ...]
    total: int
    average: float
    total_weight: float
    everyday: frozenset[int] = frozenset()  # the slots of everyday words


class _Match(NamedTuple):
    bm25: float
    covered: dict[int, float]
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
        norm = length_norm(rows[at], length_around(rows, lengths, at), terms)
        value = bm25(hits, norm, weights_for(rows[at], terms), terms.slots)
        if value > 0:
            covered = _covered(hits, weights, terms.slots)
            matches.append(_Match(value, covered, rows[at]))
    if not matches:
        return []
    first, second, *_ = [*sorted((match.bm25 for match in matches), reverse=True)[:2], 0.0]
    total = terms.total_weight or 1.0
    scored = []
    for value, covered, row in matches:
        parts = [("words", value / first)]
        if terms.names and any(name in row.author.lower() for name in terms.names):
            parts.append(("named", NAMED))
        if dates:
            parts.append(("date", DATED * date_match(row.created, dates)))
        if row.asks:
            parts.append(("only asked", ASKED))
        score = sum([part for _, part in parts])
        scored.append(
            Hit(
                row.number,
                score,
                sum(covered.values()) / total,
                tuple(parts),
                row.session_no,
                len(covered.keys() - terms.everyday),
                (value - (second if value == first else first)) / first,
            )
        )
    scored.sort(key=lambda hit: (-hit.score, -hit.number))
    return scored


def rarity(count: float, total: int) -> float:
    """The weight of a word that occurs in `count` of `total` memories."""
    return math.log(1 + (total - count + 0.5) / (count + 0.5))


def rarity_in_general(word: str, count: int, total: int) -> float:
    """The same, as if the store also had ordinary technical texts.

    In a small store chance decides which of its words are rare; a large one knows by itself.
    """
    return rarity(count + GENERAL_TEXTS * share_of_texts(word), max(1, total) + GENERAL_TEXTS)


def _covered(
    hits: Sequence[tuple[int, float]], weights: Sequence[float], slots: Sequence[int]
) -> dict[int, float]:
    """The weight of each slot of the question that a text covers."""
    covered: dict[int, float] = {}
    for term, count in hits:
        weight = weights[term] * (count if count < 1.0 else 1.0)
        if weight > covered.get(slots[term], 0.0):
            covered[slots[term]] = weight
    return covered


def session_scores(rows: Sequence[SearchRow], terms: Terms) -> dict[int, float]:
    """How well each session matches as one text; the best has 1."""
    lengths: dict[int, int] = {}
    for row in rows:
        lengths[row.session_no] = lengths.get(row.session_no, 0) + row.length
    if not lengths:
        return {}
    average = sum(lengths.values()) / len(lengths) or 1.0
    together: dict[int, dict[int, float]] = {}
    for at, counts in count_terms(rows, terms).items():
        frequencies = together.setdefault(rows[at].session_no, {})
        for term, count in counts:
            frequencies[term] = frequencies.get(term, 0) + count
    scores = {}
    for session_no, frequencies in together.items():
        norm = K1 * (0.25 + 0.75 * lengths[session_no] / average)
        hits = list(frequencies.items())
        scores[session_no] = bm25(hits, norm, terms.turn_weights, terms.slots)
    highest = max(scores.values(), default=1.0)
    return {session_no: score / highest for session_no, score in scores.items()}


def count_terms(
    rows: Sequence[SearchRow], terms: Terms, counted: Mapping[int, TermCounts] = NO_COUNTS
) -> dict[int, TermCounts]:
    """The term counts of each row, by its index; rows without a term are left out."""
    counts = {}
    term_of = {word: term for term, word in enumerate(terms.words)}
    for at, row in enumerate(rows):
        hits = counted.get(row.number)
        if hits is None:
            frequencies: dict[int, float] = {}
            weight = 1.0
            for word in row.words.split(" "):
                term = term_of.get(word)
                if term is not None:
                    frequencies[term] = frequencies.get(term, 0) + weight
                elif word == ASKED_MARK:
                    weight = ASKED_WEIGHT
            hits = list(frequencies.items())
        if hits:
            counts[at] = hits
    return counts


def bm25(
    hits: Sequence[tuple[int, float]],
    norm: float,
    weights: Sequence[float],
    slots: Sequence[int],
) -> float:
    """The BM25 score of a text with these term counts; a slot counts by its best term."""
    best: dict[int, float] = {}
    for term, count in hits:
        value = weights[term] * count * _K1_AND_ONE / (count + norm)
        if value > best.get(slots[term], 0.0):
            best[slots[term]] = value
    return sum(best.values())


def is_turn(row: SearchRow) -> bool:
    """Whether a memory is a turn of a session, read together with those around it."""
    return row.session_no > 0 and row.kind == TURN


def weights_for(row: SearchRow, terms: Terms) -> tuple[float, ...]:
    """The weights of the terms for this memory."""
    return terms.turn_weights if is_turn(row) else terms.weights


def length_norm(row: SearchRow, length: float, terms: Terms) -> float:
    """How the length of a text dampens its term counts.

    That of a memory that is not a turn does not: what is written down is short or long for other
    reasons than how much it says.
    """
    return K1 * (1 - B + B * length / terms.average) if is_turn(row) else K1


def spread(rows: Sequence[SearchRow], counts: dict[int, TermCounts]) -> dict[int, dict[int, float]]:
    """Term frequencies by row, where each word also counts, less with distance, for rows near it.

    Rows farther than two positions from every matching row are left out.
    """
    close: dict[int, None] = {}
    last = len(rows) - 1
    for at in counts:
        session_no, position = rows[at].session_no, rows[at].position
        close[at] = None
        lends = is_turn(rows[at])
        for other in range(max(0, at - CLOSE), min(last, at + CLOSE) + 1) if lends else ():
            row = rows[other]
            if (
                row.session_no == session_no
                and row.kind == TURN
                and abs(row.position - position) <= CLOSE
            ):
                close[other] = None
    near: dict[int, dict[int, float]] = {}
    for at in close:
        session_no, position = rows[at].session_no, rows[at].position
        frequencies = near[at] = dict(counts.get(at, ()))
        borrows = is_turn(rows[at])
        for other in range(max(0, at - REACH), min(last, at + REACH) + 1) if borrows else ():
            hits = counts.get(other)
            row = rows[other]
            if hits is None or other == at or row.session_no != session_no or row.kind != TURN:
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
    if not is_turn(rows[at]):
        return float(lengths[at])
    first = max(0, at - REACH)
    last = min(len(rows), at + REACH + 1)
    while rows[first].session_no != session_no or position - rows[first].position > REACH:
        first += 1
    while rows[last - 1].session_no != session_no or rows[last - 1].position - position > REACH:
        last -= 1
    weights = AROUND[REACH - at + first : REACH - at + last]
    return float(sum(map(mul, weights, lengths[first:last]))) / MASS
