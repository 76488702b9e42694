"""What is remembered about code, in short, for the tools that show code."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.expiry import as_of
from sightline.model.memory import CLOSED
from sightline.store import memory as store
from sightline.tools.memory_links import judging
from sightline.tools.recall import Recalled, memory_line

MOST = 5
LOOKED_AT = 200
LONGEST = 240


def memories_of_symbols(engine: Engine, names: Sequence[str]) -> dict[str, list[Recalled]]:
    """The memories linked to each symbol, fresh ones first; notes of tool calls left out."""
    try:
        numbers = store.linked_to_names(engine.memory, names, limit=LOOKED_AT)
        memories = store.of_numbers(engine.memory, numbers) if numbers else []
    except StoreError:
        return {}
    states = judging(engine) if memories else None
    found: dict[str, list[Recalled]] = {}
    for kept in memories:
        memory = as_of(kept, engine.now())
        if memory is None or memory.status in CLOSED:
            continue
        if memory.project not in (engine.project.id, ""):
            continue
        recalled = Recalled(memory, states(memory) if states is not None else ())
        for name in dict.fromkeys(link.name for link in memory.links):
            found.setdefault(name, []).append(recalled)
    for some in found.values():
        some.sort(key=lambda one: one.state in ("needs_review", "stale"))
    return {name: some[:MOST] for name, some in found.items()}


def remembered_line(found: Recalled) -> str:
    """A memory in one line below the code it is about, with what became of that code."""
    changes = [state.change for state in found.states if state.change]
    said = f" ({'; '.join(changes)})" if changes else ""
    return f"  memory {memory_line(found, LONGEST)}{said}"


def count_memories(engine: Engine) -> int:
    """How many memories the project has; observations of tool calls are not counted."""
    try:
        counts = store.counts(engine.memory, engine.project.id)
    except StoreError:
        return 0
    return sum(count for kind, count, _ in counts if kind != "auto")
