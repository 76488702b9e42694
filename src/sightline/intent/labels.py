"""Names for topics: the words their prompts share, in the forms people wrote (FG-23, ruling 3)."""

from __future__ import annotations

from collections import Counter
from itertools import chain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from sightline.model.session import Node

JOINER = " | "


def bubbled(children: Iterable[Node], terms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The most frequent stems over some nodes, ties by alphabet, and how each is shown."""
    below = tuple(children)
    counts = Counter(chain.from_iterable(child.stems for child in below))
    least = sorted(counts.values(), reverse=True)[: max(0, terms)][-1:]
    often = [stem for stem, count in counts.items() if least and count >= least[0]]
    stems = sorted(often, key=lambda stem: (-counts[stem], stem))[: max(0, terms)]
    wanted = set(stems)
    written = Counter(
        pair
        for child in below
        for pair in zip(child.stems, child.words, strict=True)
        if pair[0] in wanted
    )
    forms: dict[str, dict[str, int]] = {stem: {} for stem in stems}
    for (stem, word), count in written.items():
        forms[stem][word] = count
    return tuple(stems), tuple(_shown(forms[stem]) for stem in stems)


def _shown(forms: dict[str, int]) -> str:
    """The form written most often; of equal ones the shortest, then the first."""
    return min(forms, key=lambda word: (-forms[word], len(word), word))


def label(words: Iterable[str]) -> str:
    """The words of a label as one text."""
    return JOINER.join(words)
