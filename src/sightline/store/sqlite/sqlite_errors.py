"""What an error of the SQLite library means for us; loaded only when one happened."""

from __future__ import annotations

import os

from sightline.errors import (
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
    StoreRefused,
)

PERM, BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT = 3, 5, 6, 7, 8, 10, 11
FULL, CANTOPEN, PROTOCOL, CONSTRAINT, NOTADB = 13, 14, 15, 19, 26


def meaning(error: Exception, path: str, doing: str) -> StoreError:
    """The error of ours for this error of SQLite's, met while running a query."""
    # The low byte is the kind of error, the rest its detail.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (BUSY, LOCKED):
        return StoreBusy(path=path)
    if code in (CORRUPT, NOTADB):
        return StoreCorrupt(path=path)
    if code == FULL or (code == IOERR and _no_room(path)):
        return StoreFull(path=path)
    if code == READONLY:
        return StoreReadOnly(path=path)
    if code == CONSTRAINT:
        return StoreRefused(problem=str(error), path=path)
    if code in (PERM, NOMEM, IOERR, CANTOPEN, PROTOCOL):
        return StoreFailed(path=path, problem=error)
    # What is left is a mistake of ours in the SQL.
    return StoreError("{path}: {problem} ({doing})", path=path, problem=error, doing=doing)


def _no_room(path: str) -> bool:
    """Whether the disk is full: SQLite cannot write its lock table then, and calls it any error."""
    try:
        return hasattr(os, "statvfs") and os.statvfs(os.path.dirname(path)).f_bavail == 0
    except OSError:
        return False
