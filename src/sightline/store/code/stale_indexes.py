"""Removes stale indexes: those of older versions of the program, and of trees that are gone.

An index can be rebuilt from its tree at any time.
"""

from __future__ import annotations

import os

from sightline.errors import StoreError
from sightline.process.private_files import try_lock
from sightline.store.locations import index_path
from sightline.store.sqlite.database import ENDINGS, SCHEMAS, open_database

DAY_MS = 86_400_000
# An older version of the program may still use its index; a tree may be on an unmounted disk.
OLD_DAYS, GONE_DAYS = 7, 30


def remove_stale_indexes(now: int, home: str | None = None) -> list[str]:
    """Remove stale indexes; returns their paths."""
    folder = os.path.dirname(index_path("", home))
    removed = []
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    for name in names:
        path = os.path.join(folder, name)
        tree, _, generation = name.removesuffix(".db").partition("-")
        is_index = name.endswith(".db") and tree.isalnum() and generation.isdecimal()
        if is_index and _is_stale(path, int(generation), now) and _remove(path):
            removed.append(path)
    return removed


def _is_stale(path: str, generation: int, now: int) -> bool:
    days = (now - _last_used(path)) / DAY_MS
    if generation < SCHEMAS["index"].compatible_from:
        return days > OLD_DAYS
    return (
        generation == SCHEMAS["index"].compatible_from
        and days > GONE_DAYS
        and not os.path.isdir(_root(path))
    )


def _last_used(path: str) -> int:
    """The time of the last write or refresh."""
    times = []
    for name in (path, path + ".lease"):
        try:
            times.append(os.stat(name).st_mtime_ns // 1_000_000)
        except OSError:
            continue
    return max(times, default=0)


def _root(path: str) -> str:
    """The tree an index belongs to; if unknown, a folder that always exists."""
    try:
        index = open_database(path, "index", readonly=True, busy_ms=0)
    except StoreError:
        return os.sep
    try:
        return str(index.value("code.meta", key="root") or os.sep)
    except StoreError:
        return os.sep
    finally:
        index.close()


def _remove(path: str) -> bool:
    """Delete an index unless a process writes it; its lease file stays, as others may hold it."""
    try:
        lock = try_lock(path + ".lease")
    except StoreError:
        return False
    if lock is None:
        return False
    with lock:
        for ending in ENDINGS:
            try:
                os.unlink(path + ending)
            except FileNotFoundError:
                continue
            except OSError:
                return False  # another process has it open (Windows): a later run removes it
    return True
