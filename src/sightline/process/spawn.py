"""Starts processes of our own: children that live with us, and detached ones that outlive us.

A child runs on the same interpreter, finds this package and imports nothing from the project's folder.
"""

from __future__ import annotations

import os
import subprocess
import sys

# Windows' creation flags: no console window, lower priority, detached from our console and signals.
_NO_WINDOW, _LOW_PRIORITY = 0x08000000, 0x00004000
_DETACHED, _NEW_GROUP = 0x00000008, 0x00000200
# Detached processes that may still run; `poll` reaps the ones that have ended.
_detached: list[subprocess.Popen[bytes]] = []


def start_child(
    module: str,
    *arguments: str,
    home: str | None = None,
    read_output: bool = False,
    low_priority: bool = False,
) -> subprocess.Popen[bytes]:
    """Start one of our modules with a pipe as its stdin, which closes when this process ends.

    With `read_output` its stdout is a pipe as well; otherwise it prints nowhere.
    """
    flags = _NO_WINDOW | (_LOW_PRIORITY if low_priority else 0)
    return subprocess.Popen(
        module_command(module, *arguments),
        env=module_environment(home),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE if read_output else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        creationflags=flags if sys.platform == "win32" else 0,
    )


def start_detached(module: str, *arguments: str, home: str | None = None) -> bool:
    """Start one of our modules so that it outlives this process; False if that failed."""
    _detached[:] = [process for process in _detached if process.poll() is None]
    on_windows = sys.platform == "win32"
    flags = _DETACHED | _NEW_GROUP | _NO_WINDOW | _LOW_PRIORITY
    try:
        process = subprocess.Popen(
            module_command(module, *arguments),
            env=module_environment(home),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=not on_windows,
            creationflags=flags if on_windows else 0,
        )
    except OSError:
        return False
    _detached.append(process)
    return True


def module_command(module: str, *arguments: str) -> list[str]:
    """The command that runs one of our modules.

    `-P` keeps the working directory off the import path: a project may have files with the names of
    our modules or of the standard library's.
    """
    return [sys.executable, "-P", "-m", module, *arguments]


def module_environment(home: str | None = None) -> dict[str, str]:
    """Our environment, with this package on the import path and, if given, another data folder."""
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    environment = dict(os.environ)
    paths = [package, *environment.get("PYTHONPATH", "").split(os.pathsep)]
    environment["PYTHONPATH"] = os.pathsep.join(dict.fromkeys(path for path in paths if path))
    if home:
        environment["SIGHTLINE_HOME"] = home
    return environment
