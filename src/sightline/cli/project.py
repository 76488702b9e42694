"""The project a command works in, from `--project` or the current directory."""

from __future__ import annotations

import os
from argparse import Namespace

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import UsageError


def engine_of(arguments: Namespace, *, writes: bool = False, path: str | None = None) -> Engine:
    """The engine of the command's project; `writes` also registers the project in the store.

    `path` is the project as a positional argument; `--project` wins over it.
    """
    engine = open_engine(project_path(arguments, path), Lifetime.COMMAND)
    if writes:
        engine.settle()
    return engine


def project_path(arguments: Namespace, default: str | None = None) -> str:
    """The path given by `--project`, else the default, else the current directory; it must exist."""
    path: str | None = getattr(arguments, "project", None)
    if default and not path:
        path = default
    if path is None:
        return current_directory()
    expanded = os.path.expanduser(path)
    if not os.path.exists(expanded):
        raise UsageError(f"no directory called {path!r}", hint="give --project an existing path")
    return os.path.abspath(expanded)


def current_directory() -> str:
    """The current directory, or its last known path if it was deleted."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        path = os.environ.get("PWD", "")
        if path:
            return path
        raise UsageError(
            "the current directory was deleted",
            hint="change to another directory, or pass --project PATH",
        ) from None
