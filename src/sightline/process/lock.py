"""A lock between processes on a file of its own; the system frees it when its holder dies.

Not for waiting long: who finds it taken goes on without, or tries again later.
"""

from __future__ import annotations

import os
import time
from types import TracebackType

from sightline.errors import StoreReadOnly
from sightline.process.private_files import make_private_folder

_PAUSE = 0.002


def try_lock(path: str, *, wait_ms: int = 0) -> FileLock | None:
    """Hold the lock of this file, or None when another process has it for all that time."""
    make_private_folder(os.path.dirname(path))
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreReadOnly(path=path) from error
    deadline = time.monotonic() + wait_ms / 1000
    while not _take(descriptor):
        if time.monotonic() >= deadline:
            os.close(descriptor)
            return None
        time.sleep(_PAUSE)
    return FileLock(descriptor)


class FileLock:
    """A lock that is held; `with` or `release` lets it go."""

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
        """Let go; a second time does nothing. The file stays, so that nobody locks another."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1


if os.name == "posix":
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

else:
    import msvcrt

    def _take(descriptor: int) -> bool:
        try:
            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
