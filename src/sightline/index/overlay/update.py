"""Chooses the reader for what is given, and keeps the project's own SCIP index joined.

A SCIP index is read again when its size or time changes; if it is gone, so are its edges.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from sightline.errors import OverlayRefused
from sightline.index.overlay.editor_json import read_editor_json
from sightline.index.overlay.join import Joined, store_outside
from sightline.index.overlay.outside import Outside
from sightline.index.overlay.scip import read_scip
from sightline.store.code import overlay
from sightline.store.code.overlay import SCIP
from sightline.store.code.writer import CodeMeta
from sightline.store.sqlite.database import Database
from sightline.text.wording import counted
from sightline.workspace.source import Sources

# Reads what is given for an index and a project's root.
OverlaySource = Callable[[Database, str], list[Outside]]
_STAMP = "scip"


def scip_source(path: str) -> OverlaySource:
    """A SCIP index at a path."""

    def read(index: Database, root: str) -> list[Outside]:
        return [read_scip(path, root, lambda one: overlay.file_of(index, one) is not None)]

    return read


def editor_source(content: bytes, name: str) -> OverlaySource:
    """The JSON of an editor; `name` says where it comes from in errors."""
    return lambda index, root: read_editor_json(content, name, root)


def update_scip(meta: CodeMeta, root: str, path: str) -> list[str]:
    """Join the project's SCIP index if it is new; returns what is to be said about it."""
    place = os.path.join(root, path) if path else ""
    stamp = _stamp(place)
    if stamp == (meta.get(_STAMP) or ""):
        return []
    index = meta.index
    with index.transaction():
        meta.put(**{_STAMP: stamp})
        if not stamp:
            overlay.clear(index, SCIP)
            return []
    outsides = scip_source(place)(index, root)
    with index.transaction():
        overlay.clear(index, SCIP)
        joined = [store_outside(index, Sources(root), outside) for outside in outsides]
    return [message for one in joined for message in _messages(path, one)]


def forget_outside(meta: CodeMeta) -> int:
    """Forget all that came from outside; the project's SCIP index is read again when it changes."""
    return overlay.clear(meta.index, "")


def _stamp(place: str) -> str:
    """Size and time of a file; empty if there is none."""
    try:
        status = os.stat(place) if place else None
    except (OSError, ValueError):
        return ""
    return f"{status.st_size} {status.st_mtime_ns}" if status else ""


def _messages(path: str, joined: Joined) -> list[str]:
    """What is worth saying: files of which the index describes another content."""
    if not joined.files:
        reason = f"{joined.refused[0].path} and all its other files have {joined.refused[0].reason}"
        raise OverlayRefused(path=path, reason=reason)
    changed = counted(len(joined.refused), "file")
    return [f"{path}: {changed} changed since it was made"] if joined.refused else []
