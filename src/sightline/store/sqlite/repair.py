"""Checks a database for which SQLite reported "malformed", and repairs it if possible.

Indexes and full text are rebuilt, and disposable databases are recreated. Damaged memories are never
touched: the message names the newest good backup, and `restore` puts it in place.
"""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple

from sightline.errors import StoreBusy, StoreCorrupt, StoreError
from sightline.process.private_files import make_private_file, try_lock
from sightline.store.sqlite.backup import Backup, is_sound, newest_good
from sightline.store.sqlite.connection import POSIX
from sightline.store.sqlite.database import ENDINGS, SCHEMAS, SUSPECT, Database, open_database
from sightline.store.sqlite.schema import accept_newer

_BUSY_MS = 5000
_REPLACED = ".replaced-"


BringBack = Callable[[str, Database], object]


class Health(NamedTuple):
    """The problems a check found, and the parts that were rebuilt."""

    problems: tuple[str, ...]
    mended: tuple[str, ...] = ()


def is_suspect(path: str) -> bool:
    """Whether SQLite reported this database as malformed since the last check."""
    return os.path.exists(path + SUSPECT)


def check(path: str, *, thorough: bool = False) -> Health:
    """Every problem SQLite finds in the file; `thorough` also compares indexes and full text."""
    database = Database(path, "memory", readonly=False, busy_ms=_BUSY_MS)
    try:
        database.connect()
        return Health(tuple(_problems(database, thorough)))
    except StoreCorrupt as error:
        return Health((error.message,))
    finally:
        database.close()


def mend(path: str) -> Health:
    """Check the memory database and rebuild its derived parts; an error names the backup."""
    health = check(path, thorough=True)
    if health.problems:
        health = _rebuild(path, health.problems)
    if health.problems:
        raise _damaged(path, health.problems)
    _trust(path)
    return health


def restore(path: str, backup: str, *, now: int, bring_back: BringBack | None = None) -> str:
    """Replace the database with a backup; the path of the old file, "" if there was none.

    Nothing is deleted: the old file is renamed and stays beside the new one. `bring_back` adds to
    the new file what a damaged old file still contains. An empty `backup` starts with no rows.
    """
    part = f"{path}.restoring"
    for ending in ENDINGS:
        _remove(part + ending)  # left by a process that was killed
    make_private_file(part)
    if backup:
        if not is_sound(backup):
            raise StoreCorrupt(path=backup)
        _check_version(backup)
        shutil.copyfile(backup, part)
    holder = _hold(path)
    try:
        if bring_back is not None:
            _fill(part, path, bring_back)
        if holder is not None and not POSIX:
            holder.close()  # Windows cannot rename an open file, not even our own.
        aside = _set_aside(path, f"{path}{_REPLACED}{now}")
        os.replace(part, path)
    finally:
        if holder is not None:
            holder.close()
    _trust(path)
    return aside


