"""Ranked full text over words: which texts hold a word and how strongly, summed over a question.

Loaded by hooks; `store.posting_writer` fills it. Some hundred thousand postings are summed in
the time a general full-text engine needs to rank a few thousand rows of a long OR query, so that
a whole bug report can be asked for and not only its rarest words.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.store.sqlite.database import Database

Scores = dict[int, float]
Ranked = list[tuple[int, float]]
Posting = tuple[str, bytes, bytes, float]

# What is searched: source with its files and symbols; tests, generated and vendored code apart,
# so that looking for source never reads them; past commits.
SOURCE, OTHER, COMMIT = range(3)

# More words than this are not looked up; a question that long repeats itself.
MOST_WORDS = 400
# The most postings one search reads, the most telling words first.
MOST_POSTINGS = 150_000
# The highest number that says how strongly a text holds a word, and more than sums are off by.
STRONGEST, ROUNDING = 255, 1e-6
# Before a word is read that more texts hold than this, it is asked whether it can still bring one of
# them among the best: most often it tells too little for that.
COMMON = 500
# To look through all texts of a word takes less time than to find each wanted one among them, as
# long as there are at most so many times more.
SCANNED = 8

NO_DOUBT: dict[str, float] = {}


class Found(NamedTuple):
    """What a search found: the best files and texts, and of the very best what each word gave."""

    files: Ranked
    texts: Ranked
    parts: tuple[tuple[float, ...], ...]  # of the best texts, the most telling word first
    totals: tuple[int, int]  # how many files and texts there are


def search(
    index: Database,
    kind: int,
    words: Mapping[str, float] | Iterable[str],
    *,
    files: int = 0,
    texts: int = 0,
    most: int = MOST_POSTINGS,
) -> tuple[Ranked, Ranked]:
    """The best `files` files and `texts` texts for weighted words, the highest score first."""
    found = look(index, kind, words, files=files, texts=texts, most=most)
    return found.files, found.texts


def look(
    index: Database,
    kind: int,
    words: Mapping[str, float] | Iterable[str],
    *,
    files: int = 0,
    texts: int = 0,
    most: int = MOST_POSTINGS,
    late: int = 0,
    explained: int = 0,
    doubted: Mapping[str, float] = NO_DOUBT,
) -> Found:
    """The best files and texts for weighted words, found by the most telling words.

    The most telling words are read whole, up to `most` postings; of the next ones, up to `late`
    postings, only what they say about the best so far; commoner ones not at all. The parts of the
    first `explained` texts come along. Words that are `doubted` tell less, by this factor: they
    are read later and count less in the parts, not in the ranking.
    """
    weights = weighted(words)
    counts = document_counts(index, kind, weights) if weights else {}
    if not counts:
        return Found([], [], (), (0, 0))
    totals = documents(index, kind)
    telling = {
        word: (
            weights[word] * inverse_frequency(in_files, totals[0]) / 255.0,
            weights[word] * inverse_frequency(in_texts, totals[1]) / 255.0,
        )
        for word, (in_files, in_texts) in counts.items()
    }
    doubt = doubted.get
    order = sorted(telling, key=lambda word: (-telling[word][1] * doubt(word, 1.0), word))
    costs = [counts[word][0] * bool(files) + counts[word][1] * bool(texts) for word in order]
    whole = max(1, _affordable(costs, most))
    read = whole + _affordable(costs[whole:], late)
    rows = _rows(index, kind, order[:read])
    early = frozenset(order[:whole])
    former = _former(index, kind)
    read_rows = [(word, *split(number, content)) for word, _, number, content in rows]
    of_files = [(row[0], row[1], row[2], telling[row[0]][0]) for row in read_rows if files]
    of_texts = [(row[0], row[3], row[4], telling[row[0]][1]) for row in read_rows if texts]
    best_texts = _ranked(of_texts, early, former, texts)
    parts = _parts(of_texts, [text for text, _ in best_texts[:explained]], doubted)
    return Found(_ranked(of_files, early, former, files), best_texts, parts, totals)


def _former(index: Database, kind: int) -> list[int]:
    """Texts that belong to nothing any more."""
    return [row[0] for row in index.rows("posting.former", kind=kind)]


def _rows(index: Database, kind: int, words: list[str]) -> list[tuple[str, int, int, bytes]]:
    """The rows of these words in their order, the oldest part of each first."""
    place = {word: at for at, word in enumerate(words)}
    rows = index.rows("posting.rows", kind=kind, words=words)
    return sorted(rows, key=lambda row: (place[row[0]], row[1]))


def split(files: int, content: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """A row's content: the numbers of its files, how strongly each holds the word, texts likewise."""
    numbers = len(content) // 5 * 4
    return (
        content[: files * 4],
        content[numbers : numbers + files],
        content[files * 4 : numbers],
        content[numbers + files :],
    )


def _affordable(costs: list[int], most: int) -> int:
    """How many of these can be had, one after the other."""
    for place, cost in enumerate(costs):
        most -= cost
        if most < 0:
            return place
    return len(costs)


def _ranked(rows: list[Posting], early: frozenset[str], former: list[int], limit: int) -> Ranked:
    """The best by the words read whole, those few then by all words."""
    late = [row for row in rows if row[0] not in early]
    scores = _summed([row for row in rows if row[0] in early], former, limit)
    if not late:
        return highest(scores, limit)
    best = dict(highest(scores, limit)) if len(scores) > limit else scores
    _add(best, late)
    return highest(best, limit)


