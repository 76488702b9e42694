"""The project a command works in, from `--project` or the current directory."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Mapping, Sequence

from sightline.engine import Engine, Lifetime, open_engine
from sightline.errors import UsageError
from sightline.memory.semantic.meaning import Meaning, missing_packages
from sightline.store.sqlite.database import Database


def engine_of(arguments: Namespace, *, writes: bool = False, path: str | None = None) -> Engine:
    """The engine of the command's project; `writes` also registers the project in the store.

    `path` is the project as a positional argument; `--project` wins over it.
    """
    engine = open_engine(project_path(arguments, path), Lifetime.COMMAND)
    if writes:
        engine.settle()
    engine.allow_similar(similar_if_installed)
    engine.allow_near(near_if_installed)
    engine.see_shared()
    return engine


def similar_if_installed(
    database: Database, text: str, projects: tuple[str, ...] | None
) -> Mapping[int, float]:
    """How near the meaning of memories is to a text; nothing without the extra."""
    return {} if missing_packages() else Meaning().similar(database, text, projects)


def near_if_installed(question: str, texts: Sequence[str]) -> list[float]:
    """How near the meaning of texts is to a question; nothing without the extra."""
    return [] if missing_packages() else Meaning().near(question, texts)


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
