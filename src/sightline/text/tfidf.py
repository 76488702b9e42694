"""TF-IDF weights over a corpus of token lists, and the cosine between them (FG-12..FG-14).

A term the corpus has never seen counts as if one document held it (ruling 3).
"""

import math
from collections.abc import Iterable, Mapping, Sequence


class Corpus:
    """How many documents there are, and in how many of them each term occurs."""

    __slots__ = ("counts", "total")

    def __init__(self, total: int = 0, counts: "Mapping[str, int] | None" = None) -> None:
        self.total = total
        self.counts = dict(counts or {})

    def add(self, tokens: "Iterable[str]") -> None:
        """Count one more document."""
        self.total += 1
        for term in set(tokens):
            self.counts[term] = self.counts.get(term, 0) + 1

    def remove(self, tokens: "Iterable[str]") -> None:
        """Remove one document; terms without documents are forgotten."""
        self.total = max(0, self.total - 1)
        for term in set(tokens):
            left = self.counts.get(term, 0) - 1
            if left > 0:
                self.counts[term] = left
            else:
                self.counts.pop(term, None)

    def idf(self, term: str) -> float:
        """log2(1 + N/df), with df = 1 for a term never seen."""
        return math.log2(1 + self.total / (self.counts.get(term) or 1))


def vector(tokens: "Sequence[str]", corpus: Corpus) -> dict[str, float]:
    """The TF-IDF weight of each term of one document, by term."""
    length, total, known, log2 = len(tokens), corpus.total, corpus.counts, math.log2
    counts = dict.fromkeys(sorted(tokens), 1)
    if len(counts) < length:
        counts = {term: tokens.count(term) for term in counts}
    # The formula of `idf`, inlined for speed.
    return {
        term: count / length * log2(1 + total / (known.get(term) or 1))
        for term, count in counts.items()
    }


def norm(weights: "Mapping[str, float]") -> float:
    """The Euclidean length of a vector."""
    return math.sqrt(math.fsum([weight * weight for weight in weights.values()]))


def cosine(a: "Mapping[str, float]", b: "Mapping[str, float]") -> float:
    """The cosine similarity of two vectors; 0 if one is empty."""
    if len(a) > len(b):
        a, b = b, a
    return _cosine(a, norm(a), b)


def similarities_to(
    a: "Mapping[str, float]", documents: "Iterable[Sequence[str]]", corpus: Corpus
) -> list[float]:
    """The cosine similarity of a vector to each document, without building the documents' vectors."""
    length, total, known, log2 = norm(a), corpus.total, corpus.counts, math.log2
    similarities = []
    for tokens in documents:
        if len(set(tokens)) < len(tokens):
            similarities.append(_cosine(a, length, vector(tokens, corpus)))
            continue
        # The formulas of `vector` and `_cosine`, inlined for speed; exact sums do not depend on order.
        once = 1 / len(tokens) if tokens else 0.0
        weights = [once * log2(1 + total / (known.get(term) or 1)) for term in tokens]
        dot = math.fsum([a[t] * w for t, w in zip(tokens, weights, strict=True) if t in a])
        lengths = length * math.sqrt(math.fsum([weight * weight for weight in weights]))
        similarities.append(_clamped(dot / lengths) if dot and lengths else 0.0)
    return similarities


def _cosine(a: "Mapping[str, float]", length: float, b: "Mapping[str, float]") -> float:
    # An exact sum does not depend on the order of terms, so a topic's score does not either.
    dot = math.fsum([weight * b[term] for term, weight in a.items() if term in b])
    if not dot:
        return 0.0
    lengths = length * norm(b)
    return _clamped(dot / lengths) if lengths else 0.0


def _clamped(value: float) -> float:
    return max(-1.0, min(1.0, value))
