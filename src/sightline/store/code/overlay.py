"""Stores what language servers and SCIP indexes know about files; `index.overlay` explains it.

Loaded by tools and index runs, not by hooks. Writing must run inside a transaction of the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.store.sqlite.database import Database

# The sources, in the order in which they win where they disagree.
EDITOR, SCIP = "editor", "scip"


class OverlayFile(NamedTuple):
    """What a source knows about one file; `content` is JSON."""

    path: str
    source: str
    origin: str  # the analyser: "scip-python 0.6.6"
    digest: str  # of the content it is true for
    content: str


class FittingOverlay(NamedTuple):
    """What an analyser knows about the present content of a file."""

    origin: str
    content: str


class OverlaySummary(NamedTuple):
    """How many files an analyser described, and how many still have that content."""

    source: str
    origin: str
    files: int
    fitting: int


class PlacedSymbol(NamedTuple):
    """A symbol of a file with its position among the others and its lines."""

    position: int
    name: str
    qualified: str
    kind: str
    line: int
    start_line: int
    end_line: int


class FileIdentity(NamedTuple):
    """The id of a file and the digest of its indexed content."""

    id: int
    digest: str


def put(index: Database, files: Sequence[OverlayFile]) -> None:
    """Store what is known about files, and have their edges made again."""
    index.many("overlay.put", files)
    unresolve(index, [file.path for file in files])


def clear(index: Database, source: str) -> int:
    """Forget what a source said and have the edges of its files made again; returns their number."""
    paths = [path for (path,) in index.rows("overlay.paths", source=source)]
    index.run("overlay.drop_source", source=source)
    unresolve(index, paths)
    return len(paths)


def unresolve(index: Database, paths: Sequence[str]) -> None:
    """Have the edges of these files made again."""
    if paths:
        index.run("overlay.unresolve_paths", paths=list(paths))


def has_any(index: Database) -> bool:
    """Whether anything is known from outside."""
    return bool(index.value("overlay.any"))


def fitting(index: Database, file_id: int) -> list[FittingOverlay]:
    """What is known about the present content of a file, the winning source first."""
    return [FittingOverlay._make(row) for row in index.rows("overlay.fitting", file_id=file_id)]


def lines_with(index: Database, file_id: int, name: str) -> set[int]:
    """The lines of a file in which it is known from outside what this name refers to."""
    rows = index.rows("overlay.lines_with", file_id=file_id, name=name)
    return {line for (line,) in rows}


def summary(index: Database) -> list[OverlaySummary]:
    """Who described how many files, and how many of them are unchanged since."""
    return [OverlaySummary._make(row) for row in index.rows("overlay.summary")]


def file_of(index: Database, path: str) -> FileIdentity | None:
    """The identity of the file at a path, if it is indexed."""
    row = index.row("overlay.file_of", path=path)
    return FileIdentity._make(row) if row else None


def symbols_of(index: Database, file_id: int) -> list[PlacedSymbol]:
    """The symbols of a file in the order of their positions."""
    return [PlacedSymbol._make(row) for row in index.rows("overlay.symbols_of", file_id=file_id)]
