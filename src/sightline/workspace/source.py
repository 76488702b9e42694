"""Reads source files from the working tree as UTF-8, each at most once.

Loaded by hooks: it uses neither parser nor git and writes nothing.
"""

import os
import re

from sightline.model.indexed import IndexedFile
from sightline.process.regular_files import read_start
from sightline.text.hashing import digest

# Larger files are never quoted, whatever the project's limit for indexing.
MAX_SOURCE_BYTES = 4 * 1024 * 1024
# From the module `stat`, which hooks do not load: the mask of the file type, and the type of a link.
_FORMAT, _LINK = 0o170000, 0o120000
# Parts of a path that are not the name of an entry.
_NOT_NAMES = frozenset(("", ".", ".."))


class Sources:
    """The files of one project as they are now, cached while one answer is made."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root)
        self._raw: dict[str, bytes | None] = {}
        self._text: dict[str, bytes | None] = {}
        self._unchanged: dict[int, bool] = {}

    def read(self, path: str) -> bytes | None:
        """The file's text in UTF-8; None if it cannot be read or is outside the project."""
        if path not in self._text:
            raw = self._bytes(path)
            self._text[path] = None if raw is None else utf8(raw)
        return self._text[path]

    def raw(self, path: str) -> bytes | None:
        """The file's bytes as they are; None if it cannot be read or is outside the project."""
        return self._bytes(path)

    def unchanged(self, file: "IndexedFile") -> bool:
        """Whether the file is the same as when it was indexed, by size and time or by its digest."""
        unchanged = self._unchanged.get(file.id)
        if unchanged is None:
            unchanged = self._unchanged[file.id] = self._is_same(file)
        return unchanged

    def _is_same(self, file: "IndexedFile") -> bool:
        try:
            facts = os.lstat(f"{self.root}/{file.path}")
        except (OSError, ValueError):
            return False
        if facts.st_size != file.size:
            return False
        if facts.st_mtime_ns == file.mtime_ns:
            return True
        raw = self._bytes(file.path)
        return raw is not None and digest(raw) == file.digest

    def _bytes(self, path: str) -> bytes | None:
        if path not in self._raw:
            self._raw[path] = read_inside(self.root, path)
        return self._raw[path]


def read_inside(root: str, path: str) -> bytes | None:
    """The bytes of a file below a resolved root; None if missing, too large or outside."""
    try:
        whole = f"{root}/{path}"
        if not _is_free_of_links(root, path):
            whole = os.path.realpath(os.path.join(root, path))
            if os.path.commonpath((whole, root)) != root:
                return None
        # Unbuffered: one read without an extra copy.
        file = read_start(whole, MAX_SOURCE_BYTES)
    except (OSError, ValueError):
        return None
    return file.content if file.is_whole else None


def _is_free_of_links(root: str, path: str) -> bool:
    """Whether no part of the path below a resolved root is a symbolic link or leads upwards."""
    parts = path.split("/")
    if os.name != "posix" or not _NOT_NAMES.isdisjoint(parts):
        return False
    current = root
    for part in parts:
        current = f"{current}/{part}"
        if os.lstat(current).st_mode & _FORMAT == _LINK:
            return False
    return True


def utf8(raw: bytes) -> bytes:
    """The same text in UTF-8; UTF-8 is returned unchanged."""
    if raw.isascii():
        return raw
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", "replace").encode("utf-8", "replace")
    try:
        raw.decode("utf-8")
        return raw
    except UnicodeDecodeError:
        pass
    declared = _declared_encoding(raw)
    if declared:
        try:
            return raw.decode(declared).encode("utf-8", "replace")
        except (LookupError, UnicodeError):
            pass
    return raw.decode("cp1252", "replace").encode()


def _declared_encoding(raw: bytes) -> str:
    """The encoding declared in the first lines, as in Python, Ruby and XML."""
    match = re.search(rb"coding[:=][ \t]*[\"']?([-\w.]+)", raw[:400])
    return match[1].decode("ascii", "replace") if match else ""
