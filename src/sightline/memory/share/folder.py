"""A folder of memory files on disk: where it is, what it holds, and whether it changed.

Files come from anybody: only regular files of a moderate size inside the folder are read, and no
symbolic link is followed.
"""

import os
import stat
from itertools import islice
from typing import NamedTuple

from sightline.errors import UsageError
from sightline.model.project import Project

FOLDER = ".sightline/memories"
SUFFIX = ".md"
MOST_BYTES = 400_000
MOST_FILES = 10_000
# Each prompt compares the times of this many files; more would cost over 2 ms.
MOST_COMPARED = 1_000
# What changed this recently may change again without its time changing.
SETTLED_NS = 2_000_000_000


class FileState(NamedTuple):
    """A file's size and time as text, or why it is not read."""

    stamp: str
    problem: str = ""


def team_folder(project: Project) -> str:
    """The folder of a working tree's memory files; it need not exist."""
    return f"{project.root}/{FOLDER}"


def folder_stamp(folder: str, *, before_ns: int = 0) -> str:
    """What a folder and its files look like, as text; "-" if it is missing or reached by a link.

    With `before_ns`, empty if anything changed so recently before that it may change unnoticed.
    """
    status = _folder_status(folder)
    if status is None:
        return "-"
    newest = status.st_mtime_ns
    # A file that an editor writes in place changes its own time, but not the folder's.
    sizes = times = 0
    try:
        with os.scandir(folder) as entries:
            for entry in islice(entries, MOST_COMPARED):
                file = entry.stat(follow_symlinks=False)
                sizes += file.st_size
                times += file.st_mtime_ns
                newest = max(newest, file.st_mtime_ns)
    except OSError:
        return "unreadable"
    if before_ns and before_ns - newest < SETTLED_NS:
        return ""
    return f"{status.st_ino}:{status.st_mtime_ns}:{sizes}:{times}"


def is_folder(folder: str) -> bool:
    """Whether a folder of memory files exists and is not reached by a link."""
    return _folder_status(folder) is not None


def _folder_status(folder: str) -> os.stat_result | None:
    try:
        parent, status = os.lstat(os.path.dirname(folder)), os.lstat(folder)
    except OSError:
        return None
    is_plain = stat.S_ISDIR(parent.st_mode) and stat.S_ISDIR(status.st_mode)
    return status if is_plain else None


def list_files(folder: str) -> dict[str, FileState]:
    """The memory files of a folder by name; empty if there is no such folder."""
    if not is_folder(folder):
        return {}
    states: dict[str, FileState] = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if not entry.name.endswith(SUFFIX) or entry.name.startswith("."):
                continue
            if len(states) >= MOST_FILES:
                break
            states[entry.name] = _state(entry)
    return dict(sorted(states.items()))


def _state(entry: os.DirEntry[str]) -> FileState:
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError as error:
        return FileState("-", f"it cannot be read: {error.strerror}")
    stamp = f"{status.st_size}:{status.st_mtime_ns}"
    if stat.S_ISLNK(status.st_mode):
        return FileState(stamp, "it is a symbolic link")
    if not stat.S_ISREG(status.st_mode):
        return FileState(stamp, "it is not a regular file")
    if status.st_size > MOST_BYTES:
        return FileState(stamp, f"it is larger than {MOST_BYTES // 1000} kB")
    return FileState(stamp)


def read_bytes(folder: str, name: str) -> bytes:
    """The content of a memory file; OSError if it is a link or cannot be read."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    with open(os.open(f"{folder}/{name}", flags | getattr(os, "O_BINARY", 0)), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise OSError("it is not a regular file")
        return file.read(MOST_BYTES + 1)


def write_text(folder: str, name: str, text: str) -> None:
    """Write a memory file whole, so that a reader sees the old or the new one."""
    for made in (os.path.dirname(folder), folder):
        if not os.path.lexists(made):
            os.mkdir(made)
    require_folder(folder)
    temporary = f"{folder}/.{name}.{os.getpid()}.tmp"
    try:
        os.unlink(temporary)  # of a process that was killed, or put here to be written through
    except FileNotFoundError:
        pass
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    with open(descriptor, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.replace(temporary, f"{folder}/{name}")


def remove_file(folder: str, name: str) -> None:
    """Delete a memory file; never one that a symbolic link leads to."""
    require_folder(folder)
    os.unlink(f"{folder}/{name}")


def require_folder(folder: str) -> None:
    """Raise an error unless this is a folder that no symbolic link leads to."""
    if not is_folder(folder):
        raise UsageError(f"{folder} is not a folder, or a symbolic link leads to it")
