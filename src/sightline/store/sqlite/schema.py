"""Creates, migrates and recreates schemas; loaded only if a file does not have the current version.

Precious databases are backed up and migrated, disposable ones are recreated in place.
"""

from __future__ import annotations

import os
import time

from sightline.errors import StoreCorrupt, StoreError, StoreOld, StoreTooNew
from sightline.store.sqlite.backup import back_up
from sightline.store.sqlite.connection import SQLITE_VERSION, complete_statement
from sightline.store.sqlite.database import PRECIOUS, SCHEMAS, Database
from sightline.store.sqlite.queries import SQL_FOLDER

OLDEST_SQLITE = (3, 35, 0)


def prepare(database: Database) -> None:
    """Upgrade an open database to the current version, or refuse it without changing it."""
    known = SCHEMAS[database.schema].version
    version = database.version()
    if version > known:
        accept_newer(database, version, known)
    elif database.readonly:
        raise StoreOld(path=database.path, found=version, known=known)
    else:
        _upgrade(database, known)


def recreate(database: Database) -> None:
    """Recreate a disposable database in place, so that open readers see the new one."""
    database.statement("PRAGMA foreign_keys=OFF")
    try:
        with database.transaction():
            _apply(database, 0, SCHEMAS[database.schema].version)
    finally:
        database.statement("PRAGMA foreign_keys=ON")


def schema_text(schema: str) -> str:
    """The complete schema: all files of its folder, ordered by name."""
    folder = os.path.join(SQL_FOLDER, "schema", schema)
    return "\n".join(_read(os.path.join(folder, name)) for name in _sql_files(folder))


def migrations(schema: str) -> dict[int, str]:
    """The SQL of each migration by its number; files with the same number belong together."""
    folder = os.path.join(SQL_FOLDER, "migrations", schema)
    scripts: dict[int, str] = {}
    for name in _sql_files(folder):
        number = int(name.partition("_")[0])
        script = _read(os.path.join(folder, name))
        scripts[number] = scripts.get(number, "") + "\n" + script
    return scripts


def statements(script: str) -> list[str]:
    """The statements of a script; a trigger is one statement."""
    complete = []
    part = ""
    for line in script.splitlines(keepends=True):
        part += line
        if complete_statement(part):
            complete.append(part)
            part = ""
    unfinished = [line for line in part.splitlines() if line.strip() and not line.startswith("--")]
    if unfinished:
        raise StoreError(f"unfinished statement in a schema: {unfinished[0]}")
    return complete


def check_features(database: Database) -> None:
    """Refuse an SQLite library that lacks a feature the store needs."""
    version = SQLITE_VERSION
    if tuple(int(part) for part in version.split(".")) < OLDEST_SQLITE:
        oldest = ".".join(map(str, OLDEST_SQLITE))
        raise StoreError(
            f"this Python's SQLite is {version}, the store needs {oldest} or newer",
            hint="use a Python with a newer SQLite library",
        )
    if not has_full_text(database):
        raise StoreError(
            f"this Python's SQLite {version} was built without full-text search (FTS5)",
            hint="use a Python whose SQLite has FTS5: those of python.org and uv do",
        )


def has_full_text(database: Database) -> bool:
    """Whether this SQLite library has FTS5."""
    return bool(database.statement("SELECT 1 FROM pragma_module_list WHERE name = 'fts5'"))


def accept_newer(database: Database, version: int, known: int) -> None:
    """Refuse a database of a newer program, unless it is marked as compatible with this one."""
    try:
        rows = database.statement("SELECT value FROM meta WHERE key = 'compatible_from'")
    except StoreCorrupt:
        raise
    except StoreError:
        rows = []
    if not rows or int(rows[0][0]) > known:
        raise StoreTooNew(path=database.path, found=version, known=known)


def _upgrade(database: Database, known: int) -> None:
    check_features(database)
    if database.schema == "activity":
        # Lets pruning shrink the file; only works before the first table is created.
        database.execute_with_retry("PRAGMA auto_vacuum=INCREMENTAL")
    if database.schema == "index":
        # The index is written in bulk: larger pages need a quarter of the system calls.
        database.execute_with_retry("PRAGMA page_size=16384")
    database.execute_with_retry("PRAGMA journal_mode=WAL")
    # Tables may be dropped or rebuilt in any order; references are checked afterwards.
    database.statement("PRAGMA foreign_keys=OFF")
    try:
        with database.transaction():
            version = database.version()
            if version < known:
                _apply(database, version, known)
    finally:
        if database.is_open():
            database.statement("PRAGMA foreign_keys=ON")
    if database.version() > known:
        accept_newer(database, database.version(), known)


def _apply(database: Database, version: int, known: int) -> None:
    schema = database.schema
    if version == 0 and schema in PRECIOUS and _tables(database):
        raise StoreError(
            f"{database.path} is a database of another program; nothing was changed",
            hint="move it away, or set SIGHTLINE_HOME to another folder",
        )
    if version and schema in PRECIOUS:
        # Processes that wait for the lock will see the new version; the backup has the old one.
        back_up(database.path, now=time.time_ns() // 1_000_000, reason=f"before-schema-{known}")
        scripts = [sql for number, sql in sorted(migrations(schema).items()) if number > version]
    else:
        _drop_everything(database)
        scripts = [schema_text(schema)]
    for script in scripts:
        for sql in statements(script):
            database.statement(sql)
    broken = database.statement("PRAGMA foreign_key_check")
    if broken:
        raise StoreError(f"{database.path}: {len(broken)} broken references after a migration")
    database.statement(
        "INSERT INTO meta (key, value) VALUES ('compatible_from', ?)"
        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        (SCHEMAS[schema].compatible_from,),
    )
    database.statement(f"PRAGMA user_version={known}")


def _drop_everything(database: Database) -> None:
    # Virtual tables first, because dropping them also drops their shadow tables.
    for virtual in (True, False):
        for name, sql in _tables(database):
            if (sql or "").upper().startswith("CREATE VIRTUAL") is virtual:
                database.statement('DROP TABLE IF EXISTS "{}"'.format(name.replace('"', '""')))


def _tables(database: Database) -> list[tuple[str, str]]:
    return [
        (str(name), str(sql))
        for name, sql in database.statement(
            "SELECT name, sql FROM sqlite_master"
            " WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name"
        )
    ]


def _sql_files(folder: str) -> list[str]:
    return sorted(name for name in os.listdir(folder) if name.endswith(".sql"))


def _read(path: str) -> str:
    with open(path, encoding="utf-8") as file:
        return file.read()
