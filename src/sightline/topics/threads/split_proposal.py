"""Proposes how a topic could be split: its turns in groups of what they talk about. Reads only."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

from sightline.model.session import PROMPT, Turn
from sightline.topics.labels import label
from sightline.topics.prompt_reader import Reading, read
from sightline.topics.similarity import centroid_cosine

# From here a turn goes on with a group.
ALIKE = 0.15
MOST_WORDS = 3


def proposed_groups(turns: Sequence[Turn]) -> list[tuple[str, list[int]]]:
    """Groups of turns with a title each, oldest first; one group means: better left together.

    A turn joins the group it has most words in common with; one that names nothing, and every
    reply, stays with the turn before it.
    """
    readings = [read(turn.text) if turn.role == PROMPT else None for turn in turns]
    spread = Counter(term for reading in readings if reading for term in reading.terms)

    def rarity(term: str) -> float:
        return 1 / math.sqrt(spread[term])

    said: list[Counter[str]] = []
    members: list[list[int]] = []
    current = -1
    for turn, reading in zip(turns, readings, strict=True):
        if reading is not None and (reading.terms or current < 0):
            current = _group_of(reading, said, rarity)
            if current == len(said):
                said.append(Counter())
                members.append([])
            said[current].update(reading.terms)
        if current >= 0:
            members[current].append(turn.number)
    written = _written(readings)
    return [
        (label(written[term] for term, _ in words.most_common(MOST_WORDS)), numbers)
        for words, numbers in zip(said, members, strict=True)
    ]


def _group_of(
    reading: Reading, said: Sequence[Counter[str]], rarity: Callable[[str], float]
) -> int:
    best, found = ALIKE, len(said)
    asked = dict.fromkeys(reading.terms, 1.0)
    for place, words in enumerate(said):
        near = centroid_cosine(asked, words, rarity)
        if near > best:
            best, found = near, place
    return found


def _written(readings: Sequence[Reading | None]) -> dict[str, str]:
    """Each stem as it was written first."""
    found: dict[str, str] = {}
    for reading in readings:
        for term, word in zip(reading.terms, reading.spoken, strict=True) if reading else ():
            found.setdefault(term, word)
    return found
