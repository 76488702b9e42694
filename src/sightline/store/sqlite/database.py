"""Opens a database and runs named queries on it: transactions, retries and errors of SQLite.

It knows nothing about the tables; `schema` makes and migrates them.
"""

import json
import os
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any, NamedTuple

from sightline.errors import StoreBusy, StoreCorrupt, StoreError, StoreFailed, StoreMissing
from sightline.process.private_files import make_private, make_private_file
from sightline.store.sqlite.connection import POSIX, Error, connect, translate_error
from sightline.store.sqlite.queries import query_text, wide_text

Row = tuple[Any, ...]


class SchemaVersion(NamedTuple):
    """The current version of a schema, and how durable its commits are."""

    version: int
    compatible_from: int  # programs that know at least this version can still use the database
    synchronous: str  # FULL survives a power cut, NORMAL a killed process


SCHEMAS = {
    "memory": SchemaVersion(8, 1, "FULL"),
    "activity": SchemaVersion(1, 1, "NORMAL"),
    "index": SchemaVersion(9, 9, "NORMAL"),
}
PRECIOUS = ("memory",)  # The others are derived or may be lost: they are recreated.
BUSY_MS = 5000
SHORT_JOURNAL = 250  # pages
SUSPECT = ".suspect"  # marks a database for which SQLite reported "malformed"
ENDINGS = ("-wal", "-shm", "")  # suffixes of the files of a database, its main file last

_JSON_TYPES = (list, tuple, dict)  # parameters of these types are passed as JSON


def open_database(
    path: str, schema: str, *, readonly: bool = False, busy_ms: int = BUSY_MS
) -> "Database":
    """Open the database at this path; make, migrate or recreate it as its schema asks."""
    if schema not in SCHEMAS:
        raise StoreError(f"no schema called {schema!r}")
    database = Database(path, schema, readonly=readonly, busy_ms=busy_ms)
    database.open()
    return database


