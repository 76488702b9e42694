"""Keeps the index fresh beside the server: a worker process indexes and ends, a thread watches.

The worker is a process of its own so that the server stays small and quick; it dies with it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from typing import Any

# After the last change the tree must rest this long before it is read again.
QUIET_MS = 500
# Without file events (a network drive, too many folders) the tree is looked at this often.
LOOK_SECONDS = 60.0


class Background:
    """One thread per root; everything ends with `stop` or with the process."""

    def __init__(self, roots: list[str], quiet_ms: int = QUIET_MS) -> None:
        self.roots = roots
        self.quiet_ms = quiet_ms
        self._stop = threading.Event()
        self._workers: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        """Begin: called after the first answer, so that nobody waits for it."""
        for root in self.roots:
            threading.Thread(target=self._keep_fresh, args=(root,), daemon=True).start()

    def stop(self) -> None:
        """End every worker."""
        self._stop.set()
        for worker in self._workers:
            if worker.poll() is None:
                worker.kill()
                worker.wait()

    def _keep_fresh(self, root: str) -> None:
        self._index(root)
        try:
            self._watch(root)
        except Exception:
            # Without file events a look from time to time is still better than a stale index.
            while not self._stop.wait(LOOK_SECONDS):
                self._index(root)

    def _watch(self, root: str) -> None:
        from watchfiles import watch

        for _ in watch(
            root,
            stop_event=self._stop,
            debounce=self.quiet_ms,
            step=min(self.quiet_ms, 100),
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            self._index(root)

    def _index(self, root: str) -> None:
        if self._stop.is_set():
            return
        command = [sys.executable, "-m", "sightline", "index", "--json", "--project", root]
        worker = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=root,
            **_as_worker(),
        )
        self._workers = [other for other in self._workers if other.poll() is None] + [worker]
        while worker.poll() is None and not self._stop.is_set():
            time.sleep(0.05)


def _as_worker() -> dict[str, Any]:
    """How a worker starts: low priority, no window, gone with its parent."""
    if os.name == "nt":
        below_normal, no_window = 0x4000, 0x08000000
        return {"creationflags": below_normal | no_window}
    return {"preexec_fn": _lower_and_tie} if sys.platform == "linux" else {}


def _lower_and_tie() -> None:
    import ctypes
    import signal

    os.nice(10)
    set_death_signal = 1
    ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
