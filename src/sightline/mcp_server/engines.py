"""Engines between events: opening one takes as long as what is then asked of it."""

from __future__ import annotations

import threading

from sightline.engine import Engine, open_engine
from sightline.events import BUSY_MS

MOST_KEPT = 8


class Engines:
    """Who needs an engine takes it out, so that no two events share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[tuple[str, Engine]] = []  # the one used last at the end

    def take(self, path: str, environ: dict[str, str], *, unchecked: bool = False) -> Engine:
        """The engine of the project at this path.

        `unchecked` is for who only looks for others, who see to it that it still is that project.
        """
        with self._lock:
            found = next((one for one in self._idle if one[0] == path), None)
            if found is not None:
                self._idle.remove(found)
        if found is not None:
            if unchecked:
                found[1].reopen()
                return found[1]
            if found[1].renew(path, environ):
                return found[1]
            found[1].close()
        return open_engine(path, environ=environ, busy_ms=BUSY_MS, remember=False, lasting=True)

    def give_back(self, path: str, engine: Engine) -> None:
        """Keep the engine for the next event; of too many the one not used for longest goes."""
        with self._lock:
            self._idle.append((path, engine))
            old = self._idle.pop(0)[1] if len(self._idle) > MOST_KEPT else None
        if old is not None:
            old.close()
