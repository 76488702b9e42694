"""Ranked full text over words: which texts hold a word and how strongly, summed over a question.

Loaded by hooks; `store.posting_writer` fills it. Some hundred thousand postings are summed in
the time a general full-text engine needs to rank a few thousand rows of a long OR query, so that
a whole bug report can be asked for and not only its rarest words.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sightline.store.database import Database

    Scores = dict[int, float]
    Ranked = list[tuple[int, float]]

# What is searched: source with its files and symbols; tests, generated and vendored code apart,
# so that looking for source never reads them; past commits.
SOURCE, OTHER, COMMIT = range(3)

# More words than this are not looked up; a question that long repeats itself.
MOST_WORDS = 400
# The most postings one search reads, the most telling words first.
MOST_POSTINGS = 150_000


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
    weights = weighted(words)
    if not weights:
        return [], []
    counts = document_counts(index, kind, weights)
    totals = documents(index, kind)
    telling = {
        word: (
            weights[word] * inverse_frequency(in_files, totals[0]) / 255.0,
            weights[word] * inverse_frequency(in_texts, totals[1]) / 255.0,
        )
        for word, (in_files, in_texts) in counts.items()
    }
    chosen: list[str] = []
    left = most
    for word in sorted(telling, key=lambda word: (-telling[word][1], word)):
        left -= (counts[word][0] if files else 0) + (counts[word][1] if texts else 0)
        if left < 0 and chosen:
            break
        chosen.append(word)
    file_scores: Scores = {}
    text_scores: Scores = {}
    for word, in_files, file_hits, in_texts, hits in index.rows(
        "posting.rows", kind=kind, words=chosen
    ):
        file_factor, text_factor = telling[word]
        if files:
            _add(file_scores, in_files, file_hits, file_factor)
        if texts:
            _add(text_scores, in_texts, hits, text_factor)
    for row in index.rows("posting.former", kind=kind):
        file_scores.pop(row[0], None)
        text_scores.pop(row[0], None)
    return highest(file_scores, files), highest(text_scores, texts)


def document_counts(index: Database, kind: int, words: Iterable[str]) -> dict[str, tuple[int, int]]:
    """In how many files and texts each word stands; words that stand in none are left out."""
    counts: dict[str, tuple[int, int]] = {}
    for word, in_files, in_texts in index.rows("posting.counts", kind=kind, words=list(words)):
        known = counts.get(word, (0, 0))
        counts[word] = (known[0] + in_files, known[1] + in_texts)
    return counts


def documents(index: Database, kind: int) -> tuple[int, int]:
    """How many files and how many texts of a kind there are."""
    files, texts = (
        index.value("code.meta", key=f"{name}_{kind}") or 0 for name in ("files", "texts")
    )
    return int(files), int(texts)


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
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]


def _add(scores: Scores, texts: bytes, hits: bytes, factor: float) -> None:
    get = scores.get
    for text, hit in zip(memoryview(texts).cast("I").tolist(), hits, strict=True):
        scores[text] = get(text, 0.0) + factor * hit
