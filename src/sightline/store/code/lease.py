"""Leases on a working tree's index: one process at a time writes it, one watches the tree.

A lease is a file lock, which the system releases when its holder dies; the file's time is that of
the last refresh. Loaded by hooks; opens no database.
"""

from __future__ import annotations

import os
import time

from sightline.process.private_files import FileLock, try_lock
from sightline.store.locations import index_path

_PAUSE = 0.1
# After a refresh that ended this recently, another one is not due.
FRESH_MS = 20_000


def hold_lease(worktree_id: str, home: str | None = None, wait: float = 0.0) -> FileLock | None:
    """Acquire the right to write the index; None when another process holds it for `wait` seconds."""
    return _hold(_lease(worktree_id, home), wait)


def hold_watch(worktree_id: str, home: str | None = None) -> FileLock | None:
    """Acquire the right to watch the working tree; None when another process watches it."""
    return _hold(index_path(worktree_id, home) + ".watch", 0.0)


def is_due(worktree_id: str, now: int, home: str | None = None) -> bool:
    """Whether a refresh is worth starting: none ended just now, and none is running."""
    try:
        ended = os.stat(_lease(worktree_id, home)).st_mtime_ns // 1_000_000
    except OSError:
        return True
    if 0 <= now - ended < FRESH_MS:
        return False
    lock = hold_lease(worktree_id, home)
    if lock is None:
        return False
    lock.release()
    return True


def note_refresh(worktree_id: str, home: str | None = None) -> None:
    """Record that the index was refreshed now."""
    try:
        os.utime(_lease(worktree_id, home))
    except OSError:
        return


def _lease(worktree_id: str, home: str | None) -> str:
    return index_path(worktree_id, home) + ".lease"


def _hold(path: str, wait: float) -> FileLock | None:
    deadline = time.monotonic() + wait
    while True:
        lock = try_lock(path)
        if lock is not None or time.monotonic() >= deadline:
            return lock
        time.sleep(_PAUSE)
