"""Ranked full-text search over words: which texts have a word, and with which weight.

Loaded by hooks; `store.code.posting_writer` writes the postings. Summing some hundred thousand
postings takes as long as a general full-text engine needs to rank a few thousand rows of a long OR
query, so a whole bug report can be the query, not only its rarest words.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sightline.store.sqlite.database import Database

Scores = dict[int, float]
Ranked = list[tuple[int, float]]

# What is searched: source files and their symbols; tests, generated and vendored code, kept apart
# so that a search for source never reads them; past commits.
SOURCE, OTHER, COMMIT = range(3)

# Words beyond this number are not looked up; a query that long repeats itself.
MOST_WORDS = 400
# The most postings one search reads, the rarest words first.
MOST_POSTINGS = 150_000
# The highest weight of a word in a text, and more than the rounding error of a sum.
HIGHEST_WEIGHT, ROUNDING = 255, 1e-6
# Before reading a word that more texts have than this, check whether it can still lift a text
# among the best: most often it is too common for that.
COMMON = 500
# Scanning all texts of a word is faster than searching each wanted one among them, as long as
# there are at most this many times more.
SCANNED = 8

NO_DOUBT: dict[str, float] = {}


class SearchResult(NamedTuple):
    """The best files and texts of a search with their scores."""

    files: Ranked
    texts: Ranked
    parts: tuple[
        tuple[float, ...], ...
    ]  # per explained text: the score of each word, highest first
    totals: tuple[int, int]  # the numbers of all files and texts


class _WordPostings(NamedTuple):
    """The texts that have one word."""

    word: str
    texts: bytes  # their numbers, as unsigned 32-bit integers
    weights: bytes  # the word's weight in each of them
    factor: float  # what one unit of weight adds to a score


def search(
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
) -> SearchResult:
    """The best `files` files and `texts` texts for weighted words, the highest score first.

    The rarest words are read whole, up to `most` postings. The next ones, up to `late` postings,
    only add to the best so far; commoner words are not read. The parts of the first `explained`
    texts are returned too. `doubted` words are read later and count less in the parts, by their
    factor, but not in the ranking.
    """
    weights = weighted(words)
    counts = document_counts(index, kind, weights) if weights else {}
    if not counts:
        return SearchResult([], [], (), (0, 0))
    totals = documents(index, kind)
    file_factors, text_factors = {}, {}
    for word, (in_files, in_texts) in counts.items():
        file_factors[word] = weights[word] * inverse_frequency(in_files, totals[0]) / 255.0
        text_factors[word] = weights[word] * inverse_frequency(in_texts, totals[1]) / 255.0
    doubt = doubted.get
    order = sorted(counts, key=lambda word: (-text_factors[word] * doubt(word, 1.0), word))
    costs = [counts[word][0] * bool(files) + counts[word][1] * bool(texts) for word in order]
    whole = max(1, _affordable(costs, most))
    read = whole + _affordable(costs[whole:], late)
    of_files, of_texts = [], []
    for word, file_count, content in _rows(index, kind, order[:read]):
        pieces = split_content(file_count, content)
        if files:
            of_files.append(_WordPostings(word, pieces[0], pieces[1], file_factors[word]))
        if texts:
            of_texts.append(_WordPostings(word, pieces[2], pieces[3], text_factors[word]))
    early = frozenset(order[:whole])
    retired = _retired(index, kind)
    best_texts = _ranked(of_texts, early, retired, texts)
    parts = _parts(of_texts, [text for text, _ in best_texts[:explained]], doubted)
    return SearchResult(_ranked(of_files, early, retired, files), best_texts, parts, totals)


def split_content(files: int, content: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """Split a row's content: numbers and weights of its files, then numbers and weights of texts."""
    numbers = len(content) // 5 * 4
    return (
        content[: files * 4],
        content[numbers : numbers + files],
        content[files * 4 : numbers],
        content[numbers + files :],
    )


def _retired(index: Database, kind: int) -> list[int]:
    """Texts that are gone but still have postings."""
    return [text for (text,) in index.rows("posting.former", kind=kind)]


def _rows(index: Database, kind: int, words: list[str]) -> list[tuple[str, int, bytes]]:
    """Word, number of files and content of each row, in the order of the words, oldest part first."""
    order = {word: at for at, word in enumerate(words)}
    rows = [
        (order[word], part, word, files, content)
        for word, part, files, content in index.rows("posting.rows", kind=kind, words=words)
    ]
    rows.sort()  # no two rows share a word and a part
    return [(word, files, content) for _, _, word, files, content in rows]


def _affordable(costs: list[int], most: int) -> int:
    """How many of the first costs fit into a budget."""
    for count, cost in enumerate(costs):
        most -= cost
        if most < 0:
            return count
    return len(costs)


def _ranked(
    rows: list[_WordPostings], early: frozenset[str], retired: list[int], limit: int
) -> Ranked:
    """The best by the words that are read whole, ranked by all words."""
    late = [row for row in rows if row.word not in early]
    scores = _summed([row for row in rows if row.word in early], retired, limit)
    if not late:
        return highest(scores, limit)
    best = dict(highest(scores, limit)) if len(scores) > limit else scores
    _add(best, late)
    return highest(best, limit)