class Database:
    """One connection. Queries go by name, parameters by keyword; collections become JSON for json_each."""

    def __init__(self, path: str, schema: str, *, readonly: bool, busy_ms: int) -> None:
        self.path = path
        self.schema = schema
        self.readonly = readonly
        self.busy_ms = busy_ms
        # Numbers of rows that lists made through this connection leave out.
        self.hidden: tuple[int, ...] = ()
        self._depth = 0
        self._identity = (0, 0)
        self._connection: Any = None

    def rows(self, query: str, /, **params: object) -> list[Row]:
        """All rows of a named query."""
        try:
            rows = self._execute(query_text(query), params).fetchall()
        except Error as error:
            raise self.failure(error, query) from error
        return rows  # type: ignore[no-any-return]

    def row(self, query: str, /, **params: object) -> Row | None:
        """The first row of a named query, or None."""
        try:
            row = self._execute(query_text(query), params).fetchone()
        except Error as error:
            raise self.failure(error, query) from error
        return row  # type: ignore[no-any-return]

    def stream(self, query: str, /, **params: object) -> Iterator[Row]:
        """The rows of a named query one at a time, for results too large to hold at once."""
        try:
            yield from self._execute(query_text(query), params)
        except Error as error:
            raise self.failure(error, query) from error

    def value(self, query: str, /, **params: object) -> Any:
        """The first column of the first row, or None."""
        row = self.row(query, **params)
        return row[0] if row else None

    def run(self, query: str, /, **params: object) -> int:
        """Run a changing query; how many rows it changed."""
        return int(self._change(query, params).rowcount)

    def insert(self, query: str, /, **params: object) -> int:
        """Insert one row; its number."""
        return int(self._change(query, params).lastrowid)

    def changed(self, query: str, /, **params: object) -> list[Row]:
        """Run a changing query; the rows of its RETURNING clause."""
        if not self._depth:
            with self.transaction():
                return self.changed(query, **params)
        return self._change(query, params).fetchall()  # type: ignore[no-any-return]

    def many(
        self,
        query: str,
        values: Iterable[Sequence[object] | Mapping[str, object]],
        /,
        at_once: int = 1,
    ) -> int:
        """Run a query for each tuple (`?`, holding `at_once` rows) or dict (`:name`), in one transaction."""
        text = query_text(query) if at_once == 1 else wide_text(query, at_once)
        with self.transaction():
            try:
                cursor = self._connection.executemany(text, values)
            except Error as error:
                raise self.failure(error, query) from error
        return int(cursor.rowcount)

    def transaction(self, *, light: bool = False) -> "Transaction":
        """A `with` block that is committed whole or not at all; nested blocks are savepoints.

        A light transaction does not wait for the disk, so a power cut may undo it.
        """
        return Transaction(self, "BEGIN IMMEDIATE", light=light)

    def reading(self) -> "Transaction":
        """A read-only `with` block whose queries all see the same snapshot."""
        return Transaction(self, "BEGIN")

    @property
    def inside(self) -> bool:
        """Whether a transaction is open."""
        return self._depth > 0

    def statement(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run unnamed SQL: for schemas, pragmas and integrity checks."""
        try:
            return self._connection.execute(sql, values).fetchall()  # type: ignore[no-any-return]
        except Error as error:
            raise self.failure(error, sql) from error

    def replace_invalid_text(self) -> None:
        """Read bytes that are not UTF-8 as replacement characters instead of failing."""
        self._connection.text_factory = lambda raw: raw.decode("utf-8", "replace")

    def execute_with_retry(self, sql: str) -> list[Row]:
        """Run a statement, retrying while the database is locked, for up to `busy_ms`."""
        # SQLite's busy timeout does not cover recovery after a crash or the switch to WAL.
        deadline = time.monotonic() + self.busy_ms / 1000
        while True:
            try:
                return self.statement(sql)
            except StoreBusy:
                if time.monotonic() >= deadline:
                    raise
                time.sleep(0.002)

    def wait_at_most(self, busy_ms: int) -> None:
        """Set how long to wait for a locked database."""
        self.busy_ms = busy_ms
        self.statement(f"PRAGMA busy_timeout={int(busy_ms)}")

    def keep_journal_short(self) -> None:
        """Checkpoint the journal after fewer pages than usual."""
        self.statement(f"PRAGMA wal_autocheckpoint={SHORT_JOURNAL}")

    def empty_journal(self) -> None:
        """Write the journal into the file and truncate it, unless a reader needs it now."""
        try:
            self.wait_at_most(50)
            self.statement("PRAGMA wal_checkpoint(TRUNCATE)")
        except StoreError:
            return  # the next writer does it

    def give_space_back(self, pages: int) -> None:
        """Truncate the file by up to this many unused pages; not inside a transaction."""
        try:
            # The pragma frees one page per row fetched; a script fetches all rows.
            self._connection.executescript(f"PRAGMA incremental_vacuum({int(pages)})")
        except Error as error:
            raise self.failure(error, "shrinking the file") from error

    def version(self) -> int:
        """The schema version written in the file; 0 when it is new."""
        return int(self.execute_with_retry("PRAGMA user_version")[0][0])

    def moved(self) -> bool:
        """Whether the file at this path is another than the one that was opened."""
        try:
            status = os.stat(self.path)
        except OSError:
            return True
        return (status.st_dev, status.st_ino) != self._identity

    def open(self) -> None:
        """Connect and update the schema; a damaged disposable database is recreated."""
        disposable = self.schema not in PRECIOUS and not self.readonly
        try:
            if disposable and os.path.exists(self.path + SUSPECT):
                raise StoreCorrupt(path=self.path)
            self._open()
        except StoreCorrupt:
            if not disposable:
                raise
            # Imports this module, and is only needed for a damaged file.
            from sightline.store.sqlite.repair import discard

            discard(self.path)
            self._open()

    def begin(self, begin: str) -> None:
        """Begin a transaction on the file that is at the path now."""
        try:
            self.execute_with_retry(begin)
        except StoreError:
            if self.readonly or not self.moved():
                raise
        if self.readonly or not self.moved():
            return
        # The file was deleted or restored from a backup: reopen the new one.
        self.close()
        self.open()
        self.execute_with_retry(begin)

    def _open(self) -> None:
        ready = False
        try:
            self.connect()
            if self.version() != SCHEMAS[self.schema].version:
                # Imports this module, and is only needed for a new or old file.
                from sightline.store.sqlite.schema import prepare

                prepare(self)
            ready = True
        finally:
            if not ready:
                self.close()

    def close(self) -> None:
        """Close the connection; safe to call twice."""
        connection, self._connection, self._depth = self._connection, None, 0
        if connection is not None:
            connection.close()

    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._connection is not None

    def copy_to(self, target: "Database") -> None:
        """Overwrite another open database with the committed state of this one."""
        try:
            self._connection.backup(target._connection)
        except Error as error:
            raise target.failure(error, "copying") from error

    def failure(self, error: Error, doing: str) -> StoreError:
        """Our error for an error of SQLite; a damaged database is marked as suspect."""
        failure = translate_error(error, self.path, doing)
        if isinstance(failure, StoreCorrupt):
            self._suspect()
        return failure

    def _suspect(self) -> None:
        # Whoever has the time looks closer: see `store.repair`.
        try:
            os.close(os.open(self.path + SUSPECT, os.O_WRONLY | os.O_CREAT, 0o600))
        except OSError:
            return

    def _change(self, query: str, params: dict[str, object]) -> Any:
        if not self._depth:
            with self.transaction():
                return self._change(query, params)
        try:
            return self._execute(query_text(query), params)
        except Error as error:
            raise self.failure(error, query) from error

    def _execute(self, sql: str, params: dict[str, object]) -> Any:
        for key, value in params.items():
            if isinstance(value, _JSON_TYPES):
                params[key] = json.dumps(value)
        try:
            return self._connection.execute(sql, params)
        except UnicodeEncodeError:
            # Prompts may contain a lone surrogate, which cannot be stored as UTF-8.
            valid = {key: _valid_text(value) for key, value in params.items()}
            return self._connection.execute(sql, valid)

    def connect(self) -> None:
        """Open the file without checking its version."""
        try:
            status = os.stat(self.path)
        except FileNotFoundError:
            if self.readonly:
                raise StoreMissing(path=self.path) from None
            status = make_private_file(self.path)
        except OSError as error:
            raise StoreFailed(path=self.path, problem=error.strerror) from error
        if POSIX and status.st_mode & 0o077 and not self.readonly:
            make_private(self.path)
        self._identity = (status.st_dev, status.st_ino)
        try:
            self._connection = connect(self.path, self.readonly, self.busy_ms)
            if not self.readonly:
                self._connection.execute(f"PRAGMA synchronous={SCHEMAS[self.schema].synchronous}")
        except Error as error:
            raise self.failure(error, "opening") from error


class Transaction:
    """The `with` block of `Database.transaction` and `Database.reading`."""

    __slots__ = ("_begin", "_database", "_light", "_savepoint")

    def __init__(self, database: Database, begin: str, *, light: bool = False) -> None:
        self._database = database
        self._begin = begin
        self._savepoint = ""
        self._light = (
            light and not database._depth and SCHEMAS[database.schema].synchronous != "NORMAL"
        )

    def __enter__(self) -> "Database":
        database = self._database
        if database._depth:
            self._savepoint = f"inner{database._depth}"
            database.statement("SAVEPOINT " + self._savepoint)
        else:
            self._wait_for_disk(not self._light)
            try:
                database.begin(self._begin)
            except StoreError:
                self._wait_for_disk(True)
                raise
        database._depth += 1
        return database

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        database = self._database
        if database._connection is None:
            return
        database._depth -= 1
        try:
            if kind is None:
                self._commit()
            else:
                self._roll_back()
        finally:
            self._wait_for_disk(True)

    def _wait_for_disk(self, wait: bool) -> None:
        """Set whether commits wait for the disk; only light transactions change that."""
        if self._light and self._database._connection is not None:
            level = SCHEMAS[self._database.schema].synchronous if wait else "NORMAL"
            self._database.statement("PRAGMA synchronous=" + level)

    def _commit(self) -> None:
        database = self._database
        if not database._connection.in_transaction:
            raise StoreError(
                f"{database.path}: the transaction was already rolled back by an earlier error"
            )
        try:
            database.statement("RELEASE " + self._savepoint if self._savepoint else "COMMIT")
        except StoreError:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        # SQLite rolls back by itself after a full disk or an I/O error.
        if not self._database._connection.in_transaction:
            return
        if self._savepoint:
            self._database.statement("ROLLBACK TO " + self._savepoint)
            self._database.statement("RELEASE " + self._savepoint)
        else:
            self._database.statement("ROLLBACK")


def _valid_text(value: object) -> object:
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
