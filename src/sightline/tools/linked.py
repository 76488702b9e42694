"""What is remembered about code, in short, for the tools that show code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.errors import StoreError
from sightline.model.memory import CLOSED
from sightline.store import memory as store
from sightline.tools.linking import judging
from sightline.tools.recalling import Recalled, memory_value

if TYPE_CHECKING:
    from sightline.engine import Engine

MOST = 5


def memories_of_symbol(engine: Engine, qualified: str) -> list[dict[str, Any]]:
    """The memories linked to a symbol, fresh ones first; observations of tool calls left out."""
    try:
        numbers = store.linked_to_names(engine.memory, [qualified], limit=50)
    except StoreError:
        return []
    if not numbers:
        return []
    states = judging(engine)
    found = [
        Recalled(memory, states(memory))
        for memory in store.of_numbers(engine.memory, numbers)
        if memory.kind != "auto"
        and memory.status not in CLOSED
        and memory.project in (engine.project.id, "")
    ]
    found.sort(key=lambda one: one.state in ("needs_review", "stale"))
    return [memory_value(one) for one in found[:MOST]]


def count_memories(engine: Engine) -> int:
    """How many memories the project has; observations of tool calls are not counted."""
    try:
        counts = store.counts(engine.memory, engine.project.id)
    except StoreError:
        return 0
    return sum(count for kind, count, _ in counts if kind != "auto")
