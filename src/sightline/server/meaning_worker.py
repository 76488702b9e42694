"""Loads the model that finds memories by meaning, and gives new memories their vectors.

One daemon thread per server, started by the first question or prompt; an answer never waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence

from sightline.memory.semantic.meaning import Meaning, missing_packages
from sightline.process.private_files import log_failure
from sightline.settings.load import data_home
from sightline.store.locations import memory_path
from sightline.store.sqlite.database import Database, open_database

# As many memories at a time: the thread then looks again whether it is still needed.
MOST_AT_ONCE = 1_000


class MeaningWorker:
    """The model of a server; prompts get what is known so far, tool calls wait."""

    def __init__(self) -> None:
        self._meaning = Meaning()
        self._wanted = threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def for_calls(
        self, database: Database, text: str, projects: tuple[str, ...] | None
    ) -> Mapping[int, float]:
        """The cosines for a tool call, which may take half a second the first time."""
        return self._meaning.similar(database, text, projects)

    def near(self, question: str, texts: Sequence[str]) -> list[float]:
        """How near the meaning of texts is to a question, for a tool call."""
        return self._meaning.near(question, texts)

    def for_prompts(
        self, database: Database, text: str, projects: tuple[str, ...] | None
    ) -> Mapping[int, float]:
        """The cosines for a prompt; nothing until the model is loaded."""
        self._wake()
        return self._meaning.similar_now(database, text, projects)

    def _wake(self) -> None:
        self._wanted.set()
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="meaning", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        try:
            if not self._meaning.load():
                return
            database = open_database(memory_path(data_home()), "memory")
            while self._wanted.wait():
                self._wanted.clear()
                while self._meaning.fill(database, MOST_AT_ONCE):
                    pass
        except Exception:
            # Memories are still found by their words.
            log_failure()


def start_worker() -> MeaningWorker | None:
    """The worker of this server, or nothing without the extra; loads nothing yet."""
    return None if missing_packages() else MeaningWorker()
