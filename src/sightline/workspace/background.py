"""Starts a refresh of the index that outlives the hook which asked for it, and ends by itself.

Loaded by hooks: starts a process and waits for nothing. Whether one is due, `store.lease` knows.
"""

import os
import sys

_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Those this process started and has not seen the end of.
_started: list[int] = []


def start_refresh(root: str, home: str | None = None) -> bool:
    """Start `sightline index --background` for the project at `root`; whether that worked."""
    command = [sys.executable, "-P", "-m", "sightline", "index", "--background", "--project", root]
    environment = _environment(home)
    try:
        if os.name == "posix":
            return _start_posix(command, environment)
        return _start_windows(command, environment)
    except OSError:
        return False


def _environment(home: str | None) -> dict[str, str]:
    """Ours, and where this very package lies, should it not be installed."""
    environment = dict(os.environ)
    known = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = _PACKAGES + (os.pathsep + known if known else "")
    if home:
        environment["SIGHTLINE_HOME"] = home
    return environment


def _start_posix(command: list[str], environment: dict[str, str]) -> bool:
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
    ]
    _let_go_of_ended()
    try:
        pid = os.posix_spawn(command[0], command, environment, file_actions=actions, setsid=True)
    except NotImplementedError:
        # A system that cannot start a session so: a process group of its own must do.
        pid = os.posix_spawn(command[0], command, environment, file_actions=actions, setpgroup=0)
    _started.append(pid)
    return True


def _let_go_of_ended() -> None:
    """A server goes on after its refreshes: the system keeps each until somebody asks for it."""
    for pid in tuple(_started):
        try:
            ended = os.waitpid(pid, os.WNOHANG)[0] == pid
        except ChildProcessError:
            ended = True  # another thread has asked
        if ended and pid in _started:
            _started.remove(pid)


def _start_windows(command: list[str], environment: dict[str, str]) -> bool:
    import subprocess

    detached, new_group, no_window, low = 0x00000008, 0x00000200, 0x08000000, 0x00004000
    subprocess.Popen(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        close_fds=True,
        creationflags=detached | new_group | no_window | low,
    )
    return True
