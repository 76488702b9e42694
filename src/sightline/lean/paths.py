"""The functions of `posixpath` that hooks call often, for text only; the others come from there."""

import sys

try:
    import posix
except ImportError:  # never used there, see `system`
    import os as posix  # type: ignore[no-redef]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_KIND, _FOLDER, _FILE, _LINK = 0o170000, 0o040000, 0o100000, 0o120000


def join(first: str, *others: str) -> str:
    """The parts as one path; an absolute part starts anew."""
    path = first
    for other in others:
        if other.startswith("/") or not path:
            path = other
        elif path.endswith("/"):
            path += other
        else:
            path = f"{path}/{other}"
    return path


def dirname(path: str) -> str:
    """Everything before the last name."""
    head = path[: path.rfind("/") + 1]
    return head.rstrip("/") or head


def basename(path: str) -> str:
    """The last name."""
    return path[path.rfind("/") + 1 :]


def isabs(path: str) -> bool:
    """Whether the path begins at the root."""
    return path.startswith("/")


def normcase(path: str) -> str:
    """As it is: names differ in case."""
    return path


def exists(path: str) -> bool:
    """Whether there is something, at the end of links."""
    return _mode(path) >= 0


def isfile(path: str) -> bool:
    """Whether there is a file."""
    mode = _mode(path)
    return mode >= 0 and mode & _KIND == _FILE


def isdir(path: str) -> bool:
    """Whether there is a folder."""
    mode = _mode(path)
    return mode >= 0 and mode & _KIND == _FOLDER


def abspath(path: str) -> str:
    """From the root, without `.`, `..` and empty parts."""
    if not path.startswith("/"):
        path = join(posix.getcwd(), path)
    if _is_plain(path):
        return path
    from posixpath import normpath

    return normpath(path)


def realpath(path: str) -> str:
    """From the root, without links."""
    found = abspath(path)
    if ".." not in path and "//" not in path and not _has_link(found):
        return found
    from posixpath import realpath as thorough

    return thorough(path)


def commonpath(paths: "tuple[str, ...] | list[str]") -> str:
    """The longest path above all of these."""
    if not paths or len({isabs(path) for path in paths}) > 1:
        raise ValueError("there is nothing above absolute and relative paths together")
    parts = [[name for name in path.split("/") if name and name != "."] for path in paths]
    first, last = min(parts), max(parts)
    same = 0
    while same < len(first) and first[same] == last[same]:
        same += 1
    return "/" * isabs(paths[0]) + "/".join(first[:same])


def expanduser(path: str) -> str:
    """With the person's own folder for a leading `~`."""
    if not path.startswith("~"):
        return path
    home = posix.environ.get(b"HOME")
    if home is None or path[1:2] not in ("", "/"):
        from posixpath import expanduser as thorough

        return thorough(path)
    place = home.decode(sys.getfilesystemencoding(), sys.getfilesystemencodeerrors())
    return place.rstrip("/") + path[1:] or "/"


def __getattr__(wanted: str) -> "Any":
    import posixpath

    return getattr(posixpath, wanted)


def _has_link(path: str) -> bool:
    end = 0
    while end >= 0:
        end = path.find("/", end + 1)
        try:
            if posix.lstat(path[:end] if end > 0 else path).st_mode & _KIND == _LINK:
                return True
        except OSError:
            return False  # nothing below it can be a link
    return False


def _mode(path: str) -> int:
    try:
        return posix.stat(path).st_mode
    except (OSError, ValueError):
        return -1


def _is_plain(path: str) -> bool:
    return not (
        "//" in path or "/./" in path or "/../" in path or path.endswith(("/", "/.", "/.."))
    )
