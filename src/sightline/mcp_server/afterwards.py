"""What is noted of calls is written after their answers: one thread, many notes in one write.

A note costs a write that reaches the disk; nobody should wait for it but who asks for the notes.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from sightline.tools.answer import Note

# Let the answer go out first: two threads of one interpreter take turns.
LATER_SECONDS = 0.02
# Who asks for what was noted waits at most this long for the notes before.
SETTLE_SECONDS = 1.0
# Under a burst the callers are slowed down rather than the notes lost.
MOST_WAITING = 2_000


class Afterwards:
    """Takes notes and writes them soon; `stop` writes what is left."""

    def __init__(self, write: Callable[[list[Note]], None]) -> None:
        self._write = write
        self._waiting: list[Note] = []
        self._changed = threading.Condition()
        self._writing = False
        self._stopped = False
        self._hurried = 0
        self._thread: threading.Thread | None = None

    def take(self, note: Note) -> None:
        """Have this written soon."""
        with self._changed:
            if len(self._waiting) < MOST_WAITING and not self._stopped:
                self._waiting.append(note)
                self._begin()
                self._changed.notify_all()
                return
        self._write([note])

    def settle(self, seconds: float = SETTLE_SECONDS) -> bool:
        """Wait until everything taken so far is written; false when that took too long."""
        with self._changed:
            self._hurried += 1
            self._changed.notify_all()
            try:
                return self._changed.wait_for(
                    lambda: not self._waiting and not self._writing, timeout=seconds
                )
            finally:
                self._hurried -= 1

    def stop(self) -> None:
        """Write what is left, and take nothing more to be written later."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        self.settle()

    def _begin(self) -> None:
        # With the first note: a server that is only listed needs no further thread.
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="notes", daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._stopped)
                if not self._waiting:
                    return
                self._changed.wait_for(lambda: self._stopped or self._hurried, LATER_SECONDS)
                notes, self._waiting = self._waiting, []
                self._writing = True
            try:
                self._write(notes)
            except Exception:
                # The answers are out; what could not be noted is a matter for the log.
                from sightline.events.log import log_failure

                log_failure()
            finally:
                with self._changed:
                    self._writing = False
                    self._changed.notify_all()
