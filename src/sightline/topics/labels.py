"""Labels of topics: the words their prompts share, in the forms people wrote (FG-23, ruling 3)."""

from collections.abc import Iterable
from itertools import chain
from typing import NamedTuple

from sightline.model.session import Node
from sightline.text.foreign_words import FOREIGN_STOP_WORDS

try:
    # The C function behind `collections.Counter`.
    from _collections import _count_elements as count_elements  # type: ignore[import-not-found]
except ImportError:  # pragma: no cover - an interpreter without it

    def count_elements(counts: dict[str, int], words: Iterable[str]) -> None:
        """Count each of the words."""
        for word in words:
            counts[word] = counts.get(word, 0) + 1


JOINER = " | "


class Label(NamedTuple):
    """The most frequent stems below a node, and the word that stands for each."""

    stems: tuple[str, ...]
    words: tuple[str, ...]

    @property
    def text(self) -> str:
        """The label as it is shown."""
        return join_words(self.words)


class ChildWords:
    """The words of the nodes below a label: how often each stem occurs, and in which forms."""

    __slots__ = ("_counts", "_forms", "_nodes")

    def __init__(self, children: Iterable[Node]) -> None:
        self._nodes = {child.number: child for child in children}
        self._counts = count_words([child.stems for child in self._nodes.values()])
        # Filled for the stems of a label only; the others are never looked up.
        self._forms: dict[str, dict[str, int]] = {}

    def add(self, node: Node) -> None:
        """A node was added below."""
        self._nodes[node.number] = node
        count_elements(self._counts, node.stems)
        for stem, word in zip(node.stems, node.words, strict=True):
            if stem in self._forms:
                count_elements(self._forms[stem], (word,))

    def remove(self, node: Node) -> None:
        """A node below was removed."""
        del self._nodes[node.number]
        for stem, word in zip(node.stems, node.words, strict=True):
            _count_down(self._counts, stem)
            if stem in self._forms:
                _count_down(self._forms[stem], word)

    def label(self, most: int) -> Label:
        """The most frequent stems, ties by alphabet, each with its most common form.

        Numbers do not name anything: they are dates and times in pasted text. Neither do function
        words of any language; they only stand where there is nothing else.
        """
        named = self._counts
        while True:
            stems = _most_frequent(named, most)
            words = self._words_of(stems)
            empty = {s for s, w in zip(stems, words, strict=True) if _names_nothing(s, w)}
            if not empty:
                return Label(tuple(stems), words)
            rest = {stem: n for stem, n in named.items() if stem not in empty}
            if not rest and not all(map(_is_number, empty)):
                return Label(tuple(stems), words)
            named = rest

    def _words_of(self, stems: list[str]) -> tuple[str, ...]:
        """The most common form of each of these stems."""
        forms = self._forms
        missing = {stem for stem in stems if stem not in forms}
        if missing:
            forms.update(self._count_forms(missing))
        return tuple([_common_form(forms[stem]) for stem in stems])

    def _count_forms(self, stems: set[str]) -> dict[str, dict[str, int]]:
        """How often each of these stems was written in which form."""
        nodes = [(node.stems, node.words) for node in self._nodes.values()]
        forms: dict[str, list[str]] = {stem: [] for stem in stems}
        for node_stems, node_words in nodes:
            for stem in stems.intersection(node_stems):
                forms[stem].append(node_words[node_stems.index(stem)])
        for stem, words in forms.items():
            if len(words) < self._counts[stem]:
                # One node has the stem more than once.
                pairs = chain.from_iterable([zip(*node, strict=True) for node in nodes])
                forms[stem] = [word for other, word in pairs if other == stem]
        return {stem: count_words((words,)) for stem, words in forms.items()}


def count_words(lists: Iterable[Iterable[str]]) -> dict[str, int]:
    """How often each word occurs in these lists."""
    counts: dict[str, int] = {}
    count_elements(counts, chain.from_iterable(lists))
    return counts


def join_words(words: Iterable[str]) -> str:
    """The words of a label as one text."""
    return JOINER.join(words)


def _most_frequent(counts: dict[str, int], most: int) -> list[str]:
    least = sorted(counts.values(), reverse=True)[: max(0, most)][-1:]
    frequent = [stem for stem, count in counts.items() if least and count >= least[0]]
    return sorted(frequent, key=lambda stem: (-counts[stem], stem))[: max(0, most)]


def _names_nothing(stem: str, word: str) -> bool:
    return _is_number(stem) or word in FOREIGN_STOP_WORDS


def _is_number(stem: str) -> bool:
    return stem[0].isdigit() and not any(map(str.isalpha, stem))


def _count_down(counts: dict[str, int], word: str) -> None:
    if counts[word] > 1:
        counts[word] -= 1
    else:
        del counts[word]


def _common_form(forms: dict[str, int]) -> str:
    """The form written most often; of equal ones the shortest, then the first."""
    return min(forms, key=lambda word: (-forms[word], len(word), word))
