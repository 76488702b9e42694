"""Names for topics: the words their prompts share, in the forms people wrote (FG-23, ruling 3)."""

from __future__ import annotations

from itertools import chain

try:
    # What `collections.Counter` counts with.
    from _collections import _count_elements as count_elements  # type: ignore[import-not-found]
except ImportError:  # pragma: no cover - an interpreter that has no such thing

    def count_elements(counts: dict[str, int], words: Iterable[str]) -> None:
        """Count each of the words."""
        for word in words:
            counts[word] = counts.get(word, 0) + 1


from collections.abc import Iterable

from sightline.model.session import Node

JOINER = " | "


class Below:
    """What the nodes below a label say: how often each stem, and in which words."""

    __slots__ = ("_counts", "_forms", "_nodes")

    def __init__(self, children: Iterable[Node]) -> None:
        self._nodes = {child.number: child for child in children}
        self._counts = counted([child.stems for child in self._nodes.values()])
        # Of the stems a label asked for; all others are not looked for.
        self._forms: dict[str, dict[str, int]] = {}

    def add(self, node: Node) -> None:
        """One more node stands below."""
        self._nodes[node.number] = node
        count_elements(self._counts, node.stems)
        for stem, word in zip(node.stems, node.words, strict=True):
            if stem in self._forms:
                count_elements(self._forms[stem], (word,))

    def remove(self, node: Node) -> None:
        """This node stands there no longer."""
        del self._nodes[node.number]
        for stem, word in zip(node.stems, node.words, strict=True):
            _count_less(self._counts, stem)
            if stem in self._forms:
                _count_less(self._forms[stem], word)

    def label(self, terms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The most frequent stems, ties by alphabet, and how each is shown."""
        stems, forms = _most_frequent(self._counts, terms), self._forms
        if any(map(_is_number, stems)):
            # A number names nothing: dates and times of what was pasted.
            named = {stem: n for stem, n in self._counts.items() if not _is_number(stem)}
            stems = _most_frequent(named, terms)
        unknown = {stem for stem in stems if stem not in forms}
        if unknown:
            forms.update(self._forms_of(unknown))
        return tuple(stems), tuple([_shown(forms[stem]) for stem in stems])

    def _forms_of(self, stems: set[str]) -> dict[str, dict[str, int]]:
        """How often each of these stems was written in which form."""
        nodes = [(node.stems, node.words) for node in self._nodes.values()]
        words: dict[str, list[str]] = {stem: [] for stem in stems}
        for said, written in nodes:
            for stem in stems.intersection(said):
                words[stem].append(written[said.index(stem)])
        for stem, found in words.items():
            if len(found) < self._counts[stem]:
                # Somebody said it more than once.
                pairs = chain.from_iterable([zip(*node, strict=True) for node in nodes])
                words[stem] = [word for other, word in pairs if other == stem]
        return {stem: counted((found,)) for stem, found in words.items()}


def bubbled(children: Iterable[Node], terms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The most frequent stems over some nodes, ties by alphabet, and how each is shown."""
    return Below(children).label(terms)


def counted(lists: Iterable[Iterable[str]]) -> dict[str, int]:
    """How often each word stands in these lists."""
    counts: dict[str, int] = {}
    count_elements(counts, chain.from_iterable(lists))
    return counts


def _most_frequent(counts: dict[str, int], most: int) -> list[str]:
    least = sorted(counts.values(), reverse=True)[: max(0, most)][-1:]
    often = [stem for stem, count in counts.items() if least and count >= least[0]]
    return sorted(often, key=lambda stem: (-counts[stem], stem))[: max(0, most)]


def _is_number(stem: str) -> bool:
    return stem[0].isdigit() and not any(map(str.isalpha, stem))


def _count_less(counts: dict[str, int], word: str) -> None:
    if counts[word] > 1:
        counts[word] -= 1
    else:
        del counts[word]


def _shown(forms: dict[str, int]) -> str:
    """The form written most often; of equal ones the shortest, then the first."""
    return min(forms, key=lambda word: (-forms[word], len(word), word))


def label(words: Iterable[str]) -> str:
    """The words of a label as one text."""
    return JOINER.join(words)
