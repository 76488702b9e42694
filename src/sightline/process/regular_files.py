"""Reads files whose path comes from outside: only regular files, and only up to a limit.

Opening a pipe would wait for a writer, and a device may never end.
"""

import os
import stat
from typing import NamedTuple


class FilePart(NamedTuple):
    """Some bytes of a file, and whether they are all of it."""

    content: bytes
    is_whole: bool


def read_start(path: str, most_bytes: int) -> FilePart:
    """The beginning of a regular file; OSError if it is not one or cannot be read."""
    return _read(path, most_bytes, from_end=False)


def read_end(path: str, most_bytes: int) -> FilePart:
    """The end of a regular file; OSError if it is not one or cannot be read."""
    return _read(path, most_bytes, from_end=True)


def _read(path: str, most_bytes: int, *, from_end: bool) -> FilePart:
    if "\0" in path:
        raise FileNotFoundError(path)
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise OSError(f"{path} is not a regular file")
        skipped = max(0, status.st_size - most_bytes)
        if from_end:
            file.seek(skipped)
        return FilePart(file.read(most_bytes), not skipped)
