"""The session that calls a tool, and the topic it is on."""

from __future__ import annotations

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.model.session import SessionKey
from sightline.store import topics as store
from sightline.store import turns
from sightline.topics.tracker import touch


def current_topic(engine: Engine, key: SessionKey | None) -> str:
    """The topic of the calling session; without a session, the project's last one."""
    memory, project = engine.memory, engine.project.id
    if key is None:
        return store.counters(memory, project).last_topic
    place = store.place_of(memory, project, _known_as(engine, key))
    return place.topic if place else ""


def link_memory(engine: Engine, key: SessionKey | None, memory_id: str) -> None:
    """Link a memory to the topic the calling session is on, so that it comes back with it."""
    if key is None or not key.session:
        return
    try:
        touch(engine.memory, current_topic(engine, key), now=engine.now(), memories=[memory_id])
    except StoreError:
        return  # the memory is kept, only the link is missing


def _known_as(engine: Engine, key: SessionKey) -> SessionKey:
    """The key under which hooks record this session: a caller may not name its assistant."""
    agent = turns.agent_of_session(engine.memory, engine.project.id, key)
    return key._replace(agent=agent) if agent else key