def _summed(rows: list[Posting], former: list[int], limit: int) -> Scores:
    """What these words give together to each text that may be one of the best."""
    scores: Scores = {}
    get = scores.get
    rest = STRONGEST * sum([factor for _, _, _, factor in rows])
    for place, (_, texts, hits, factor) in enumerate(rows):
        if len(hits) > COMMON and (within := _within_reach(scores, former, limit, rest)):
            _add(within, rows[place:])
            return within
        for text, hit in zip(memoryview(texts).cast("I").tolist(), hits, strict=True):
            scores[text] = get(text, 0.0) + factor * hit
        rest -= STRONGEST * factor
    _drop(scores, former)
    return scores


def _within_reach(scores: Scores, former: list[int], limit: int, rest: float) -> Scores:
    """The only texts that can be among the best when so much is still to be given; {} if any can."""
    _drop(scores, former)
    if len(scores) < limit:
        return {}
    floor = sorted(scores.values(), reverse=True)[limit - 1] - ROUNDING
    if rest >= floor:
        return {}
    return {text: score for text, score in scores.items() if score + rest >= floor}


def _add(scores: Scores, rows: list[Posting]) -> None:
    """Add what words give to some texts, and to no others."""
    wanted = sorted(scores)
    for _, texts, hits, factor in rows:
        for text, hit in _hits_of(wanted, texts, hits):
            scores[text] += factor * hit


def _drop(scores: Scores, former: list[int]) -> None:
    for text in former:
        scores.pop(text, None)


def _hits_of(wanted: list[int], texts: bytes, hits: bytes) -> list[tuple[int, int]]:
    """How strongly a word stands in each of these texts, both in the order of their numbers."""
    numbers = memoryview(texts).cast("I")
    if len(numbers) < SCANNED * len(wanted):
        among = frozenset(wanted)
        return [pair for pair in zip(numbers.tolist(), hits, strict=True) if pair[0] in among]
    found = []
    place, end = 0, len(numbers)
    for text in wanted:
        place = bisect_left(numbers, text, place)
        if place == end:
            break
        if numbers[place] == text:
            found.append((text, hits[place]))
    return found


def _parts(
    rows: list[Posting], texts: list[int], doubted: Mapping[str, float]
) -> tuple[tuple[float, ...], ...]:
    """What each word gives to each of these texts, the most first."""
    given: dict[int, dict[str, float]] = {text: {} for text in texts}
    wanted = sorted(texts)
    for word, numbers, hits, factor in rows if wanted else ():
        factor *= doubted.get(word, 1.0)
        for text, hit in _hits_of(wanted, numbers, hits):
            given[text][word] = factor * hit
    return tuple([tuple(sorted(one.values(), reverse=True)) for one in given.values()])


def document_counts(index: Database, kind: int, words: Iterable[str]) -> dict[str, tuple[int, int]]:
    """In how many files and texts each word stands; words that stand in none are left out."""
    counts: dict[str, tuple[int, int]] = {}
    for word, in_files, in_texts in index.rows("posting.counts", kind=kind, words=list(words)):
        known = counts.get(word, (0, 0))
        counts[word] = (known[0] + in_files, known[1] + in_texts)
    return counts


def documents(index: Database, kind: int) -> tuple[int, int]:
    """How many files and how many texts of a kind there are."""
    totals = index.row("posting.totals", files=f"files_{kind}", texts=f"texts_{kind}")
    files, texts = totals or (0, 0)
    return int(files or 0), int(texts or 0)


def words_starting(index: Database, kind: int, start: str, limit: int = 50) -> list[str]:
    """Known words that start like this, in their order."""
    rows = index.rows(
        "posting.starting", kind=kind, start=start, stop=start + "\U0010ffff", limit=limit
    )
    return [str(row[0]) for row in rows]


def inverse_frequency(count: int, total: int) -> float:
    """How much a word tells that stands in `count` of `total` texts."""
    return math.log(1.0 + (max(total, count) - count + 0.5) / (count + 0.5))


def weighted(words: Mapping[str, float] | Iterable[str]) -> dict[str, float]:
    """Words with their weights; without weights each occurrence counts one. Bounded in number."""
    weights: dict[str, float] = {}
    if isinstance(words, dict):
        weights = {word: weight for word, weight in words.items() if weight > 0}
        if len(weights) > MOST_WORDS:
            kept = sorted(weights, key=lambda word: -weights[word])[:MOST_WORDS]
            weights = {word: weights[word] for word in kept}
        return weights
    for word in words:
        if word in weights or len(weights) < MOST_WORDS:
            weights[word] = weights.get(word, 0.0) + 1.0
    return weights


def highest(scores: Scores, limit: int) -> Ranked:
    """The entries with the highest scores, ties by number."""
    if limit <= 0:
        return []
    if len(scores) > 4 * limit:
        # Sorting everything costs more than the search itself: cut off what cannot be among them.
        floor = 0.5 * max(scores.values())
        kept = scores
        while floor > 1e-9:
            kept = {text: score for text, score in scores.items() if score >= floor}
            if len(kept) >= limit:
                break
            floor *= 0.6
        scores = kept
    # Numbers alone are sorted several times faster than pairs of them; ties stay as they stood.
    best = sorted(scores)
    best.sort(key=scores.__getitem__, reverse=True)
    return [(text, scores[text]) for text in best[:limit]]
