"""Makes tool calls wait for the first index of a project: shortly, and longer with progress."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from sightline.tools.index_access import Completeness

# Counted from the first call, so that a long indexing run delays nobody twice.
SILENT_SECONDS = 3.0
# A client that shows progress to a person may wait longer for a complete answer.
PROGRESS_SECONDS = 10.0
_POLL_SECONDS = 0.1

# Takes the percentage that is indexed.
Report = Callable[[int], None]


class IndexWait:
    """Delays calls while the first index is built, up to a limit."""

    def __init__(self, read_state: Callable[[], Completeness]) -> None:
        self._read_state = read_state
        self._done = False
        self._first_call = 0.0

    def reset(self) -> None:
        """Wait again: the index of other roots may not be complete."""
        self._done = False
        self._first_call = 0.0

    def wait(self, report: Report | None, cancelled: threading.Event) -> None:
        """Return when the index is complete, the limit is reached or the call is cancelled."""
        if self._done:
            return
        self._first_call = self._first_call or time.monotonic()
        limit = SILENT_SECONDS if report is None else PROGRESS_SECONDS
        deadline = self._first_call + limit
        reported = -1
        while not (state := self._read_state()).ready:
            if time.monotonic() >= deadline or cancelled.is_set():
                return
            if report is not None and state.percent > reported:
                reported = state.percent
                report(reported)
            cancelled.wait(_POLL_SECONDS)
        self._done = True
