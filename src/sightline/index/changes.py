"""Compares what the index knows of the files with what lies on disk: a stat pass, then digests.

Decides only what is to be read; reads no more of a file than its digest needs.
"""

import os
from typing import NamedTuple

from sightline.index.file_stamp import stamp
from sightline.store.code.metadata import CodeNotes
from sightline.text.hashing import digest
from sightline.workspace.files import Entry, Listing


class Known(NamedTuple):
    """What the index knows of one file."""

    id: int  # 0 for a file nothing was taken from
    size: int
    mtime_ns: int
    digest: str
    package: str


class Changes(NamedTuple):
    """What has to be done to the index."""

    todo: list[Entry]  # to be read: new or different
    touched: list[tuple[int, int, int]]  # size, time and id of files that are the same all the same
    gone: list[str]
    same: int


def known_files(notes: CodeNotes) -> dict[str, Known]:
    """Everything the index knows of files, by path."""
    known = {row[0]: Known._make(row[1:]) for row in notes.stamps()}
    for path, size, mtime_ns in notes.passed_stamps():
        known[path] = Known(0, size, mtime_ns, "", "")
    return known


def compare(root: str, listing: Listing, known: dict[str, Known], now_ns: int) -> Changes:
    """What is new, different, touched or gone; `known` holds all that may be gone."""
    todo, touched = [], []
    same = 0
    for entry in listing.files:
        old = known.get(entry.path)
        if old is None:
            todo.append(entry)
        elif old.mtime_ns == entry.mtime_ns and old.size == entry.size:
            same += 1
        elif old.id and old.size == entry.size and _digest(root, entry.path) == old.digest:
            touched.append((entry.size, stamp(entry.mtime_ns, now_ns), old.id))
            same += 1
        else:
            todo.append(entry)
    present = {entry.path for entry in listing.files}
    gone = sorted(path for path in known if path not in present)
    return Changes(todo, touched, gone, same)


def _digest(root: str, path: str) -> str:
    try:
        with open(os.path.join(root, path), "rb") as file:
            return digest(file.read())
    except OSError:
        return ""
