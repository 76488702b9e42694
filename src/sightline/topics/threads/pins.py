"""What an agent pinned, as a topic that weighs more and is never archived (AS-4, ruling 50)."""

from __future__ import annotations

from typing import NamedTuple

from sightline.model.session import ACTIVE, MEMORY, Topic, Turn
from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.hashing import digest
from sightline.topics.growth import TITLE, term_counts
from sightline.topics.prompt_reader import read

PIN = "pin"
SOURCE = "agent_pin"
MOST_TERMS = 6


class Pin(NamedTuple):
    """What was pinned: a memory's id and text, and how it is to be known."""

    memory: str
    text: str
    title: str
    terms: tuple[str, ...]
    weight: float


def put(memory: Database, project: str, pin: Pin, here: str, *, now: int) -> Topic:
    """Pin to the topic `here`, or to the one this memory has, or to one of its own."""
    name = here or _topic_of(memory, project, pin) or "t-" + digest(f"{project} {pin.memory}", 5)
    before = store.topic(memory, project, name)
    reading = read(pin.text)
    topic = before or Topic(
        name,
        status=ACTIVE,
        title=one_line(pin.title, TITLE),
        terms=pin.terms or reading.spoken[:MOST_TERMS],
        origin=PIN,
        created=now,
    )
    topic = topic._replace(pinned=True, weight=pin.weight, used=max(now, topic.used))
    store.save_topic(memory, project, topic)
    if before is None or here:
        turn = Turn(0, name, PIN, pin.text, now, SOURCE, reading.spoken[:1])
        store.add_turn(memory, project, turn)
        store.add_topic_terms(memory, name, term_counts(reading))
    store.add_touches(memory, name, [(MEMORY, pin.memory, pin.memory)], now=now)
    return topic


def _topic_of(memory: Database, project: str, pin: Pin) -> str:
    """The pinned topic that has this memory already."""
    for name in store.topics_touching(memory, project, MEMORY, pin.memory):
        found = store.topic(memory, project, name)
        if found is not None and found.pinned:
            return name
    return ""
