"""Connects to a database file through the SQLite library; nothing else imports the library."""

import os
import sqlite3
from typing import Any

POSIX = os.name == "posix"
SQLITE_VERSION: str = sqlite3.sqlite_version
Error = sqlite3.Error
complete_statement = sqlite3.complete_statement

_READONLY, _CANTOPEN = 8, 14
# What is read is read in place: no copy, no call for each page.
_MAPPED = 2_000_000_000


def connect(path: str, readonly: bool, busy_ms: int) -> Any:
    """A connection to an existing file, with foreign keys on and transactions left to us."""
    if not readonly:
        connection = _connect(path, busy_ms, uri=False)
        connection.execute("PRAGMA foreign_keys=ON")
        if POSIX:
            # Elsewhere a mapped file could not be made shorter.
            connection.execute(f"PRAGMA mmap_size={_MAPPED}")
        return connection
    address = "file:" + _uri_path(path)
    connection = _connect(address + "?mode=ro", busy_ms, uri=True)
    try:
        connection.execute(f"PRAGMA mmap_size={_MAPPED}").fetchone()
        connection.execute("PRAGMA user_version").fetchone()
    except sqlite3.OperationalError as error:
        # In a folder we cannot write, SQLite has no place for its lock table; with no
        # journal left over the file is whole, and nobody can change it under us.
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
