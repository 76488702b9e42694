"""Which topics are parts of one split: while they are locked, nothing joins them again by itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sightline.model.session import MERGED, Topic
from sightline.store import topics as store
from sightline.store.sqlite.database import Database

# For each topic, itself and the topics that its turns were split off from.
Origins = Mapping[str, frozenset[str]]


def origins_of(
    memory: Database, project: str, topics: Iterable[Topic]
) -> dict[str, frozenset[str]]:
    """Where the turns of these topics came from; an origin that was merged is where it went."""
    return {topic.id: frozenset(_walk_up(memory, project, topic)) for topic in topics}


def _walk_up(memory: Database, project: str, topic: Topic) -> set[str]:
    """The ids of a topic, of its parents, and of what absorbed them."""
    found: set[str] = set()
    current: Topic | None = topic
    while current is not None and current.id not in found:
        found.add(current.id)
        above = current.merged_into if current.status == MERGED else current.parent
        current = store.topic(memory, project, above) if above else None
    return found


def are_kept_apart(one: Topic, other: Topic, origins: Origins) -> bool:
    """Whether a split separated two topics, and one of them is still locked."""
    if not (one.lock or other.lock):
        return False
    return not _origins(one, origins).isdisjoint(_origins(other, origins))


def _origins(topic: Topic, origins: Origins) -> frozenset[str]:
    return origins.get(topic.id, frozenset((topic.id,)))
