"""Decides whether anything fits a question well. Pure.

Prompts have their own threshold in `context.prompt_code`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sightline.context.ranking import path_signals
from sightline.context.ranking.evidence import Evidence
from sightline.context.ranking.mentions import proper_names

# Learned on questions that were put to the project they are about and to three others, with each
# project left out: 9 % of the former and 87 % of the latter are below (a threshold of 0.48 would
# give 7 and 82 %, of 0.54 12 and 89 %). benchmarks/quality_questions.py measures both.
FITS_WELL = 0.52
# One word fills at most this share of a symbol's fit, since any rare word occurs somewhere.
_ONE_WORD = 0.45
# What a file's name adds to its fit if the question has all of its words.
_NAME = 0.6
# How many of the best symbols are judged, and of the heaviest words.
_JUDGED = 12


class Fit(NamedTuple):
    """How well the best matches fit a question."""

    value: float  # 0 for nothing; FITS_WELL and more for a good fit

    @property
    def is_doubtful(self) -> bool:
        """Whether the answer should begin with the doubt."""
        return self.value < FITS_WELL


def doubt_line(words: Sequence[str]) -> str:
    """The sentence that an answer begins with when nothing fits well; `words` are to retry with."""
    retry = f" Words of this project to try instead: {', '.join(words)}." if words else ""
    return f"Nothing here fits the question well; the following is a guess.{retry}\n\n"


def fit_value(evidence: Evidence) -> float:
    """The mean of the fit of the best symbol and of the best file; 1 if the question names code."""
    if _names_code(evidence):
        return 1.0
    heaviest = sum(sorted(evidence.word_weights.values(), reverse=True)[:_JUDGED])
    if not heaviest:
        return 0.0
    symbols = [
        sum(min(part / heaviest, _ONE_WORD) for part in parts)
        for parts in evidence.word_parts[:_JUDGED]
    ]
    names = path_signals.whole_name(evidence)
    files = [
        score / heaviest + _NAME * names.get(id, 0.0) for id, score in evidence.file_text.items()
    ]
    return min(1.0, (max(symbols, default=0.0) + max(files, default=0.0)) / 2)


def _names_code(evidence: Evidence) -> bool:
    """Whether it names a path, a frame, a member with its owner or a name in backquotes, or is a name."""
    names = {*evidence.question.quoted, *proper_names(evidence.question.title)}
    names |= {name for name in evidence.question.names if "_" in name.strip("_")}
    known = any(name in evidence.named for name in names)
    known = known or bool(evidence.named and len(evidence.question.title.split()) == 1)
    return bool(known or evidence.places or evidence.frames or evidence.owned)
