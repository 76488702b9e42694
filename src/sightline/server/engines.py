"""Engines kept open between events: opening one takes as long as answering from it."""

from __future__ import annotations

import threading
from collections.abc import Mapping

from sightline.engine import Engine, Lifetime, open_engine

MAX_IDLE = 8


class Engines:
    """An event takes an engine out and gives it back, so that no two events share one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._idle: list[tuple[str, Engine]] = []  # the one used last at the end

    def take(self, path: str, environ: Mapping[str, str]) -> Engine:
        """The engine of the project at this path."""
        with self._lock:
            match = next((one for one in self._idle if one[0] == path), None)
            if match is not None:
                self._idle.remove(match)
        if match is not None:
            if match[1].renew(path, environ):
                return match[1]
            match[1].close()
        return open_engine(path, Lifetime.HOOK, environ=environ)

    def give_back(self, path: str, engine: Engine) -> None:
        """Keep the engine for the next event; beyond the limit the least recently used one goes."""
        with self._lock:
            self._idle.append((path, engine))
            oldest = self._idle.pop(0)[1] if len(self._idle) > MAX_IDLE else None
        if oldest is not None:
            oldest.close()
