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
        """Take one document out again; a term nobody holds any more is forgotten."""
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
    # As `idf` says it, without asking for each.
    return {
        term: count / length * log2(1 + total / (known.get(term) or 1))
        for term, count in counts.items()
    }


def norm(weights: "Mapping[str, float]") -> float:
    """The Euclidean length of a vector."""
    return math.sqrt(math.fsum([weight * weight for weight in weights.values()]))


def cosine(a: "Mapping[str, float]", b: "Mapping[str, float]") -> float:
    """How alike two vectors are, 0 to 1 for weights that are not negative; 0 if one is empty."""
    if len(a) > len(b):
        a, b = b, a
    return _cosine(a, norm(a), b)


def likenesses(
    a: "Mapping[str, float]", documents: "Iterable[Sequence[str]]", corpus: Corpus
) -> list[float]:
    """How alike one vector is to that of each of some documents, none of which is made for it."""
    length, total, known, log2 = norm(a), corpus.total, corpus.counts, math.log2
    found = []
    for tokens in documents:
        if len(set(tokens)) < len(tokens):
            found.append(_cosine(a, length, vector(tokens, corpus)))
            continue
        # As `vector` and `_cosine` say it: exact sums, in whichever order.
        once = 1 / len(tokens) if tokens else 0.0
        weights = [once * log2(1 + total / (known.get(term) or 1)) for term in tokens]
        dot = math.fsum([a[t] * w for t, w in zip(tokens, weights, strict=True) if t in a])
        lengths = length * math.sqrt(math.fsum([weight * weight for weight in weights]))
        found.append(_between(dot / lengths) if dot and lengths else 0.0)
    return found


def _cosine(a: "Mapping[str, float]", length: float, b: "Mapping[str, float]") -> float:
    # An exact sum does not depend on the order of terms, so neither does a topic's score.
    dot = math.fsum([weight * b[term] for term, weight in a.items() if term in b])
    if not dot:
        return 0.0
    lengths = length * norm(b)
    return _between(dot / lengths) if lengths else 0.0


def _between(near: float) -> float:
    return near if -1.0 <= near <= 1.0 else max(-1.0, min(1.0, near))
