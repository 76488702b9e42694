"""The projects a server answers for, and engines for them: one set per thread.

Connections to SQLite belong to the thread that opened them, and tools run in worker threads.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable
from urllib.parse import unquote, urlsplit

from sightline.engine import Engine, Lifetime, open_engine
from sightline.settings.folders import assistant_folder


class Roots:
    """The roots of a server; the first is asked where a call names no other."""

    def __init__(self, paths: list[str]) -> None:
        self.paths = _absolute(paths)
        self._local = threading.local()

    def replace(self, paths: list[str]) -> bool:
        """Answer for these from now on; whether they are others than before."""
        paths = _absolute(paths)
        if not paths or paths == self.paths:
            return False
        self.paths = paths
        return True

    def engines(self) -> tuple[Engine, ...]:
        """This thread's engines, opened when it first asks."""
        paths = self.paths
        known: tuple[list[str], tuple[Engine, ...]] | None = getattr(self._local, "engines", None)
        if known is not None and known[0] is paths:
            return known[1]
        for engine in known[1] if known is not None else ():
            engine.close()
        found = tuple(open_engine(path, Lifetime.SERVER) for path in paths)
        for engine in found:
            engine.siblings = found
        self._local.engines = (paths, found)
        return found

    def engine(self) -> Engine:
        """This thread's engine of the first root."""
        return self.engines()[0]


def root_paths(named: list[str], environ: dict[str, str], directory: str) -> list[str]:
    """Where the server works: as told, else where the assistant works, else here."""
    if named:
        return named
    path = assistant_folder(environ)
    return [path] if path and os.path.isdir(path) else [directory]


def offered_paths(uris: Iterable[str]) -> list[str]:
    """The folders behind the roots a client offers; what is no folder here is left out."""
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
