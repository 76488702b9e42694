"""Which of several memories about the same holds: the one of the most specific scope.

A repository comes before everywhere, and one's own before what others share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sightline.memory.duplicates import contradiction, same_words, shared_subject
from sightline.memory.vocabulary import roots
from sightline.model.memory import ORGANISATION, TEAM, Memory
from sightline.store import memory_search
from sightline.store.sqlite.database import Database

OWN, USER = "project", "user"
ORDER = (OWN, TEAM, USER, ORGANISATION)


def scope_of(memory: Memory) -> str:
    """Whose a memory is and where it holds: project, team, user or organisation."""
    return memory.scope or (OWN if memory.project else USER)


def overruled(database: Database, memories: Sequence[Memory]) -> dict[int, Memory]:
    """The memories that a more specific one overrules, by number, each with the one that holds."""
    # Rare words that both have make one subject.
    counts = memory_search.counts(database, {w for one in memories for w in roots(one.text)})
    ranked = sorted(memories, key=lambda memory: ORDER.index(scope_of(memory)))
    losers: dict[int, Memory] = {}
    for at, specific in enumerate(ranked):
        for general in ranked[at + 1 :]:
            if scope_of(specific) == scope_of(general) or specific.number in losers:
                continue
            if _is_same_subject(specific, general, counts):
                losers.setdefault(general.number, specific)
    return losers


def _is_same_subject(one: Memory, other: Memory, counts: Mapping[str, int]) -> bool:
    if same_words(one.text, other.text):
        return True
    return bool(shared_subject(one, other, counts)) and bool(contradiction(one.text, other.text))
