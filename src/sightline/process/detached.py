"""Starts a refresh of the index that outlives the hook which asked for it, and ends by itself.

Loaded by hooks: starts a process and waits for nothing. Whether one is due, `store.lease` knows.
"""

from __future__ import annotations

import subprocess
import sys

from sightline.process.python import module_command, module_environment

# Windows' flags for a process without a console of its own, at low priority.
_DETACHED, _NEW_GROUP, _NO_WINDOW, _LOW = 0x00000008, 0x00000200, 0x08000000, 0x00004000
# Those this process started; `poll` lets the system forget the ones that ended.
_started: list[subprocess.Popen[bytes]] = []


def start_refresh(root: str, home: str | None = None) -> bool:
    """Start `sightline index --background` for the project at `root`; whether that worked."""
    _started[:] = [process for process in _started if process.poll() is None]
    environment = module_environment()
    if home:
        environment["SIGHTLINE_HOME"] = home
    on_windows = sys.platform == "win32"
    try:
        process = subprocess.Popen(
            module_command("sightline", "index", "--background", "--project", root),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=not on_windows,
            creationflags=_DETACHED | _NEW_GROUP | _NO_WINDOW | _LOW if on_windows else 0,
        )
    except OSError:
        return False
    _started.append(process)
    return True
