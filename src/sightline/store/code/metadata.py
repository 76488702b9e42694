"""What an index has noted of itself and of its files: all that a run needs which finds nothing.

`store.code_writer` fills the index; this loads none of it.
"""

from __future__ import annotations

from typing import Any

from sightline.store.sqlite.database import Database


class CodeNotes:
    """The notes of an open index."""

    def __init__(self, index: Database) -> None:
        self.index = index

    def put(self, **facts: object) -> None:
        """Remember facts about the index itself."""
        with self.index.transaction():
            for key, value in facts.items():
                self.index.run("code_write.set_meta", key=key, value=value)

    def get(self, key: str) -> Any:
        """A remembered fact about the index itself, or None."""
        return self.index.value("code.meta", key=key)

    def stamps(self) -> list[tuple[Any, ...]]:
        """Path, id, size, time, digest and package of every file in the index."""
        return self.index.rows("code_write.stamps")

    def passed_stamps(self) -> list[tuple[Any, ...]]:
        """Path, size and time of every file nothing was taken from."""
        return self.index.rows("code_write.passed_stamps")

    def has_unresolved(self) -> bool:
        """Whether there are files to be looked at."""
        return bool(self.index.rows("code_write.any_unresolved"))
