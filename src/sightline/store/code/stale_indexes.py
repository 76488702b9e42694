"""Takes away indexes that nobody will ask again: of older programs, and of trees that are gone.

An index can be made again from its tree at any time, so all this costs is that.
"""

from __future__ import annotations

import os

from sightline.errors import StoreError
from sightline.process.private_files import try_lock
from sightline.store.locations import index_path
from sightline.store.sqlite.database import ENDINGS, SCHEMAS, open_database

DAY_MS = 86_400_000
# Another program may still use its own index beside this one for a while; a tree may be on a disk
# that is not there at the moment.
OLD_DAYS, GONE_DAYS = 7, 30


def remove_leftovers(now: int, home: str | None = None) -> list[str]:
    """Remove the indexes that are left over; their paths."""
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
        if is_index and _is_left_over(path, int(generation), now) and _remove(path):
            removed.append(path)
    return removed


def _is_left_over(path: str, generation: int, now: int) -> bool:
    days = (now - _last_used(path)) / DAY_MS
    if generation < SCHEMAS["index"][1]:
        return days > OLD_DAYS
    return generation == SCHEMAS["index"][1] and days > GONE_DAYS and not os.path.isdir(_root(path))


def _last_used(path: str) -> int:
    """When it was written or last brought up to date."""
    times = []
    for name in (path, path + ".lease"):
        try:
            times.append(os.stat(name).st_mtime_ns // 1_000_000)
        except OSError:
            continue
    return max(times, default=0)


def _root(path: str) -> str:
    """The tree an index is of; where that cannot be told, a folder that is always there."""
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
    """Delete an index unless a process writes it; its lease stays, so that nobody holds another."""
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
                return False  # somebody has it open, where that prevents it: another time
    return True
