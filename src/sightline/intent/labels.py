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


TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from sightline.model.session import Node

JOINER = " | "


def bubbled(children: Iterable[Node], terms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The most frequent stems over some nodes, ties by alphabet, and how each is shown."""
    below = tuple(children)
    counts = counted(child.stems for child in below)
    least = sorted(counts.values(), reverse=True)[: max(0, terms)][-1:]
    often = [stem for stem, count in counts.items() if least and count >= least[0]]
    stems = sorted(often, key=lambda stem: (-counts[stem], stem))[: max(0, terms)]
    wanted = set(stems)
    forms: dict[str, dict[str, int]] = {stem: {} for stem in stems}
    for child in below:
        if wanted.isdisjoint(child.stems):
            continue
        for stem, word in zip(child.stems, child.words, strict=True):
            if stem in wanted:
                forms[stem][word] = forms[stem].get(word, 0) + 1
    return tuple(stems), tuple(_shown(forms[stem]) for stem in stems)


def counted(lists: Iterable[Iterable[str]]) -> dict[str, int]:
    """How often each word stands in these lists."""
    counts: dict[str, int] = {}
    count_elements(counts, chain.from_iterable(lists))
    return counts


def _shown(forms: dict[str, int]) -> str:
    """The form written most often; of equal ones the shortest, then the first."""
    return min(forms, key=lambda word: (-forms[word], len(word), word))


def label(words: Iterable[str]) -> str:
    """The words of a label as one text."""
    return JOINER.join(words)
