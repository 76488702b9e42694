"""Decides whether anything fits a question well, and which words of the project to ask with instead.

Pure but for the lookup of words. Prompts have their own threshold in `context.prompt_code`.
"""

import math
from typing import NamedTuple

from sightline.context.ranking.evidence import Evidence
from sightline.context.ranking.mentions import proper_names
from sightline.context.ranking.query_words import word_forms
from sightline.store.code import postings
from sightline.store.sqlite.database import Database
from sightline.text.words import split_identifier

# Calibrated on questions that were put to the project they are about and to another one: 7 % of
# the former and 69 % of the latter are below (benchmarks/quality_questions.py measures both).
FITS_WELL = 0.3
# One word fills at most this share of the fit, since any rare word occurs somewhere.
_ONE_WORD = 0.45
# How many of the best symbols are judged, commits are read for words, and words are suggested.
_JUDGED, _COMMITS, _SUGGESTED = 12, 20, 6
# The shortest word that is looked up by its beginning or suggested, and that beginning.
_SHORTEST, _START = 4, 4
# How many words are suggested for one that the project does not have.
_ALIKE = 2


class Fit(NamedTuple):
    """How well the best match fits a question, and words of the project that are near to it."""

    value: float  # 0 for nothing; FITS_WELL and more for a good fit
    words: tuple[str, ...]  # to ask again with, the nearest first; empty if the fit is good

    @property
    def is_doubtful(self) -> bool:
        """Whether the answer should begin with the doubt."""
        return self.value < FITS_WELL


def doubt_line(fit: Fit) -> str:
    """The sentence that an answer begins with when nothing fits well; empty otherwise."""
    if not fit.is_doubtful:
        return ""
    words = f" Words of this project to try instead: {', '.join(fit.words)}." if fit.words else ""
    return f"Nothing here fits the question well; the following is a guess.{words}\n\n"


def fit(index: Database, evidence: Evidence) -> Fit:
    """How well the best match fits the question."""
    value = fit_value(evidence)
    return Fit(value, nearest_words(index, evidence) if value < FITS_WELL else ())


def fit_value(evidence: Evidence) -> float:
    """The share of the question's weight that the best symbol has; 1 if the question names code."""
    if _names_code(evidence):
        return 1.0
    heaviest = sum(sorted(evidence.word_weights.values(), reverse=True)[:_JUDGED])
    if not heaviest:
        return 0.0
    shares = [
        sum(min(part / heaviest, _ONE_WORD) for part in parts)
        for parts in evidence.word_parts[:_JUDGED]
    ]
    return min(1.0, max(shares, default=0.0))


def nearest_words(index: Database, evidence: Evidence) -> tuple[str, ...]:
    """Words of the project that are near to the question's: other forms, and what history says.

    Commits with a similar message changed functions: the words of their names are how the project
    calls what the question describes.
    """
    asked = evidence.question.words
    words: dict[str, float] = {}
    known = postings.document_counts(index, postings.SOURCE, asked)
    for word in asked:
        if word in known or len(word) < _SHORTEST:
            continue
        alike = word_forms(index, word)
        alike = alike or postings.words_starting(index, postings.SOURCE, word[:_START], _ALIKE)
        words |= dict.fromkeys(alike[:_ALIKE], 1.0)
    spoken: dict[str, float] = {}
    for commit in evidence.messages[:_COMMITS]:
        parts = {part for _, name in commit.functions for part in split_identifier(name)}
        for part in parts:
            spoken[part] = spoken.get(part, 0.0) + commit.score
    counts = postings.document_counts(index, postings.SOURCE, spoken)
    files, _ = postings.documents(index, postings.SOURCE)
    highest = max(spoken.values(), default=1.0)
    for part, score in spoken.items():
        if part in counts:
            rarity = postings.inverse_frequency(counts[part][0], files) / math.log(files + 2)
            words[part] = max(words.get(part, 0.0), score / highest * rarity)
    usable = [word for word in words if word not in asked and len(word) >= _SHORTEST]
    return tuple(sorted(usable, key=lambda word: (-words[word], word))[:_SUGGESTED])


def _names_code(evidence: Evidence) -> bool:
    """Whether the question names a path, a frame, a member with its owner or a name in backquotes."""
    names = {*evidence.question.quoted, *proper_names(evidence.question.title)}
    names |= {name for name in evidence.question.names if "_" in name.strip("_")}
    known = any(name in evidence.named for name in names)
    return bool(known or evidence.places or evidence.frames or evidence.owned)
