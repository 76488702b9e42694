"""Whether what a memory is about still is as it was, told from the working tree at this moment."""

from __future__ import annotations

from collections.abc import Callable

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.memory.links import judge_all
from sightline.model.memory import LinkState, Memory
from sightline.store.code.link_view import IndexView
from sightline.workspace.source import Sources


def judged(engine: Engine) -> Callable[[Memory], tuple[LinkState, ...]]:
    """A function that checks a memory's links against the working tree as it is now."""

    def states(memory: Memory) -> tuple[LinkState, ...]:
        # Memories of other projects link to other working trees.
        if memory.project not in (engine.project.id, ""):
            return ()
        try:
            view = IndexView(engine.index)
        except StoreError:
            return ()
        return judge_all(memory.links, view, Sources(engine.project.root))

    return states
