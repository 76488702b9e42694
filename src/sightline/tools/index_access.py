"""Access to the index for tools: which root is meant, how complete its index is, and refreshing it."""

from __future__ import annotations

import os
from collections.abc import Callable
from difflib import get_close_matches
from typing import NamedTuple

from sightline.engine import Engine
from sightline.errors import SightlineError, StoreError, StoreMissing, UnknownName
from sightline.model.indexed import IndexedFile
from sightline.store.code import reader
from sightline.store.code.lease import hold_lease
from sightline.workspace.source import Sources

# Takes the name of the phase, the steps done and the steps in total.
Progress = Callable[[str, int, int], None]


class Completeness(NamedTuple):
    """How far an index is: files read, files in total, and whether it is ready."""

    done: int
    total: int
    ready: bool

    @property
    def percent(self) -> int:
        """The percentage of files read; 100 only when the index is ready."""
        if self.ready:
            return 100
        return min(99, self.done * 100 // self.total) if self.total else 0


def engine_for(engine: Engine, repo: str) -> Engine:
    """The engine of the named root; without a name, the given engine."""
    if not repo:
        return engine
    for sibling in engine.siblings:
        if repo in (sibling.project.name, sibling.project.root, sibling.project.id):
            return sibling
    names = tuple(sibling.project.name for sibling in engine.siblings)
    near = tuple(get_close_matches(repo, names, n=3, cutoff=0.3)) or names
    raise UnknownName("repo", repo, nearest=near)


def has_index(engine: Engine) -> bool:
    """Whether this project was ever indexed."""
    try:
        engine.index.value("meta.read", key="state")
    except StoreMissing:
        return False
    return True


def completeness(engine: Engine) -> Completeness:
    """How far the index of this root is."""
    try:
        if reader.is_ready(engine.index):
            return Completeness(0, 0, True)
        done, pending = engine.index.row("code.progress") or (0, 0)
    except StoreError:
        return Completeness(0, 0, False)
    return Completeness(int(done), int(done) + int(pending or 0), False)


def incomplete_note(engine: Engine) -> str:
    """The line that warns of answers from an incomplete index; empty when the index is complete."""
    root = engine.project.root
    if not os.path.isdir(root):
        return f"{root} is gone, moved or renamed: start the server again where the project is now"
    state = completeness(engine)
    if state.ready:
        return ""
    files = f" ({state.done:,} of {state.total:,} files)" if state.total > state.done else ""
    advice = "it is being built now" if is_being_built(engine) else "run: sightline index"
    return f"index {state.percent} % complete{files}: answers may miss files; {advice}"


def is_being_built(engine: Engine) -> bool:
    """Whether a process is writing the index now."""
    lock = hold_lease(engine.project.worktree_id, engine.home)
    if lock is None:
        return True
    lock.release()
    return False


def roots_for(engine: Engine, repo: str) -> list[Engine]:
    """The engines a call asks: that of the named root, else all, the given one first."""
    if repo:
        return [engine_for(engine, repo)]
    return list({root.project.id: root for root in (engine, *engine.siblings)}.values())


def refresh_changed(engine: Engine, files: list[IndexedFile]) -> bool:
    """Index those of the files again that changed since they were indexed; whether any had."""
    sources = Sources(engine.project.root)
    changed = [file.path for file in files if not sources.unchanged(file)]
    if not changed:
        return False
    _refresh(engine, changed)
    return True


def update_index(engine: Engine, wait: float = 0.0, progress: Progress | None = None) -> bool:
    """Bring the whole index up to date, waiting this many seconds for another process doing so."""
    try:
        _refresh(engine, None, wait, progress)
    except SightlineError:
        return False
    return True


def _refresh(
    engine: Engine, files: list[str] | None, wait: float = 0.0, progress: Progress | None = None
) -> None:
    """Index these files again, or the whole tree."""
    # Imported late: it loads the parser, which a server must not do before its first answer.
    from sightline.index.refresh import refresh, refresh_files

    project, settings, home = engine.project, engine.settings, engine.home
    if files is not None:
        refresh_files(project, settings, files, home=home)
    else:
        refresh(project, settings, progress=progress, home=home, wait=wait)
