"""Keeps connected projects synchronised while a server runs: a thread looks, a worker process does it."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable

from sightline.engine import Engine
from sightline.errors import SightlineError
from sightline.process.spawn import start_child
from sightline.store import sync

# How often the thread looks whether a synchronisation is due; a look is one query.
LOOK_SECONDS = 10.0
_POLL_SECONDS = 0.2


class TeamSync:
    """One thread for all roots; it ends with `stop` or with the process."""

    def __init__(
        self, engines: Callable[[], tuple[Engine, ...]], *, look_seconds: float = LOOK_SECONDS
    ) -> None:
        self._engines = engines
        self._look_seconds = look_seconds
        self._stop = threading.Event()
        self._worker: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin to look."""
        threading.Thread(target=self._run, name="team-sync", daemon=True).start()

    def stop(self) -> None:
        """Stop looking; a running synchronisation is ended and resumed by the next one."""
        self._stop.set()
        worker = self._worker
        if worker is not None and worker.poll() is None:
            worker.kill()
            worker.wait()

    def _run(self) -> None:
        while not self._stop.wait(self._look_seconds):
            try:
                roots = [engine.project.root for engine in self._engines() if _is_due(engine)]
            except SightlineError:
                continue  # the store is busy or damaged: look again later
            for root in roots:
                self._synchronise(root)

    def _synchronise(self, root: str) -> None:
        if self._stop.is_set():
            return
        try:
            self._worker = start_child("sightline.server.sync_worker", root, low_priority=True)
        except OSError:
            return
        while self._worker.poll() is None and not self._stop.wait(_POLL_SECONDS):
            pass
        if self._worker.poll() is None:
            self._worker.kill()
        self._worker.wait()
        if self._worker.stdin is not None:
            self._worker.stdin.close()


def _is_due(engine: Engine) -> bool:
    seconds = engine.settings.integer("team.sync_seconds")
    return sync.is_due(engine.memory, engine.project.id, seconds, engine.now())
