"""What a person does besides calling tools: pause, undo, review and merge memories, rate items.

The command line and the page share these; assistants cannot call them.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.model.frame import CLAIMS
from sightline.model.memory import KINDS, Memory
from sightline.store import memory as memories
from sightline.store import usage
from sightline.store.locations import memory_path
from sightline.store.projects import places
from sightline.topics.threads import undo as undoing
from sightline.workspace import privacy


class Undone(NamedTuple):
    """The change that was undone, empty if there was none, and how many memories came back."""

    change: str
    memories: int


def pause(engine: Engine) -> bool:
    """Pause the project; False if it was paused already."""
    return privacy.pause(engine.project, _places(engine), engine.home)


def resume(engine: Engine) -> bool:
    """Resume the project; False if it was not paused."""
    return privacy.resume(engine.project, _places(engine), engine.home)


def _places(engine: Engine) -> tuple[str, ...]:
    if not os.path.exists(memory_path(engine.home)):
        return ()
    return places(engine.memory, engine.project.id)


def undo_topic_change(engine: Engine) -> Undone:
    """Undo the last merge, split, compaction, archiving or reset of topics."""
    memory, project, now = engine.memory, engine.project.id, engine.now()
    with memory.transaction():
        forgotten = undoing.forgotten_memories(memory, project, engine.settings, now=now)
        change = undoing.undo(memory, project, engine.settings, now=now)
        for id in forgotten:
            if memories.tombstone(memory, id) is not None:
                keeper.restore(memory, id, now=now)
    undoing.forget_old(memory, engine.settings, now=now)
    return Undone(change, len(forgotten))


def keep_memory(engine: Engine, id: str) -> Memory:
    """Mark a captured memory as reviewed."""
    return keeper.confirm(engine.memory, id, now=engine.now())


def edit_memory(engine: Engine, id: str, text: str) -> Memory:
    """Replace the text of a memory, which also marks it as reviewed."""
    changes: dict[str, object] = {"text": text.strip(), "reviewed": engine.now()}
    return keeper.update(engine.memory, id, changes, now=engine.now(), person=True)


def drop_memory(engine: Engine, id: str) -> Memory:
    """Forget a memory; `restore_memory` brings it back."""
    return keeper.forget(engine.memory, id, now=engine.now(), person=True)


def restore_memory(engine: Engine, id: str) -> Memory:
    """Bring a forgotten memory back."""
    return keeper.restore(engine.memory, id, now=engine.now())


def merge_memories(engine: Engine, id: str, other_id: str, text: str = "") -> Memory:
    """Put a memory's text and links into another one, and close the merged memory.

    The text defaults to both texts, the surviving one first. A kind that has no successors is
    forgotten instead of closed, which can be undone for thirty days.
    """
    if id == other_id:
        raise UsageError("a memory cannot be merged into itself")
    memory, now = engine.memory, engine.now()
    absorbed, survivor = keeper.find(memory, id), keeper.find(memory, other_id)
    merged = text.strip() or _joined(survivor.text, absorbed.text)
    links = (*survivor.links, *(link for link in absorbed.links if link not in survivor.links))
    tags = (*survivor.tags, *(tag for tag in absorbed.tags if tag not in survivor.tags))
    with memory.transaction():
        changes: dict[str, object] = {"text": merged, "links": links, "tags": tags, "reviewed": now}
        changed = keeper.update(memory, survivor.id, changes, now=now, person=True)
        if "superseded" in KINDS[absorbed.kind].statuses:
            keeper.close_for(memory, absorbed.id, survivor.id, now=now)
        else:
            keeper.forget(memory, absorbed.id, now=now, person=True)
    return changed


def _joined(first: str, second: str) -> str:
    if second.strip() in first:
        return first
    return f"{first.rstrip()}\n{second.strip()}"


def rate_item(engine: Engine, kind: str, key: str, *, useful: bool) -> None:
    """Rate one item that was shown; ranking shows it more or less often."""
    if kind not in CLAIMS:
        raise UsageError(f"no kind of item is called {kind!r}", hint=", ".join(CLAIMS))
    usage.rate(engine.activity, kind, key, project=engine.project.id, useful=useful)
