"""Names for topics: the words their prompts share, in the forms people wrote (FG-23, ruling 3)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from sightline.model.session import Node

JOINER = " | "


def bubbled(children: Iterable[Node], terms: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The most frequent stems over some nodes, ties by alphabet, and how each is shown."""
    counts: dict[str, int] = {}
    forms: dict[str, dict[str, int]] = {}
    for child in children:
        for stem, word in zip(child.stems, child.words, strict=True):
            counts[stem] = counts.get(stem, 0) + 1
            seen = forms.setdefault(stem, {})
            seen[word] = seen.get(word, 0) + 1
    stems = sorted(counts, key=lambda stem: (-counts[stem], stem))[: max(0, terms)]
    return tuple(stems), tuple(shown(forms[stem]) for stem in stems)


def shown(forms: dict[str, int]) -> str:
    """The form written most often; of equal ones the shortest, then the first."""
    return min(forms, key=lambda word: (-forms[word], len(word), word))


def label(words: Iterable[str]) -> str:
    """The words of a label as one text."""
    return JOINER.join(words)
