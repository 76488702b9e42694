"""The projects a server answers for, and engines for them: one set per thread.

Connections to SQLite belong to the thread that opened them, and tools run in worker threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from sightline.engine import Engine, open_engine
from sightline.model.project import Project


class Roots:
    """The roots of a server; the first is asked where a call names no other."""

    def __init__(self, paths: list[str], open_root: Callable[[str], Engine] = open_engine) -> None:
        self.paths = [os.path.abspath(path) for path in paths]
        self._open = open_root
        self._local = threading.local()
        self._all: list[Engine] = []
        self._lock = threading.Lock()

    def engines(self) -> tuple[Engine, ...]:
        """This thread's engines, opened when it first asks."""
        found: tuple[Engine, ...] | None = getattr(self._local, "engines", None)
        if found is None:
            found = tuple(self._open(path) for path in self.paths)
            for engine in found:
                engine.siblings = found
            self._local.engines = found
            with self._lock:
                self._all.extend(found)
        return found

    def engine(self) -> Engine:
        """This thread's engine of the first root."""
        return self.engines()[0]

    def projects(self) -> tuple[Project, ...]:
        """The projects behind the roots."""
        return tuple(engine.project for engine in self.engines())


def root_paths(named: list[str], environ: dict[str, str], directory: str) -> list[str]:
    """Where the server works: as told, else where the assistant works, else here."""
    if named:
        return named
    for variable in ("CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "COPILOT_PROJECT_DIR"):
        path = environ.get(variable, "")
        if path and os.path.isdir(path):
            return [path]
    return [directory]
