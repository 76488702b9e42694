"""Backups of the memory database: made while it is in use, checked and rotated.

They are in `backups/` beside the database; `repair` restores from them.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from sightline.errors import StoreCorrupt, StoreError
from sightline.process.private_files import make_private_file, make_private_folder, try_lock
from sightline.store.sqlite.database import Database

DAILY = "daily"
KEEP_DAILY = 7
KEEP_OTHERS = 3
DAY_MS = 24 * 3600 * 1000


class Backup(NamedTuple):
    """One backup: when it was made (milliseconds) and why."""

    path: str
    made: int
    reason: str


def back_up(path: str, *, now: int, reason: str = DAILY) -> str:
    """Copy the committed state of the database without blocking writers; the backup's path."""
    folder = backup_folder_of(path)
    make_private_folder(folder)
    target = os.path.join(folder, _name(path, now, reason))
    part = target + ".part"
    _remove(part)
    make_private_file(part)
    try:
        _copy(path, part)
        os.replace(part, target)
    finally:
        _remove(part)
    return target


def back_up_if_due(
    path: str, *, now: int, keep: int = KEEP_DAILY, every_ms: int = DAY_MS
) -> str | None:
    """Make a backup if the last one is old enough and something changed since; its path or None."""
    if keep <= 0 or not os.path.exists(path):
        return None
    if not _is_due(path, now, every_ms):
        return None
    lock = try_lock(os.path.join(backup_folder_of(path), "backup.lock"))
    if lock is None:
        return None
    with lock:
        if not _is_due(path, now, every_ms):
            return None
        made = back_up(path, now=now)
        rotate(path, keep=keep)
    return made


def backups(path: str) -> list[Backup]:
    """All backups, newest first."""
    folder = backup_folder_of(path)
    stem = _stem(path)
    copies = []
    try:
        names = os.listdir(folder)
    except OSError:
        return []
    for name in names:
        if not (name.startswith(stem + "-") and name.endswith(".db")):
            continue
        stamp, _, reason = name[len(stem) + 1 : -3].partition("-")
        if stamp.isdigit() and reason:
            copies.append(Backup(os.path.join(folder, name), int(stamp), reason))
    return sorted(copies, key=lambda backup: (-backup.made, backup.path))


def newest_good(path: str) -> Backup | None:
    """The newest backup that opens and passes its check."""
    for backup in backups(path):
        if is_sound(backup.path):
            return backup
    return None


def rotate(path: str, *, keep: int = KEEP_DAILY, keep_others: int = KEEP_OTHERS) -> None:
    """Delete the oldest backups, except the newest daily ones and the newest of other reasons."""
    daily = [backup for backup in backups(path) if backup.reason == DAILY]
    others = [backup for backup in backups(path) if backup.reason != DAILY]
    for backup in [*daily[keep:], *others[keep_others:]]:
        _remove(backup.path)


def is_sound(path: str) -> bool:
    """Whether a database file opens for reading and passes SQLite's quick check."""
    database = Database(path, "memory", readonly=True, busy_ms=1000)
    try:
        database.connect()
        return database.statement("PRAGMA quick_check(1)") == [("ok",)]
    except StoreError:
        return False
    finally:
        database.close()


def backup_folder_of(path: str) -> str:
    """The folder with the backups of this database."""
    return os.path.join(os.path.dirname(os.path.abspath(path)), "backups")


def _copy(path: str, part: str) -> None:
    source = Database(path, "memory", readonly=True, busy_ms=5000)
    target = Database(part, "memory", readonly=False, busy_ms=5000)
    try:
        source.connect()
        target.connect()
        source.copy_to(target)
        # A single file, so that no journal can be forgotten when the backup is copied elsewhere.
        target.statement("PRAGMA journal_mode=DELETE")
        if target.statement("PRAGMA quick_check(1)") != [("ok",)]:
            # A damaged backup must never displace a good one.
            raise StoreCorrupt(path=path)
    finally:
        source.close()
        target.close()


def _is_due(path: str, now: int, every_ms: int) -> bool:
    newest = next((backup.made for backup in backups(path) if backup.reason == DAILY), 0)
    if newest > now:
        newest = 0  # The clock was set back; an extra backup does no harm.
    return now - newest >= every_ms and _last_change(path) > newest


def _last_change(path: str) -> int:
    newest = 0
    for ending in ("", "-wal"):
        try:
            status = os.stat(path + ending)
        except OSError:
            continue
        if status.st_size:  # Readers leave an empty journal behind.
            newest = max(newest, status.st_mtime_ns // 1_000_000)
    return newest


def _name(path: str, now: int, reason: str) -> str:
    return f"{_stem(path)}-{now:013d}-{reason}.db"


def _stem(path: str) -> str:
    return os.path.basename(path).removesuffix(".db")


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except FileNotFoundError:
        return
