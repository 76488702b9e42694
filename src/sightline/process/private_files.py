"""Files that only the user may read (modes 0600 and 0700), locks on them, and the failure log.

On Windows modes have no effect: the user's profile folder keeps other users out.
"""

from __future__ import annotations

import os
import time
from types import TracebackType

from sightline.errors import SightlineError, StoreError, StoreReadOnly
from sightline.settings.folders import data_home

MAX_LOG_BYTES = 1_000_000
_POLL_SECONDS = 0.002


def make_private_folder(path: str) -> None:
    """Make this folder and its missing parents, readable by the user only."""
    if os.path.isdir(path):
        return
    try:
        parent = os.path.dirname(path)
        if parent and parent != path:
            make_private_folder(parent)
        os.mkdir(path, 0o700)
    except FileExistsError:
        if not os.path.isdir(path):
            raise StoreError(f"{path} is a file where a folder should be") from None
    except OSError as error:
        raise StoreReadOnly(path=path) from error


def make_private_file(path: str) -> os.stat_result:
    """Make an empty file that only the user may read, unless it exists; its status."""
    make_private_folder(os.path.dirname(path))
    try:
        # SQLite would use 0644; its journals inherit the mode of the database file.
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreReadOnly(path=path) from error
    try:
        return os.fstat(descriptor)
    finally:
        os.close(descriptor)


def make_private(path: str) -> None:
    """Remove everyone else's permissions from a file, where the system allows that."""
    try:
        os.chmod(path, 0o600)
    except OSError:
        # Another user's file, or a file system without modes: it can still be read.
        return


def try_lock(path: str, *, wait_ms: int = 0) -> FileLock | None:
    """Lock this file between processes; None if another process holds it for all of `wait_ms`.

    The system releases the lock when its holder dies.
    """
    make_private_folder(os.path.dirname(path))
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreReadOnly(path=path) from error
    deadline = time.monotonic() + wait_ms / 1000
    while not _lock(descriptor):
        if time.monotonic() >= deadline:
            os.close(descriptor)
            return None
        time.sleep(_POLL_SECONDS)
    return FileLock(descriptor)


class FileLock:
    """A lock that this process holds; `with` or `release` releases it."""

    __slots__ = ("_descriptor",)

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def __enter__(self) -> FileLock:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: object, trace: TracebackType | None
    ) -> None:
        self.release()

    def release(self) -> None:
        """Release the lock; safe to call twice. The file stays, so that all lock the same one."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if os.name == "posix":
    import fcntl

    def _lock(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

else:
    import msvcrt

    def _lock(descriptor: int) -> bool:
        try:
            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True


def log_failure() -> None:
    """Append the current traceback to `hook.log`.

    For failures that must not be shown where they happen: in hooks and background processes.
    """
    import traceback  # only needed after a failure, and slow to load in a hook

    log_text(traceback.format_exc())


def log_text(text: str) -> None:
    """Append a text to `hook.log`, which is rotated when it grows too long."""
    try:
        path = os.path.join(data_home(), "hook.log")
        if os.path.exists(path) and os.path.getsize(path) > MAX_LOG_BYTES:
            os.replace(path, path + ".1")
        make_private_file(path)
        line = f"{time.strftime('%Y-%m-%dT%H:%M:%S')} {text}\n"
        descriptor = os.open(path, os.O_WRONLY | os.O_APPEND)
        try:
            os.write(descriptor, line.encode("utf-8", "replace"))
        finally:
            os.close(descriptor)
    except (OSError, SightlineError):
        # There is no data folder that can be written, so there is nowhere to report it.
        return
