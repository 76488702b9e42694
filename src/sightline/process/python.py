"""How a process of our own is started: the same interpreter, and nothing of the project's in its way."""

from __future__ import annotations

import os
import sys


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules.

    `-P` because a project may hold files called like modules of ours or of the library.
    """
    return [sys.executable, "-P", "-m", module, *arguments]


def module_environment() -> dict[str, str]:
    """The environment in which it finds the package it belongs to."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environ = dict(os.environ)
    places = [package, *environ.get("PYTHONPATH", "").split(os.pathsep)]
    environ["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(place for place in places if place))
    return environ
