"""How complete the index is while it is being built, for whoever reads it meanwhile."""

from __future__ import annotations

import os
from typing import NamedTuple

from sightline.engine import Engine
from sightline.errors import StoreError
from sightline.store.code import reader

# Modules whose tools answer from the index.
MODULES = ("symbols", "graph", "repository", "capsule", "search", "context")


class Completeness(NamedTuple):
    """Files read, files to read, and whether that is all there is to know."""

    done: int
    total: int
    ready: bool

    @property
    def percent(self) -> int:
        """A hundred only when nothing is left."""
        if self.ready:
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0


def completeness(engine: Engine) -> Completeness:
    """How far the index of this root is."""
    try:
        if reader.is_ready(engine.index):
            return Completeness(0, 0, True)
        done, todo = engine.index.row("code.progress") or (0, 0)
    except StoreError:
        return Completeness(0, 0, False)
    return Completeness(int(done), int(done) + int(todo or 0), False)


def reads_index(module: str) -> bool:
    """Whether the tools of this module answer from the index."""
    return module.rpartition(".")[2] in MODULES


def note(engine: Engine, module: str) -> str:
    """The line that an answer from an unfinished index ends with, or nothing."""
    return unfinished(engine) if reads_index(module) else ""


def unfinished(engine: Engine) -> str:
    """What an answer has to say whose index cannot know all, above all one that found nothing."""
    root = engine.project.root
    if not os.path.isdir(root):
        return f"{root} is gone, moved or renamed: start the server again where the project is now"
    state = completeness(engine)
    if state.ready:
        return ""
    read = f" ({state.done:,} of {state.total:,} files)" if state.total > state.done else ""
    return (
        f"index {state.percent} % complete{read}: answers may miss files; "
        "unless it is being built now, run: sightline index"
    )