def _fill(part: str, path: str, bring_back: BringBack) -> None:
    """Migrate the copy, add what the old file still contains, and leave no journal beside it."""
    copy = open_database(part, "memory", busy_ms=_BUSY_MS)
    try:
        bring_back(path, copy)
        copy.statement("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        copy.close()


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
                # On Windows: another process has the file open.
                raise StoreBusy(path=path) from error
        _trust(path)


def full_text_tables(database: Database) -> list[str]:
    """The full-text tables that can be rebuilt because their text is stored."""
    rows = database.statement(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL%'"
        " ORDER BY name"
    )
    return [str(name) for name, sql in rows if _keeps_text("".join(str(sql).lower().split()))]


def _keeps_text(sql: str) -> bool:
    return "usingfts5(" in sql and "content=''" not in sql and 'content=""' not in sql


def _problems(database: Database, thorough: bool) -> list[str]:
    check = "integrity_check" if thorough else "quick_check"
    answers = [str(answer) for (answer,) in database.statement(f"PRAGMA {check}(20)")]
    problems = [answer for answer in answers if answer != "ok"]
    for table, _, parent, _ in database.statement("PRAGMA foreign_key_check"):
        problems.append(f"a row of {table} refers to a missing {parent}")
    if thorough and not problems:
        problems += _undecodable(database)
        for table in full_text_tables(database):
            try:
                # Rank 1 also compares the index with the table that holds the text.
                database.statement(
                    f"INSERT INTO {table} ({table}, rank) VALUES ('integrity-check', 1)"
                )
            except StoreCorrupt:
                problems.append(f"the full text of {table} is damaged")
    return problems


def _undecodable(database: Database) -> list[str]:
    """Columns with text that is not UTF-8: SQLite stores any bytes, and reading them fails."""
    counts = Counter((text.table, text.column) for text in _undecodable_texts(database))
    return [
        f"{column} of {table} is not valid text in {count} {'row' if count == 1 else 'rows'}"
        for (table, column), count in counts.items()
    ]


class _Text(NamedTuple):
    table: str
    column: str
    raw: bytes


def _undecodable_texts(database: Database) -> Iterator[_Text]:
    for table in ordinary_tables(database):
        for _, column, *_ in database.statement(f'PRAGMA table_info("{table}")'):
            rows = database.statement(
                f'SELECT CAST("{column}" AS BLOB) FROM "{table}"'
                f" WHERE typeof(\"{column}\") = 'text'"
            )
            yield from (_Text(table, column, raw) for (raw,) in rows if not _is_utf8(raw))


def _is_utf8(raw: bytes) -> bool:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def ordinary_tables(database: Database) -> list[str]:
    """The tables in the order they were made, without those of SQLite and of full-text indexes."""
    rows = database.statement(
        "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        " ORDER BY rowid"
    )
    virtual = [str(name) for name, sql in rows if str(sql).upper().startswith("CREATE VIRTUAL")]
    shadows = tuple(f"{name}_" for name in virtual)
    names = [str(name) for name, _ in rows if name not in virtual]
    return [name for name in names if not name.startswith(shadows)]


def _replace_undecodable(database: Database) -> int:
    """Replace bytes that are not UTF-8 by U+FFFD; how many values there were."""
    texts = list(_undecodable_texts(database))
    for table, column, raw in texts:
        # The value itself finds its row: not every table has row numbers, and a key may be what is damaged.
        sql = f'UPDATE "{table}" SET "{column}" = ? WHERE CAST("{column}" AS BLOB) = ?'
        database.statement(sql, (raw.decode("utf-8", "replace"), raw))
    return len(texts)


def _rebuild(path: str, problems: tuple[str, ...]) -> Health:
    # One transaction: if problems remain afterwards, nothing is changed.
    database = Database(path, "memory", readonly=False, busy_ms=_BUSY_MS)
    try:
        database.connect()
        with database.transaction():
            mended = []
            if replaced := _replace_undecodable(database):
                mended.append(f"{replaced} texts, in which unreadable bytes were replaced")
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
        f"the newest good backup is {backup.path}: sightline backup --restore puts it in place"
        if backup
        else "there is no backup; sightline doctor --fix keeps what can still be read"
    )
    return StoreCorrupt(f"the database is damaged: {path} ({problems[0]})", hint=hint)


def _hold(path: str) -> Database | None:
    """A connection that holds the write lock of the old file while it is renamed."""
    database = Database(path, "memory", readonly=False, busy_ms=_BUSY_MS)
    try:
        if os.path.exists(path):
            database.connect()
            database.execute_with_retry("BEGIN IMMEDIATE")
    except StoreBusy:
        database.close()
        raise
    except StoreError:
        database.close()  # Too damaged to lock, so nobody else can write to it either.
        return None
    return database


def _set_aside(path: str, aside: str) -> str:
    if not os.path.exists(path):
        return ""
    for ending in ("", "-wal", "-shm"):
        try:
            os.rename(path + ending, aside + ending)
        except FileNotFoundError:
            continue
        except PermissionError as error:
            raise StoreBusy(path=path) from error
    return aside


def set_aside(path: str) -> list[str]:
    """The old databases that were renamed when a backup was restored, oldest first."""
    folder, base = os.path.split(path)
    names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return [
        os.path.join(folder, name)
        for name in names
        if name.startswith(base + _REPLACED) and not name.endswith(ENDINGS[:-1])
    ]


def _check_version(path: str) -> None:
    """Refuse a backup that this program could not open after restoring it."""
    known = SCHEMAS["memory"].version
    database = Database(path, "memory", readonly=True, busy_ms=_BUSY_MS)
    try:
        database.connect()
        if (version := database.version()) > known:
            accept_newer(database, version, known)
    finally:
        database.close()


def _trust(path: str) -> None:
    _remove(path + SUSPECT)


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
