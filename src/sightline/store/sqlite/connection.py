"""Connects to a database file and translates SQLite's errors; nothing else imports the library."""

import os
import sqlite3
from typing import Any

from sightline.errors import (
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreFailed,
    StoreFull,
    StoreReadOnly,
    StoreRefused,
)

POSIX = os.name == "posix"
SQLITE_VERSION: str = sqlite3.sqlite_version
Error = sqlite3.Error
complete_statement = sqlite3.complete_statement

# Primary result codes of SQLite.
_PERM, _BUSY, _LOCKED, _NOMEM, _READONLY, _IOERR, _CORRUPT = 3, 5, 6, 7, 8, 10, 11
_FULL, _CANTOPEN, _PROTOCOL, _CONSTRAINT, _NOTADB = 13, 14, 15, 19, 26
# A journal that grew while somebody read is truncated to this size afterwards.
JOURNAL_BYTES = 16_000_000
# Reads use a memory map: no copy and no system call for each page.
_MAPPED_BYTES = 2_000_000_000


def connect(path: str, readonly: bool, busy_ms: int) -> Any:
    """A connection to an existing file, with foreign keys on and without implicit transactions."""
    if not readonly:
        connection = _connect(path, busy_ms, uri=False)
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(f"PRAGMA journal_size_limit={JOURNAL_BYTES}")
        if POSIX:
            # Other systems cannot truncate a mapped file.
            connection.execute(f"PRAGMA mmap_size={_MAPPED_BYTES}")
        return connection
    address = "file:" + _uri_path(path)
    connection = _connect(address + "?mode=ro", busy_ms, uri=True)
    try:
        connection.execute(f"PRAGMA mmap_size={_MAPPED_BYTES}").fetchone()
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as error:
        # In a read-only folder SQLite cannot create its lock table. Without a leftover journal
        # the file is complete, and nobody can change it while we read.
        unwritable = error.sqlite_errorcode & 0xFF in (_READONLY, _CANTOPEN)
        if not unwritable or _has_bytes(path + "-wal"):
            raise
        connection.close()
        connection = _connect(address + "?mode=ro&immutable=1", busy_ms, uri=True)
    return connection


def _connect(address: str, busy_ms: int, *, uri: bool) -> Any:
    return sqlite3.connect(
        address,
        timeout=busy_ms / 1000,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=256,
        uri=uri,
    )


def _uri_path(path: str) -> str:
    path = os.path.abspath(path)
    if not POSIX:
        path = "/" + path.replace("\\", "/")
    return path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")


def _has_bytes(path: str) -> bool:
    try:
        return int(os.stat(path).st_size) > 0
    except OSError:
        return False


def translate_error(error: Exception, path: str, doing: str) -> StoreError:
    """Our error for an error that SQLite raised while `doing` something."""
    # The low byte is the primary result code, the rest its details.
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (_BUSY, _LOCKED):
        return StoreBusy(path=path)
    if code in (_CORRUPT, _NOTADB) or str(error).startswith("Could not decode to UTF-8"):
        return StoreCorrupt(path=path)
    if code == _FULL or (code == _IOERR and _is_disk_full(path)):
        return StoreFull(path=path)
    if code == _READONLY:
        return StoreReadOnly(path=path)
    if code == _CONSTRAINT:
        return StoreRefused(problem=str(error), path=path)
    if code in (_PERM, _NOMEM, _IOERR, _CANTOPEN, _PROTOCOL):
        return StoreFailed(path=path, problem=error)
    # Anything else is a bug in our SQL.
    return StoreError("{path}: {problem} ({doing})", path=path, problem=error, doing=doing)


def _is_disk_full(path: str) -> bool:
    """Whether the disk is full: SQLite then fails to write its lock table with various errors."""
    try:
        return hasattr(os, "statvfs") and os.statvfs(os.path.dirname(path)).f_bavail == 0
    except OSError:
        return False
