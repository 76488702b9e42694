"""How sure a prompt's words make it that the prompt is about this project's code."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

from sightline.context.ranking import mentions
from sightline.context.ranking.named_symbols import looks_like_code
from sightline.context.ranking.query_words import EVERYDAY_SHARE, everyday_words
from sightline.context.ranking.question import Question, understand
from sightline.store.code.evidence import Text
from sightline.text.word_lists import is_chore, is_code_talk

# The most one word can contribute, and what two or more must contribute together, per logarithm of
# the number of symbols: a single match, however rare, is chance. Holds from 900 to 60,000 symbols.
ONE_WORD, TOGETHER = 0.7, 0.9
# How many of the best matches are explained word by word, and how many of those are judged.
EXPLAINED, JUDGED = 30, 3
# Shorter words that begin with a digit are times and counts.
SHORT_NUMBER = 6
# A prompt with fewer words is read with what was said before it; those words weigh this much.
FEW_WORDS, CONTEXT_WEIGHT, CONTEXT_WORDS = 5, 0.5, 25
# Words that refer to an earlier prompt or continue it.
_BACK_REFERENCES = (
    r"^\W*(?:and|but|so|then|now)\b"
    r"|\b(?:its?|this|that|these|those|them|they|here|there|too|also|same|other)\b"
)


def read_prompt(prompt: str) -> Question:
    """The question of a prompt, without numbers such as times and counts."""
    question = understand(prompt)
    words = {
        word: weight
        for word, weight in question.words.items()
        if not (word[0].isdigit() and len(word) < SHORT_NUMBER)
    }
    return question._replace(words=words)


def with_context(question: Question, earlier: Iterable[str]) -> Question:
    """A short question with the words of what was said before it, which weigh less."""
    if len(question.words) >= FEW_WORDS:
        return question
    words = dict(question.words)
    for text in earlier:
        said = understand(text).words
        highest = max(said.values(), default=1.0)
        for word in sorted(said, key=lambda word: -said[word])[:CONTEXT_WORDS]:
            weight = CONTEXT_WEIGHT * said[word] / highest
            words[word] = max(words.get(word, 0.0), weight)
    return question._replace(words=words)


def confidence_of(text: Text) -> float:
    """How sure the words alone make it that the prompt is about this project's code: 1 is enough.

    At least two words must occur in one symbol, since any rare word occurs somewhere.
    """
    scale = math.log(10 + text.totals[1])
    best = 0.0
    for parts in sorted(text.parts, key=sum, reverse=True)[:JUDGED]:
        best = max(best, sum([min(part / scale, ONE_WORD) for part in parts]))
    return best / TOGETHER


def everyday_weights(question: Question) -> dict[str, float]:
    """The lower weights of everyday words, which do not show that a prompt is about code.

    The words of an option count in full: `line` in `--line-range` is not an everyday word. All
    words count less if the prompt has only words of chores, or refers to code of an earlier
    prompt ("handle its error case too").
    """
    named = {word for option in question.options for word in option.split("-")}
    words = question.words.keys() - named
    everyday = everyday_words(question)
    rest = [word for word in words - everyday if not is_chore(word)]
    vague = not named and all(map(is_code_talk, rest)) and (not rest or _refers_back(question))
    return dict.fromkeys(words if vague else everyday, EVERYDAY_SHARE)


def mentions_code(question: Question) -> bool:
    """Whether the text seems to mention code by a name, path or stack frame."""
    names = any(map(looks_like_code, question.names)) or mentions.proper_names(question.title)
    places = question.places or question.frames or question.dotted or question.quoted
    return bool(names or places)


def _refers_back(question: Question) -> bool:
    """Whether a word refers to an earlier prompt."""
    return re.compile(_BACK_REFERENCES, re.IGNORECASE).search(question.title) is not None
