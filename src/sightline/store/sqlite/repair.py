"""Looks closer at a database that answered "malformed", and mends what can be mended.

Indexes and full text are built again, disposable databases start anew; memories that are really
damaged are never touched: the message names the newest good backup, and `restore` brings it back.
"""

from __future__ import annotations

import os
import shutil
from typing import NamedTuple

from sightline.errors import StoreBusy, StoreCorrupt, StoreError
from sightline.process.private_files import make_private_file, try_lock
from sightline.store.sqlite.backup import Backup, is_sound, newest_good
from sightline.store.sqlite.connection import POSIX
from sightline.store.sqlite.database import ENDINGS, SCHEMAS, SUSPECT, Database
from sightline.store.sqlite.schema import accept_newer

_BUSY_MS = 5000
_REPLACED = ".replaced-"


class Health(NamedTuple):
    """What a check found; `mended` says what was built again."""

    problems: tuple[str, ...]
    mended: tuple[str, ...] = ()


def is_suspect(path: str) -> bool:
    """Whether this database answered "malformed" since it was last looked at."""
    return os.path.exists(path + SUSPECT)


def check(path: str, *, thorough: bool = False) -> Health:
    """Every problem SQLite finds in the file; thorough compares indexes and full text too."""
    database = Database(path, "memory", readonly=False, busy_ms=_BUSY_MS)
    try:
        database.connect()
        return Health(tuple(_problems(database, thorough)))
    except StoreCorrupt as error:
        return Health((error.message,))
    finally:
        database.close()


def mend(path: str) -> Health:
    """Check a precious database and build again what is derived; refuse with the way back."""
    health = check(path, thorough=True)
    if health.problems:
        health = _rebuild(path, health.problems)
    if health.problems:
        raise _damaged(path, health.problems)
    _trust(path)
    return health


def restore(path: str, backup: str, *, now: int) -> str:
    """Put a backup in the database's place; where the old file was kept ("" when there was none).

    Nothing is thrown away: what was there lies beside it under a name that says so.
    """
    if not is_sound(backup):
        raise StoreCorrupt(path=backup)
    _check_version(backup)
    part = f"{path}.restoring"
    make_private_file(part)
    shutil.copyfile(backup, part)
    holder = _hold(path)
    try:
        if holder is not None and not POSIX:
            holder.close()  # Windows renames no file that is open, not even by ourselves.
        kept = _set_aside(path, f"{path}{_REPLACED}{now}")
        os.replace(part, path)
    finally:
        if holder is not None:
            holder.close()
    _trust(path)
    return kept


def discard(path: str) -> None:
    """Delete a damaged disposable database, so that it starts anew."""
    lock = try_lock(path + ".lock", wait_ms=_BUSY_MS)
    if lock is None:
        raise StoreBusy(path=path)
    with lock:
        if not is_suspect(path):
            return  # Another process was quicker.
        for ending in ENDINGS:
            try:
                os.unlink(path + ending)
            except FileNotFoundError:
                continue
            except PermissionError as error:
                # Windows: another process still has it open.
                raise StoreBusy(path=path) from error
        _trust(path)


def full_text_tables(database: Database) -> list[str]:
    """The names of the full-text tables that keep their text, so that they can be rebuilt."""
    rows = database.statement(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'"
        " ORDER BY name"
    )
    return [str(name) for name, sql in rows if _keeps_text("".join(str(sql).lower().split()))]


def _keeps_text(sql: str) -> bool:
    return "usingfts5(" in sql and "content=''" not in sql and 'content=""' not in sql


def _problems(database: Database, thorough: bool) -> list[str]:
    check = "integrity_check" if thorough else "quick_check"
    found = [str(row[0]) for row in database.statement(f"PRAGMA {check}(20)") if row != ("ok",)]
    broken = database.statement("PRAGMA foreign_key_check")
    found += [f"a row of {row[0]} refers to a missing {row[2]}" for row in broken]
    if thorough and not found:
        for table in full_text_tables(database):
            try:
                # Rank 1: compare with the table the text lies in, too.
                database.statement(
                    f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)"
                )
            except StoreCorrupt:
                found.append(f"the full text of {table} is damaged")
    return found


def _rebuild(path: str, problems: tuple[str, ...]) -> Health:
    # One transaction: when something is still wrong afterwards, nothing was changed.
    database = Database(path, "memory", readonly=False, busy_ms=_BUSY_MS)
    try:
        database.connect()
        with database.transaction():
            mended = []
            for table in full_text_tables(database):
                database.statement(f"INSERT INTO {table} ({table}) VALUES ('rebuild')")
                mended.append(f"full text of {table}")
            database.statement("REINDEX")
            mended.append("indexes")
            left = tuple(_problems(database, thorough=True))
            if left:
                raise StoreCorrupt(path=path)
        return Health((), tuple(mended))
    except StoreError:
        return Health(problems)
    finally:
        database.close()


def _damaged(path: str, problems: tuple[str, ...]) -> StoreCorrupt:
    backup: Backup | None = newest_good(path)
    hint = (
        f"the newest good backup is {backup.path}: sightline backup --restore brings it back"
        if backup
        else "there is no backup yet; keep the file, it can still be read in part"
    )
    return StoreCorrupt(f"The database is damaged: {path} ({problems[0]})", hint=hint)


def _hold(path: str) -> Database | None:
    """The write lock of the old file, so that nobody writes to it while it is put aside."""
    database = Database(path, "memory", readonly=False, busy_ms=_BUSY_MS)
    try:
        if os.path.exists(path):
            database.connect()
            database.patiently("BEGIN IMMEDIATE")
    except StoreBusy:
        database.close()
        raise
    except StoreError:
        database.close()  # Too damaged to lock: nobody else can write to it either.
        return None
    return database


def _set_aside(path: str, kept: str) -> str:
    if not os.path.exists(path):
        return ""
    for ending in ("", "-wal", "-shm"):
        try:
            os.rename(path + ending, kept + ending)
        except FileNotFoundError:
            continue
        except PermissionError as error:
            raise StoreBusy(path=path) from error
    return kept


def set_aside(path: str) -> list[str]:
    """The databases that restoring a backup put in another place, oldest first."""
    folder, base = os.path.split(path)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [
        os.path.join(folder, name)
        for name in names
        if name.startswith(base + _REPLACED) and not name.endswith(ENDINGS[:-1])
    ]


def _check_version(path: str) -> None:
    """Refuse a backup that could not be used once it is in place."""
    known = SCHEMAS["memory"][0]
    database = Database(path, "memory", readonly=True, busy_ms=_BUSY_MS)
    try:
        database.connect()
        if (found := database.version()) > known:
            accept_newer(database, found, known)
    finally:
        database.close()


def _trust(path: str) -> None:
    try:
        os.unlink(path + SUSPECT)
    except OSError:
        return
