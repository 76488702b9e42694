"""Engines that stay open: a pool for hook events, and one set per thread for a server's roots.

Opening an engine takes as long as answering from it. Connections to SQLite belong to the thread
that opened them.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from sightline.engine import Engine, Lifetime, Near, Similar, open_engine
from sightline.settings.folders import assistant_folder

MAX_IDLE = 8


class _IdleEngine(NamedTuple):
    path: str
    engine: Engine


class EnginePool:
    """Lends each engine to one event at a time."""

    def __init__(self, similar: Similar | None = None) -> None:
        self._similar = similar
        self._lock = threading.Lock()
        self._idle: list[_IdleEngine] = []  # the most recently used one last

    def take(self, path: str, environ: Mapping[str, str]) -> Engine:
        """The engine of the project at this path."""
        with self._lock:
            idle = next((idle for idle in self._idle if idle.path == path), None)
            if idle is not None:
                self._idle.remove(idle)
        if idle is not None:
            if idle.engine.renew(path, environ):
                idle.engine.allow_similar(self._similar)
                return idle.engine
            idle.engine.close()
        engine = open_engine(path, Lifetime.HOOK, environ=environ)
        engine.allow_similar(self._similar)
        return engine

    def give_back(self, path: str, engine: Engine) -> None:
        """Keep the engine for the next event; beyond the limit, close the least recently used."""
        with self._lock:
            self._idle.append(_IdleEngine(path, engine))
            oldest = self._idle.pop(0) if len(self._idle) > MAX_IDLE else None
        if oldest is not None:
            oldest.engine.close()


class _OpenRoots(NamedTuple):
    """The engines that a thread has open, for these paths."""

    paths: list[str]
    engines: tuple[Engine, ...]


class Roots:
    """The projects a server answers for; a call that names none is about the first."""

    def __init__(
        self, paths: list[str], similar: Similar | None = None, near: Near | None = None
    ) -> None:
        self.paths = _absolute(paths)
        self._similar = similar
        self._near = near
        self._local = threading.local()

    def replace(self, paths: list[str]) -> bool:
        """Answer for these paths from now on; returns whether they are different ones."""
        paths = _absolute(paths)
        if not paths or paths == self.paths:
            return False
        self.paths = paths
        return True

    def engines(self) -> tuple[Engine, ...]:
        """This thread's engines, opened on its first call."""
        paths = self.paths
        opened: _OpenRoots | None = getattr(self._local, "opened", None)
        if opened is not None:
            if opened.paths is paths:
                return opened.engines
            for engine in opened.engines:
                engine.close()
        engines = tuple(open_engine(path, Lifetime.SERVER) for path in paths)
        for engine in engines:
            engine.siblings = engines
            engine.allow_similar(self._similar)
            engine.allow_near(self._near)
        self._local.opened = _OpenRoots(paths, engines)
        return engines

    def engine(self) -> Engine:
        """This thread's engine of the first root."""
        return self.engines()[0]


def root_paths(named: list[str], environ: dict[str, str], directory: str) -> list[str]:
    """The roots of a server: those named, else the assistant's directory, else this one."""
    if named:
        return named
    path = assistant_folder(environ)
    return [path] if path and os.path.isdir(path) else [directory]


def offered_paths(uris: Iterable[str]) -> list[str]:
    """The folders behind the roots a client offers, as far as they exist here."""
    paths = [path_of(uri) for uri in uris]
    return [path for path in paths if path and os.path.isdir(path)]


def path_of(uri: str) -> str:
    """The path of a file URI, or nothing."""
    parts = urlsplit(uri)
    if parts.scheme != "file":
        return ""
    path = unquote(parts.path)
    if os.name == "nt":
        path = path.lstrip("/") if path[2:3] == ":" else path
        if parts.netloc:
            path = f"//{parts.netloc}{path}"
    return os.path.normpath(path)


def _absolute(paths: list[str]) -> list[str]:
    return list(dict.fromkeys(os.path.abspath(os.path.expanduser(path)) for path in paths))
