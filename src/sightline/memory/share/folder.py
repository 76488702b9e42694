"""A folder of memory files on disk: where it is, what it holds, and whether it changed.

Files come from anybody: only regular files of a moderate size inside the folder are read, and no
symbolic link is followed.
"""

import os
import stat
from typing import NamedTuple

from sightline.model.project import Project

FOLDER = ".sightline/memories"
SUFFIX = ".md"
MOST_BYTES = 400_000
MOST_FILES = 10_000
# A folder changed this recently may change again without its time changing.
SETTLED_NS = 2_000_000_000


class FileState(NamedTuple):
    """A file's size and time as text, or why it is not read."""

    stamp: str
    problem: str = ""


def team_folder(project: Project) -> str:
    """The folder of a working tree's memory files; it need not exist."""
    return f"{project.root}/{FOLDER}"


def folder_stamp(folder: str, *, before_ns: int = 0) -> str:
    """Identity and time of a folder as text; "-" if it is missing or reached by a link.

    With `before_ns`, empty if the folder changed so recently before that it may change unnoticed.
    """
    try:
        parent, status = os.lstat(os.path.dirname(folder)), os.lstat(folder)
    except OSError:
        return "-"
    if not (stat.S_ISDIR(parent.st_mode) and stat.S_ISDIR(status.st_mode)):
        return "-"
    if before_ns and before_ns - status.st_mtime_ns < SETTLED_NS:
        return ""
    return f"{status.st_ino}:{status.st_mtime_ns}"


def list_files(folder: str) -> dict[str, FileState]:
    """The memory files of a folder by name; empty if there is no such folder."""
    if folder_stamp(folder) == "-":
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
    os.makedirs(folder, exist_ok=True)
    if folder_stamp(folder) == "-":
        raise OSError(f"{folder} is a symbolic link, or below one")
    temporary = f"{folder}/.{name}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    os.replace(temporary, f"{folder}/{name}")
