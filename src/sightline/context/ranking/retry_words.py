"""Words of the project to ask with again where nothing fits a question.

They come from what the project's commits call the question's words, from the lists of synonyms and
related words, from other forms of a word, and from functions that commits with a similar message
changed. Only words that the code has are suggested.
"""

import math
from collections.abc import Mapping, Sequence

from sightline.context.ranking.evidence import Evidence
from sightline.context.ranking.query_words import everyday_words, forms_of_root, word_forms
from sightline.store.code import postings
from sightline.store.code.history import learned_words
from sightline.store.sqlite.database import Database
from sightline.text.synonyms import alternatives
from sightline.text.word_lists import is_everyday
from sightline.text.word_root import root
from sightline.text.words import split_identifier

# How many words are suggested, how many of them for one word of the question, and how many other
# words of one are looked up.
MOST, FOR_ONE_WORD, LOOKED_UP = 6, 2, 12
SHORTEST = 4
# What a suggestion from each source is worth; that of a synonym is multiplied by its weight.
LEARNED, FORM, SYNONYM, SPOKEN = 1.2, 1.0, 0.9, 0.35
# An everyday word of the question, or as a suggestion, counts this much.
EVERYDAY = 0.4
# How many of the commits with the most similar messages are read for words.
_COMMITS = 20


def retry_words(
    index: Database,
    evidence: Evidence,
    text: str,
    user: Mapping[str, Sequence[str]] | None = None,
) -> tuple[str, ...]:
    """Words of the project that are near to the question's, the nearest first."""
    near = _of_question(index, evidence, text, user)
    near[""] = _of_commits(evidence)
    counts = postings.document_counts(
        index, postings.SOURCE, {word for words in near.values() for word in words}
    )
    files, _ = postings.documents(index, postings.SOURCE)
    asked = evidence.question.words.keys()
    best: dict[str, float] = {}
    for words in near.values():
        usual: dict[str, str] = {}  # the most frequent form of each word
        for word in words:
            if word in counts and word not in asked and len(word) >= SHORTEST and word.isalpha():
                other = usual.setdefault(root(word), word)
                usual[root(word)] = max(other, word, key=lambda one: counts[one])
        known = {
            word: words[word] * _telling(word, counts[word][0], files) for word in usual.values()
        }
        for word in sorted(known, key=lambda word: (-known[word], word))[:FOR_ONE_WORD]:
            best[word] = max(best.get(word, 0.0), known[word])
    chosen: dict[str, str] = {}  # one form of each word
    for word in sorted(best, key=lambda word: (-best[word], word)):
        chosen.setdefault(root(word), word)
    return tuple(chosen.values())[:MOST]


def _telling(word: str, count: int, files: int) -> float:
    """How much a word tells: rare ones more, everyday ones and those of a single file less."""
    rarity = postings.inverse_frequency(count, files) / math.log(files + 2)
    return (
        math.sqrt(min(1.0, rarity)) * (EVERYDAY if is_everyday(word) else 1.0) * count / (count + 2)
    )


def _of_question(
    index: Database, evidence: Evidence, text: str, user: Mapping[str, Sequence[str]] | None
) -> dict[str, dict[str, float]]:
    """By word of the question: words of the code that are near to it, with weights."""
    words = evidence.question.words
    everyday = everyday_words(evidence.question)
    bases = {word: root(word) for word in words}
    listed = alternatives(text, user)
    learned: dict[str, dict[str, float]] = {}
    for one in learned_words(index, set(bases.values())):
        learned.setdefault(one.word, {})[one.other] = LEARNED * one.weight
    known = postings.document_counts(index, postings.SOURCE, words)
    near = {}
    for word, base in bases.items():
        own = dict(learned.get(base, {}))
        if word not in known:
            own |= dict.fromkeys(word_forms(index, word), FORM)
        others = listed.get(base, {})
        for other in sorted(others, key=lambda other: (-others[other], other))[:LOOKED_UP]:
            for form in forms_of_root(index, other, SHORTEST):
                own[form] = max(own.get(form, 0.0), SYNONYM * others[other])
        share = EVERYDAY if word in everyday else 1.0
        near[word] = {other: share * weight for other, weight in own.items()}
    return near


def _of_commits(evidence: Evidence) -> dict[str, float]:
    """Words of the names of functions that commits with a similar message changed."""
    spoken: dict[str, float] = {}
    for commit in evidence.messages[:_COMMITS]:
        for part in {part for _, name in commit.functions for part in split_identifier(name)}:
            spoken[part] = spoken.get(part, 0.0) + commit.score
    highest = max(spoken.values(), default=1.0)
    return {part: SPOKEN * score / highest for part, score in spoken.items()}
