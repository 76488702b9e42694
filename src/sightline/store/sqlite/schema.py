"""Makes, migrates and recreates schemas; loaded only when a file's version is not the expected one.

Precious databases are migrated after a backup, disposable ones are made again in place.
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
    """Bring an open database to the version this program knows, or refuse it unchanged."""
    known = SCHEMAS[database.schema][0]
    found = database.version()
    if found > known:
        accept_newer(database, found, known)
    elif database.readonly:
        raise StoreOld(path=database.path, found=found, known=known)
    else:
        _upgrade(database, known)


def recreate(database: Database) -> None:
    """Make a disposable database anew in place, so that its readers find the new one."""
    database.statement("PRAGMA foreign_keys=OFF")
    try:
        with database.transaction():
            _apply(database, 0, SCHEMAS[database.schema][0])
    finally:
        database.statement("PRAGMA foreign_keys=ON")


def schema_text(schema: str) -> str:
    """The whole schema: all files of its folder, in the order of their names."""
    folder = os.path.join(SQL_FOLDER, "schema", schema)
    return "\n".join(_read(os.path.join(folder, name)) for name in _sql_files(folder))


def migrations(schema: str) -> dict[int, str]:
    """Each migration's SQL by its number; files that share a number belong together."""
    folder = os.path.join(SQL_FOLDER, "migrations", schema)
    found: dict[int, str] = {}
    for name in _sql_files(folder):
        number = int(name.partition("_")[0])
        found[number] = found.get(number, "") + "\n" + _read(os.path.join(folder, name))
    return found


def statements(script: str) -> list[str]:
    """The single statements of a script, triggers kept whole."""
    found = []
    part = ""
    for line in script.splitlines(keepends=True):
        part += line
        if complete_statement(part):
            found.append(part)
            part = ""
    rest = [line for line in part.splitlines() if line.strip() and not line.startswith("--")]
    if rest:
        raise StoreError(f"unfinished statement in a schema: {rest[0]}")
    return found


def check_features(database: Database) -> None:
    """Refuse an SQLite library without what the store needs, and say what is missing."""
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


def accept_newer(database: Database, found: int, known: int) -> None:
    """Refuse what a newer program wrote, unless it says in the file that this one may go on."""
    try:
        rows = database.statement("SELECT value FROM meta WHERE key = 'compatible_from'")
    except StoreCorrupt:
        raise
    except StoreError:
        rows = []
    if not rows or int(rows[0][0]) > known:
        raise StoreTooNew(path=database.path, found=found, known=known)


def _upgrade(database: Database, known: int) -> None:
    check_features(database)
    if database.schema == "activity":
        # What is pruned gives its space back; this works only before the first table is made.
        database.patiently("PRAGMA auto_vacuum=INCREMENTAL")
    if database.schema == "index":
        # Much is written at once: a quarter of the calls of the system.
        database.patiently("PRAGMA page_size=16384")
    database.patiently("PRAGMA journal_mode=WAL")
    # Tables may be dropped or rebuilt in any order; the check below makes up for it.
    database.statement("PRAGMA foreign_keys=OFF")
    try:
        with database.transaction():
            found = database.version()
            if found < known:
                _apply(database, found, known)
    finally:
        if database.is_open():
            database.statement("PRAGMA foreign_keys=ON")
    if database.version() > known:
        accept_newer(database, database.version(), known)


def _apply(database: Database, found: int, known: int) -> None:
    schema = database.schema
    if found == 0 and schema in PRECIOUS and _tables(database):
        raise StoreError(
            f"{database.path} is a database of another program; nothing was changed",
            hint="move it away, or set SIGHTLINE_HOME to another folder",
        )
    if found and schema in PRECIOUS:
        # Whoever waits for this lock finds the new version; the copy is of the old one.
        back_up(database.path, now=time.time_ns() // 1_000_000, reason=f"before-schema-{known}")
        scripts = [sql for number, sql in sorted(migrations(schema).items()) if number > found]
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
        (SCHEMAS[schema][1],),
    )
    database.statement(f"PRAGMA user_version={known}")


def _drop_everything(database: Database) -> None:
    # Virtual tables take their shadow tables with them, so they go first.
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
