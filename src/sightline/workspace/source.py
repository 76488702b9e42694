"""Reads source as it is on disk now: any encoding as UTF-8, each file at most once.

Loaded by hooks: no parser, no git, nothing written.
"""

import os
import re

from sightline.model.indexed import IndexedFile
from sightline.text.hashing import digest

# Past this nothing is quoted by a hook, whatever a project's own limit for indexing.
LARGEST = 4 * 1024 * 1024
# Of `stat`, which hooks do not load: the bits of a mode that say what a file is, and those of a link.
_FORMAT, _LINK = 0o170000, 0o120000
# Parts of a path that name no entry of a folder.
_NOWHERE = frozenset(("", ".", ".."))


class Sources:
    """The files of one project as they are now, remembered for the length of one answer."""

    def __init__(self, root: str) -> None:
        self.root = os.path.realpath(root)
        self._raw: dict[str, bytes | None] = {}
        self._text: dict[str, bytes | None] = {}
        self._unchanged: dict[int, bool] = {}

    def read(self, path: str) -> bytes | None:
        """The file's text in UTF-8, or None when it cannot be read or lies outside."""
        if path not in self._text:
            raw = self._bytes(path)
            self._text[path] = None if raw is None else utf8(raw)
        return self._text[path]

    def unchanged(self, file: "IndexedFile") -> bool:
        """Whether the file still is what was indexed: by size and time, else by its digest."""
        known = self._unchanged.get(file.id)
        if known is None:
            known = self._unchanged[file.id] = self._same(file)
        return known

    def _same(self, file: "IndexedFile") -> bool:
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
    """The bytes of a file below a root without links; None when gone, too large or outside."""
    try:
        whole = f"{root}/{path}"
        if not _is_free_of_links(root, path):
            whole = os.path.realpath(os.path.join(root, path))
            if os.path.commonpath((whole, root)) != root:
                return None
        # Unbuffered, it is read at once and takes no more room than it has bytes.
        with open(whole, "rb", buffering=0) as file:
            if os.fstat(file.fileno()).st_size > LARGEST:
                return None
            raw = file.read()
    except (OSError, ValueError):
        return None
    return raw if len(raw) <= LARGEST else None


def _is_free_of_links(root: str, path: str) -> bool:
    """Whether nothing on the way from a root without links to a file can lead out of it."""
    parts = path.split("/")
    if os.name != "posix" or not _NOWHERE.isdisjoint(parts):
        return False
    place = root
    for part in parts:
        place = f"{place}/{part}"
        if os.lstat(place).st_mode & _FORMAT == _LINK:
            return False
    return True


def utf8(raw: bytes) -> bytes:
    """The same text in UTF-8; bytes that already are come back as they are."""
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
    """The encoding a comment in the first lines names, as Python, Ruby and XML do."""
    found = re.search(rb"coding[:=][ \t]*[\"']?([-\w.]+)", raw[:400])
    return found[1].decode("ascii", "replace") if found else ""
