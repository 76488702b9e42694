"""What was read from a database and stays true until somebody writes: for processes that go on.

`Database.keep_what_is_read` switches it on; who answers one question only pays nothing for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sightline.store.database import Database

T = TypeVar("T")

# What a value that is kept tells about.
FOREST, MEMORIES, PROJECTS, CODE = "forest", "memories", "projects", "code"
# A conversation asks for fewer; then all of it is read anew.
MOST = 400
# What our own changes touch, by query or by noun: those that are not named here touch everything.
_TOUCHED = {
    "session.save_node": FOREST,
    "session.remove_nodes": FOREST,
    "session": "",
    "memory": MEMORIES,
    "fulltext.put@turn": "",
    "spool": "",
}


def keep(database: Database, about: str, name: str, read: Callable[[], T]) -> T:
    """What is read; a process that goes on reads it once, as long as it is true."""
    return read() if database.kept is None else database.kept.read(about, name, read)


class Kept:
    """The values kept beside one connection."""

    __slots__ = ("_count", "_database", "_looked_in", "_values", "_version")

    def __init__(self, database: Database) -> None:
        self._database = database
        self._version = 0
        # The transaction in which was looked last whether somebody has written.
        self._looked_in = 0
        self._count = 0
        self._values: dict[str, dict[str, Any]] = {}

    def get(self, about: str, name: str) -> Any:
        """The value under this name, or None when it may no longer be true."""
        self._look()
        known = self._values.get(about)
        return known.get(name) if known else None

    def put(self, about: str, name: str, value: object) -> None:
        """Keep a value that is true in the open transaction, in which nobody else can write."""
        self._look()
        self._put(about, name, value)

    def read(self, about: str, name: str, read: Callable[[], T]) -> T:
        """The value under this name, read where it may no longer be true."""
        found = self.get(about, name)
        if found is None:
            # If somebody writes just now it is newer than we think, and read again next time.
            if self._count >= MOST:
                self.forget()
            found = read()
            self._put(about, name, found)
        return found  # type: ignore[no-any-return]

    def changed(self, query: str) -> None:
        """We are changing something ourselves."""
        touched = _TOUCHED.get(query)
        if touched is None:
            touched = _TOUCHED.get(query.partition(".")[0])
        if touched is None:
            self.forget()
        elif touched in self._values:
            self._count -= len(self._values.pop(touched))

    def forget(self) -> None:
        """Nothing is known to be true any more."""
        self._values.clear()
        self._count = 0

    def _put(self, about: str, name: str, value: object) -> None:
        known = self._values.setdefault(about, {})
        self._count += name not in known
        known[name] = value

    def _look(self) -> None:
        # In a transaction all is as it was when it began: one look is enough.
        inside = self._database.inside
        if inside and inside == self._looked_in:
            return
        # Another number as soon as another connection, of whichever process, has written.
        version = self._database.statement("PRAGMA data_version")[0][0]
        if version != self._version:
            self.forget()
            self._version = version
        self._looked_in = inside
