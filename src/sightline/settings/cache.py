"""The settings in force as JSON, so that a hook needs no TOML parser. Losing it costs nothing."""

import json
import os
import time

from sightline.settings.values import Settings

# A file changed this recently may change again without its time changing on a coarse clock.
_SETTLED_NS = 2_000_000_000
_TABLE = os.path.join(os.path.dirname(__file__), "table.py")


def key(files: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> list[object]:
    """What the cached values depend on: the sources' times and sizes, and the environment."""
    stamps = [[path, *_stamp(path)] for path in (*files, _TABLE)]
    return [stamps, [list(pair) for pair in overrides]]


def read(folder: str | None, project_root: str | None, wanted: list[object]) -> Settings | None:
    """The cached settings, if they are still those of their sources."""
    if folder is None:
        return None
    try:
        with open(_path(folder, project_root), "rb") as file:
            held = json.loads(file.read())
        if held["key"] != wanted or not isinstance(held["values"], dict):
            return None
        return Settings(
            held["values"], origins=dict(held["origins"]), problems=tuple(held["problems"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def write(folder: str | None, project_root: str | None, key: list[object], found: Settings) -> None:
    """Keep the settings for the next process, if that is possible and the sources have settled."""
    if folder is None or _unsettled(key):
        return
    path = _path(folder, project_root)
    held = {
        "key": key,
        "values": found.values(),
        "origins": dict(found.origins),
        "problems": found.problems,
    }
    partial = f"{path}.{os.getpid()}.{time.monotonic_ns()}"
    try:
        # One by one: the mode given to makedirs is that of the last folder only.
        for one in (os.path.dirname(folder), folder):
            os.makedirs(one, mode=0o700, exist_ok=True)
        number = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(number, "wb") as file:
            file.write(json.dumps(held).encode())
        os.replace(partial, path)
    except OSError:
        try:
            os.unlink(partial)
        except OSError:
            pass


def _path(folder: str, project_root: str | None) -> str:
    name = "user" if project_root is None else f"{_number(os.fsencode(project_root)):016x}"
    return os.path.join(folder, name + ".json")


def _number(name: bytes) -> int:
    """FNV-1a: a number of 64 bits that hardly two names share."""
    number = 0xCBF29CE484222325
    for byte in name:
        number = ((number ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return number


def _stamp(path: str) -> list[int]:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return []
    return [status.st_mtime_ns, status.st_size]


def _unsettled(key: list[object]) -> bool:
    now = time.time_ns()
    stamps: list[list[int]] = key[0]  # type: ignore[assignment]
    return any(len(stamp) > 1 and abs(now - stamp[1]) < _SETTLED_NS for stamp in stamps)