def _summed(rows: list[_WordPostings], retired: list[int], limit: int) -> Scores:
    """The scores by these words of all texts that may be among the best."""
    scores: Scores = {}
    get = scores.get
    rest = HIGHEST_WEIGHT * sum([row.factor for row in rows])
    for at, (_, texts, weights, factor) in enumerate(rows):
        if len(weights) > COMMON and (reachable := _reachable(scores, retired, limit, rest)):
            _add(reachable, rows[at:])
            return reachable
        for text, weight in zip(memoryview(texts).cast("I").tolist(), weights, strict=True):
            scores[text] = get(text, 0.0) + factor * weight
        rest -= HIGHEST_WEIGHT * factor
    _drop(scores, retired)
    return scores


def _reachable(scores: Scores, retired: list[int], limit: int, rest: float) -> Scores:
    """The texts that can still be among the best if `rest` can be added; {} if any text can."""
    _drop(scores, retired)
    # Those that the rest alone cannot overtake; most often too few, and sorting all takes longer.
    ahead = [score for score in scores.values() if score > rest]
    if len(ahead) < limit:
        return {}
    ahead.sort(reverse=True)
    floor = ahead[limit - 1] - ROUNDING
    if rest >= floor:
        return {}
    return {text: score for text, score in scores.items() if score + rest >= floor}


def _add(scores: Scores, rows: list[_WordPostings]) -> None:
    """Add the scores of words to the texts that have a score already."""
    wanted = sorted(scores)
    for _, texts, weights, factor in rows:
        for text, weight in _weights_in(wanted, texts, weights):
            scores[text] += factor * weight


def _drop(scores: Scores, retired: list[int]) -> None:
    for text in retired:
        scores.pop(text, None)


def _weights_in(wanted: list[int], texts: bytes, weights: bytes) -> list[tuple[int, int]]:
    """The wanted texts that have a word, with its weight; both lists of texts are sorted."""
    numbers = memoryview(texts).cast("I")
    if len(numbers) < SCANNED * len(wanted):
        among = frozenset(wanted)
        return [pair for pair in zip(numbers.tolist(), weights, strict=True) if pair[0] in among]
    pairs = []
    at, end = 0, len(numbers)
    for text in wanted:
        at = bisect_left(numbers, text, at)
        if at == end:
            break
        if numbers[at] == text:
            pairs.append((text, weights[at]))
    return pairs


def _parts(
    rows: list[_WordPostings], texts: list[int], doubted: Mapping[str, float]
) -> tuple[tuple[float, ...], ...]:
    """What each word adds to the score of each of these texts, the most first."""
    by_text: dict[int, dict[str, float]] = {text: {} for text in texts}
    wanted = sorted(texts)
    for word, numbers, weights, factor in rows if wanted else ():
        factor *= doubted.get(word, 1.0)
        for text, weight in _weights_in(wanted, numbers, weights):
            by_text[text][word] = factor * weight
    return tuple([tuple(sorted(by_word.values(), reverse=True)) for by_word in by_text.values()])


def document_counts(index: Database, kind: int, words: Iterable[str]) -> dict[str, tuple[int, int]]:
    """The numbers of files and texts that have each word; words that none has are left out."""
    counts: dict[str, tuple[int, int]] = {}
    for word, in_files, in_texts in index.rows("posting.counts", kind=kind, words=list(words)):
        files, texts = counts.get(word, (0, 0))
        counts[word] = (files + in_files, texts + in_texts)
    return counts


def documents(index: Database, kind: int) -> tuple[int, int]:
    """The numbers of files and texts of a kind."""
    totals = index.row("posting.totals", files=f"files_{kind}", texts=f"texts_{kind}")
    files, texts = totals or (0, 0)
    return int(files or 0), int(texts or 0)


def words_starting(index: Database, kind: int, start: str, limit: int = 50) -> list[str]:
    """Words of the index with this prefix, sorted."""
    rows = index.rows(
        "posting.starting", kind=kind, start=start, stop=start + "\U0010ffff", limit=limit
    )
    return [str(word) for (word,) in rows]


def inverse_frequency(count: int, total: int) -> float:
    """How distinctive a word is that `count` of `total` texts have."""
    return math.log(1.0 + (max(total, count) - count + 0.5) / (count + 0.5))


def weighted(words: Mapping[str, float] | Iterable[str]) -> dict[str, float]:
    """Words with their weights, bounded in number; without weights each occurrence counts one."""
    weights: dict[str, float] = {}
    if isinstance(words, dict):
        weights = {word: weight for word, weight in words.items() if weight > 0}
        if len(weights) > MOST_WORDS:
            heaviest = sorted(weights, key=lambda word: -weights[word])[:MOST_WORDS]
            weights = {word: weights[word] for word in heaviest}
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
        # Sorting all entries costs more than the search itself: drop those far below the highest.
        floor = 0.5 * max(scores.values())
        remaining = scores
        while floor > 1e-9:
            remaining = {text: score for text, score in scores.items() if score >= floor}
            if len(remaining) >= limit:
                break
            floor *= 0.6
        scores = remaining
    # Sorting numbers twice is several times faster than sorting pairs; the sort is stable.
    best = sorted(scores)
    best.sort(key=scores.__getitem__, reverse=True)
    return [(text, scores[text]) for text in best[:limit]]
