"""Connects to a team server and runs named queries on it: the connector of PostgreSQL's dialect.

It behaves as `store.sqlite.database` does: queries by name, parameters by keyword, blocks that are
committed whole or not at all, and errors of our own. It knows nothing about the tables.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from sightline.errors import (
    MissingExtra,
    StoreBusy,
    StoreError,
    StoreRefused,
    TeamInsecure,
    TeamLoginRefused,
    TeamNeedsPassword,
    TeamNotSetUp,
    TeamNotTrusted,
    TeamRefused,
    TeamUnreachable,
)
from sightline.store.sqlite.queries import query_text
from sightline.store.team.address import Address

Row = tuple[Any, ...]
CONNECT_SECONDS = 10
STATEMENT_MS = 60_000
_JSON_TYPES = (list, tuple, dict)
_PARAMETER = re.compile(r"(?<![:\w]):([a-z_]+)\b")
_statements: dict[str, str] = {}

# Classes of PostgreSQL's error codes (its manual, appendix A) by the first two characters.
_UNREACHABLE, _LOGIN, _DATA = ("08", "57", "53", "58"), ("28",), ("22", "23", "P0")
_BUSY = ("40001", "40P01", "55P03", "57014")
# What a server says that will let people in later; libpq gives no code before the login.
_LATER = (
    *(
        "starting up",
        "shutting down",
        "recovery",
        "accepting connections",
        "terminating connection",
    ),
    *("too many", "connection slots"),
)
_DENIED, _NO_TABLE, _NO_SCHEMA = "42501", "42P01", "3F000"


def has_driver() -> bool:
    """Whether the optional driver is installed."""
    return find_spec("psycopg") is not None


def open_team_database(address: Address) -> TeamDatabase:
    """Connect to a team server, encrypted unless it is on this machine."""
    database = TeamDatabase(address)
    database.connect()
    return database


class TeamDatabase:
    """One connection to a team server."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self._depth = 0
        self._connection: Any = None
        # Loading the driver takes a tenth of a second: only who connects does it.
        if not has_driver():
            raise MissingExtra(package="psycopg", extra="team")
        self._driver = import_module("psycopg")

    def connect(self) -> None:
        """Open the connection; nothing is sent in plain text to another machine."""
        parameters = {"connect_timeout": CONNECT_SECONDS, **self.address.parameters()}
        try:
            self._connection = self._driver.connect(
                **parameters,
                autocommit=True,
                prepare_threshold=None,
                application_name="sightline",
                options=f"-c search_path=sightline -c statement_timeout={STATEMENT_MS}",
            )
        except self._driver.Error as error:
            raise self._login_failure(error) from error
        if not self.address.is_local and not self._connection.pgconn.ssl_in_use:
            self.close()
            raise TeamInsecure(path=self.address.name, problem="the server offers no TLS")

    def rows(self, query: str, /, **params: object) -> list[Row]:
        """All rows of a named query."""
        with self._translated(query):
            return self._execute(query, params).fetchall()  # type: ignore[no-any-return]

    def row(self, query: str, /, **params: object) -> Row | None:
        """The first row of a named query, or None."""
        with self._translated(query):
            return self._execute(query, params).fetchone()  # type: ignore[no-any-return]

    def value(self, query: str, /, **params: object) -> Any:
        """The first column of the first row, or None."""
        row = self.row(query, **params)
        return row[0] if row else None

    def run(self, query: str, /, **params: object) -> int:
        """Run a changing query; how many rows it changed."""
        with self._translated(query):
            return int(self._execute(query, params).rowcount)

    def many(self, query: str, values: Iterable[Mapping[str, object]], /) -> int:
        """Run a query for each mapping of parameters, in one transaction."""
        count = 0
        with self.transaction():
            for params in values:
                count += self.run(query, **params)
        return count

    @contextmanager
    def transaction(self) -> Iterator[TeamDatabase]:
        """A `with` block that is committed whole or not at all; nested blocks are savepoints."""
        with self._translated("a transaction"), self._connection.transaction():
            self._depth += 1
            try:
                yield self
            finally:
                self._depth -= 1

    @contextmanager
    def reading(self) -> Iterator[TeamDatabase]:
        """A read-only `with` block whose queries all see the same snapshot."""
        with self.transaction():
            self.statement("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield self

    @property
    def inside(self) -> bool:
        """Whether a transaction is open."""
        return self._depth > 0

    def statement(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """Run unnamed SQL: for schemas and plans."""
        with self._translated("a statement"):
            cursor = self._connection.execute(sql, values or None)
            return cursor.fetchall() if cursor.description else []

    def verifier(self, person: str, password: str) -> str:
        """The hash by which the server checks a password, so that the password is not sent."""
        with self._translated("hashing"):
            encrypted = self._connection.pgconn.encrypt_password(
                password.encode(), person.encode(), b"scram-sha-256"
            )
        return bytes(encrypted).decode()

    def is_open(self) -> bool:
        """Whether there is a connection that was not lost."""
        return self._connection is not None and not self._connection.closed

    def close(self) -> None:
        """Close the connection; safe to call twice."""
        connection, self._connection, self._depth = self._connection, None, 0
        if connection is not None:
            connection.close()

    def failure(self, error: Exception, doing: str) -> StoreError:
        """Our error for an error of PostgreSQL, without the password."""
        code = getattr(error, "sqlstate", None) or ""
        first_line = str(error).strip().partition("\n")[0] or type(error).__name__
        problem = self.address.hidden(first_line)
        path = self.address.name
        if code in _BUSY:
            return StoreBusy(path=path)
        # An error without a code did not come from the server: the connection failed.
        if not code or code.startswith(_UNREACHABLE):
            return TeamUnreachable(path=path, problem=problem)
        if code.startswith(_LOGIN) or code == _DENIED:
            return TeamRefused(path=path, problem=problem)
        if code in (_NO_TABLE, _NO_SCHEMA):
            return TeamNotSetUp(path=path)
        if code.startswith(_DATA):
            return StoreRefused(problem=problem, path=path)
        return StoreError("{path}: {problem} ({doing})", path=path, problem=problem, doing=doing)

    def _login_failure(self, error: Exception) -> StoreError:
        """Our error for a failed connection: refused by the server, or the server is away."""
        path = self.address.name
        if getattr(getattr(error, "pgconn", None), "needs_password", False):
            return TeamNeedsPassword(path=path)
        answer = str(error).partition("FATAL:")[2].strip().partition("\n")[0]
        if answer and not any(words in answer for words in _LATER):
            return TeamLoginRefused(path=path, problem=self.address.hidden(answer))
        if "certificate" in str(error):
            problem = self.address.hidden(
                str(error).strip().rpartition("\n")[2].rpartition(": ")[2]
            )
            return TeamNotTrusted(path=path, problem=problem)
        return self.failure(error, "connecting")

    @contextmanager
    def _translated(self, doing: str) -> Iterator[None]:
        try:
            yield
        except self._driver.Error as error:
            raise self.failure(error, doing) from error

    def _execute(self, query: str, params: dict[str, object]) -> Any:
        for key, value in params.items():
            if isinstance(value, _JSON_TYPES):
                params[key] = json.dumps(value, ensure_ascii=False)
            if isinstance(params[key], str):
                params[key] = storable(str(params[key]))
        if self._connection is None:
            raise TeamUnreachable(path=self.address.name, problem="the connection is closed")
        return self._connection.execute(_statement(query), params)


def storable(text: str) -> str:
    """The text without what PostgreSQL cannot store: lone surrogates and null characters."""
    return text.encode("utf-8", "replace").decode().replace("\x00", "\ufffd")


def _statement(query: str) -> str:
    """The SQL of a named query with its parameters in the driver's notation."""
    if query not in _statements:
        text = query_text(query).replace("%", "%%").rstrip().rstrip(";")
        _statements[query] = _PARAMETER.sub(r"%(\1)s", text)
    return _statements[query]
