"""Learns a project's own vocabulary: words of commit messages with the names of what they changed.

Pure. Two words belong together if they meet in more commits than chance explains.
"""

from collections import Counter
from collections.abc import Iterable
from math import log
from typing import NamedTuple

from sightline.model.indexed import IndexedCommit
from sightline.store.code.history import LearnedWord
from sightline.text.word_lists import STOP_WORDS, is_chore, is_code_talk, is_everyday
from sightline.text.word_root import root
from sightline.text.words import split_identifier, words

# A commit that touches more files tells little about the words of any of them.
MOST_FILES = 12
_MOST_SPOKEN, _MOST_NAMED = 30, 40
_SHORTEST, _LONGEST = 3, 30
# Two words must meet in this many commits; a word in a larger share of all commits says nothing.
FEWEST_COMMITS = 3
_LARGEST_SHARE = 0.1
# Normalised pointwise mutual information: 0 is chance, 1 is always together.
_LEAST_WEIGHT = 0.3
MOST_PER_WORD, MOST_PAIRS = 5, 4_000


class CommitWords(NamedTuple):
    """The roots of a commit's message, and of the names of what it changed."""

    spoken: list[str]
    named: list[str]


def learn(commits: Iterable[IndexedCommit]) -> list[LearnedWord]:
    """The words that belong together in these commits, the surest first; bounded."""
    written: dict[str, str] = {}  # a word by its root
    told = [words_of(commit, written) for commit in commits if len(commit.files) <= MOST_FILES]
    spoken = Counter(word for one in told for word in one.spoken)
    named = Counter(word for one in told for word in one.named)
    most = max(FEWEST_COMMITS, int(_LARGEST_SHARE * len(told)))

    def tells(counts: Counter[str], word: str) -> bool:
        return FEWEST_COMMITS <= counts[word] <= most

    pairs: Counter[tuple[str, str]] = Counter()
    for one in told:
        names = [word for word in one.named if tells(named, word)]
        for word in one.spoken:
            if tells(spoken, word):
                pairs.update((word, name) for name in names if name != word)
    learned = []
    for (word, name), together in pairs.items():
        if together >= FEWEST_COMMITS:
            weight = _weight(together, spoken[word], named[name], len(told))
            if weight >= _LEAST_WEIGHT:
                learned.append(LearnedWord(word, written[name], round(weight, 3), together))
    learned.sort(key=lambda one: (-one.weight, -one.commits, one.word, one.other))
    return _bounded(learned)


def _bounded(learned: list[LearnedWord]) -> list[LearnedWord]:
    """The first few pairs of each word, and not too many in all."""
    taken: Counter[str] = Counter()
    kept: list[LearnedWord] = []
    for one in learned:
        if taken[one.word] < MOST_PER_WORD and len(kept) < MOST_PAIRS:
            taken[one.word] += 1
            kept.append(one)
    return kept


def _weight(together: int, spoken: int, named: int, total: int) -> float:
    """How much more often two words meet than by chance, less for few commits."""
    if together >= total:
        return 0.0
    information = log(together * total / (spoken * named)) / -log(together / total)
    return information * together / (together + 1)


def words_of(commit: IndexedCommit, written: dict[str, str] | None = None) -> CommitWords:
    """The words of a commit that may say something; they are added to `written` by their roots."""
    written = {} if written is None else written
    names = [path.rpartition("/")[2].partition(".")[0] for path in commit.files]
    names += [name for _, name in commit.functions]
    parts = (part for name in names for part in split_identifier(name))
    return CommitWords(
        _roots(words(commit.message), written)[:_MOST_SPOKEN],
        _roots(parts, written)[:_MOST_NAMED],
    )


def _roots(texts: Iterable[str], written: dict[str, str]) -> list[str]:
    """The roots of words that may say something, each once."""
    roots: dict[str, None] = {}
    for word in texts:
        if _says_something(word):
            base = root(word)
            written.setdefault(base, word)
            roots[base] = None
    return list(roots)


def _says_something(word: str) -> bool:
    if not _SHORTEST <= len(word) <= _LONGEST or not word.isalpha() or word in STOP_WORDS:
        return False
    return not (is_everyday(word) or is_chore(word) or is_code_talk(word))
