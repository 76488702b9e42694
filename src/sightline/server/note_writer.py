"""Writes the notes of tool calls after their answers: one thread, many notes per transaction.

A commit waits for the disk; only readers of the notes wait for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from sightline.process.private_files import log_failure
from sightline.tools.answer import Note

# Lets the answer go out first: Python runs one thread at a time.
DELAY_SECONDS = 0.02
# A call that reads notes waits at most this long for the pending ones.
FLUSH_SECONDS = 1.0
# Beyond this a call writes its own note: slow callers are better than lost notes.
MAX_PENDING = 2_000


class NoteWriter:
    """Takes notes and writes them soon; `stop` writes the rest."""

    def __init__(self, write: Callable[[list[Note]], None]) -> None:
        self._write = write
        self._pending: list[Note] = []
        self._changed = threading.Condition()
        self._writing = False
        self._stopped = False
        self._flushing = 0
        self._thread: threading.Thread | None = None

    def add(self, note: Note) -> None:
        """Queue a note to be written soon."""
        with self._changed:
            if len(self._pending) < MAX_PENDING and not self._stopped:
                self._pending.append(note)
                self._start_thread()
                self._changed.notify_all()
                return
        self._write([note])

    def flush(self, seconds: float = FLUSH_SECONDS) -> bool:
        """Wait until every queued note is written; False if that took too long."""
        with self._changed:
            self._flushing += 1
            self._changed.notify_all()
            try:
                return self._changed.wait_for(
                    lambda: not self._pending and not self._writing, timeout=seconds
                )
            finally:
                self._flushing -= 1

    def stop(self) -> None:
        """Write the rest; notes that are added later are written at once."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self.flush()

    def _start_thread(self) -> None:
        # Only with the first note: a server that only lists its tools needs no thread.
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notes", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._pending or self._stopped)
                if not self._pending:
                    return
                self._changed.wait_for(lambda: self._stopped or self._flushing, DELAY_SECONDS)
                notes, self._pending = self._pending, []
                self._writing = True
            try:
                self._write(notes)
            except Exception:
                # The answers are out; a note that cannot be written is only logged.
                log_failure()
            finally:
                with self._changed:
                    self._writing = False
                    self._changed.notify_all()
