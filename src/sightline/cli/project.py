"""The project a command works in, from `--project` or the current directory."""

from __future__ import annotations

import os
from argparse import Namespace

from sightline.engine import Engine, open_engine
from sightline.errors import UsageError
from sightline.workspace.first_commit import sought_origin


def engine_of(arguments: Namespace, *, writes: bool = False) -> Engine:
    """The engine of the command's project; with `writes` the project is written down as known."""
    engine = open_engine(project_path(arguments), origin=sought_origin, remember=False)
    if writes:
        engine.settle()
    return engine


def project_path(arguments: Namespace) -> str:
    """The path the command was pointed at, which must exist."""
    path: str | None = getattr(arguments, "project", None)
    if path is None:
        return current_directory()
    expanded = os.path.expanduser(path)
    if not os.path.exists(expanded):
        raise UsageError(f"no directory called {path!r}", hint="give --project an existing path")
    return os.path.abspath(expanded)


def current_directory() -> str:
    """Where we stand, even if it was removed under us."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        path = os.environ.get("PWD", "")
        if path:
            return path
        raise UsageError(
            "the current directory is gone", hint="cd to another, or give --project PATH"
        ) from None
