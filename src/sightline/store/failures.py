"""What an error of the SQLite library means for us; loaded only when one happened."""

from __future__ import annotations

from sightline.errors import (
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreRefused,
)

BUSY, LOCKED, READONLY, CORRUPT, FULL, CONSTRAINT, NOTADB = 5, 6, 8, 11, 13, 19, 26


def meaning(error: Exception, path: str, doing: str) -> StoreError:
    """The error of ours for this error of SQLite's, met while running a query."""
    # The low byte is the kind of error, the rest its detail.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (BUSY, LOCKED):
        return StoreBusy(path=path)
    if code in (CORRUPT, NOTADB):
        return StoreCorrupt(path=path)
    if code == FULL:
        return StoreFull(path=path)
    if code == READONLY:
        return StoreReadOnly(path=path)
    if code == CONSTRAINT:
        return StoreRefused(problem=str(error), path=path)
    return StoreError("{path}: {problem} ({doing})", path=path, problem=error, doing=doing)
