"""What was read from a database and stays true until somebody writes: for processes that go on.

`Database.keep_what_is_read` switches it on; who answers one question only pays nothing for it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from sightline.store.database import Database

    T = TypeVar("T")

# What a value that is kept tells about.
FOREST, MEMORIES, PROJECTS = "forest", "memories", "projects"
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


class Kept:
    """The values kept beside one connection."""

    __slots__ = ("_database", "_values", "_version")

    def __init__(self, database: Database) -> None:
        self._database = database
        self._version = 0
        self._values: dict[tuple[str, str], Any] = {}

    def get(self, about: str, name: str) -> Any:
        """The value under this name, or None when it may no longer be true."""
        self._look()
        return self._values.get((about, name))

    def put(self, about: str, name: str, value: object) -> None:
        """Keep a value that is true in the open transaction, in which nobody else can write."""
        self._look()
        self._values[about, name] = value

    def read(self, about: str, name: str, read: Callable[[], T]) -> T:
        """The value under this name, read where it may no longer be true."""
        found = self.get(about, name)
        if found is None:
            # If somebody writes just now it is newer than we think, and read again next time.
            if len(self._values) >= MOST:
                self._values.clear()
            found = self._values[about, name] = read()
        return found  # type: ignore[no-any-return]

    def changed(self, query: str) -> None:
        """We are changing something ourselves."""
        touched = _TOUCHED.get(query)
        if touched is None:
            touched = _TOUCHED.get(query.partition(".")[0])
        if touched is None:
            self._values.clear()
        elif touched:
            for key in [key for key in self._values if key[0] == touched]:
                del self._values[key]

    def forget(self) -> None:
        """Nothing is known to be true any more."""
        self._values.clear()

    def _look(self) -> None:
        # Another number as soon as another connection, of whichever process, has written.
        version = self._database.statement("PRAGMA data_version")[0][0]
        if version != self._version:
            self._values.clear()
            self._version = version
