"""The settings in effect: defaults < user file < .sightline.toml < environment.

Settings are declared in `table` and parsed by `read`; hooks usually need neither, because the result
is cached as JSON until a source changes. Losing the cache costs nothing.
"""

import json
import os
import time
from collections.abc import Mapping
from typing import Any, NamedTuple

from sightline.errors import SightlineError
from sightline.settings.folders import config_home, data_home
from sightline.settings.table import SETTINGS as SETTINGS

__all__ = [
    "ALIASES",
    "PROJECT_FILE",
    "SETTINGS",
    "USER_FILE",
    "Settings",
    "config_home",
    "data_home",
    "defaults",
    "load",
]

PROJECT_FILE = ".sightline.toml"
USER_FILE = "settings.toml"
# Documented variables of another tool, and the settings of ours they set (LO-3, ruling 62).
ALIASES = {
    "LORE_CONTEXT_BUDGET": "injection.budget",
    "LORE_CONTEXT_DEBUG": "injection.debug",
}
# A file changed this recently may change again without a new timestamp on a coarse clock.
_SETTLED_NS = 2_000_000_000
_TABLE = os.path.join(os.path.dirname(__file__), "table.py")


class Settings:
    """The values in effect, where each comes from, and the problems with rejected values."""

    __slots__ = ("_values", "origins", "problems")

    def __init__(
        self,
        values: Mapping[str, Any],
        *,
        origins: Mapping[str, str] | None = None,
        problems: tuple[str, ...] = (),
    ) -> None:
        self._values = values
        self.origins = origins or {}
        self.problems = problems

    def integer(self, name: str) -> int:
        """An integer setting."""
        return int(self._values[name])

    def number(self, name: str) -> float:
        """A numeric setting."""
        return float(self._values[name])

    def flag(self, name: str) -> bool:
        """A true-or-false setting."""
        return bool(self._values[name])

    def text(self, name: str) -> str:
        """A string setting."""
        return str(self._values[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """A setting that is a list of strings."""
        return tuple(self._values[name])

    def values(self) -> dict[str, Any]:
        """Every setting by its full name."""
        return dict(self._values)

    def origin(self, name: str) -> str:
        """The source of the value: a file, an environment variable, or `default`."""
        return self.origins.get(name, "default")

    def replaced(self, **values: object) -> "Settings":
        """A copy with some values changed; `focus__memorySize` means `focus.memorySize`."""
        changed = {name.replace("__", "."): value for name, value in values.items()}
        unknown = changed.keys() - self._values.keys()
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        return Settings({**self._values, **changed}, origins=self.origins, problems=self.problems)


class _Loaded(NamedTuple):
    """Settings this process has loaded, and what they depend on."""

    key: list[object]
    settings: Settings


_loaded: dict[tuple[str | None, str | None], _Loaded] = {}
_MOST_LOADED = 64


def load(project_root: str | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a project, or the user's own without one; never fails."""
    files = _files(project_root, environ)
    overrides = _overrides(environ)
    key = _cache_key(files, overrides)
    folder = _cache_folder(environ)
    loaded = _loaded.get((folder, project_root))
    if loaded is not None and loaded.key == key:
        return loaded.settings
    settings = _read_cache(folder, project_root, key)
    if settings is None:
        # Parsing TOML takes a hook longer than everything else it does: only after a change.
        from sightline.settings.read import read

        settings = read(files, overrides)
        _write_cache(folder, project_root, key, settings)
    else:
        # The file cache only holds settings whose sources have settled.
        if len(_loaded) >= _MOST_LOADED:
            _loaded.clear()
        _loaded[folder, project_root] = _Loaded(key, settings)
    return settings


def defaults() -> Settings:
    """Every setting at its declared default."""
    return Settings({setting.name: setting.default for setting in SETTINGS})


def _files(project_root: str | None, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The files that may contain settings, the strongest last."""
    files = []
    try:
        files.append(os.path.join(config_home(environ), USER_FILE))
    except SightlineError:
        pass
    if project_root is not None:
        files.append(os.path.join(project_root, PROJECT_FILE))
    return tuple(files)


def _overrides(environ: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        sorted(
            (name, value)
            for name, value in environ.items()
            if (name.startswith("SIGHTLINE_") and name != "SIGHTLINE_HOME") or name in ALIASES
        )
    )


def _cache_folder(environ: Mapping[str, str]) -> str | None:
    try:
        return os.path.join(data_home(environ), "settings")
    except SightlineError:
        return None


def _cache_key(files: tuple[str, ...], overrides: tuple[tuple[str, str], ...]) -> list[object]:
    """What the settings depend on: the times and sizes of their sources, and the environment."""
    stamps = [[path, *_stamp(path)] for path in (*files, _TABLE)]
    return [stamps, [list(pair) for pair in overrides]]


def _read_cache(folder: str | None, project_root: str | None, key: list[object]) -> Settings | None:
    """The cached settings, if their sources are unchanged."""
    if folder is None:
        return None
    try:
        with open(_cache_path(folder, project_root), "rb") as file:
            cached = json.loads(file.read())
        if cached["key"] != key or not isinstance(cached["values"], dict):
            return None
        return Settings(
            cached["values"], origins=dict(cached["origins"]), problems=tuple(cached["problems"])
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _write_cache(
    folder: str | None, project_root: str | None, key: list[object], settings: Settings
) -> None:
    """Cache the settings for the next process, unless a source changed a moment ago."""
    if folder is None or _changed_recently(key):
        return
    path = _cache_path(folder, project_root)
    cached = {
        "key": key,
        "values": settings.values(),
        "origins": dict(settings.origins),
        "problems": settings.problems,
    }
    partial = f"{path}.{os.getpid()}.{time.monotonic_ns()}"
    try:
        # One at a time: makedirs applies the mode to the last folder only.
        for directory in (os.path.dirname(folder), folder):
            os.makedirs(directory, mode=0o700, exist_ok=True)
        descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(descriptor, "wb") as file:
            file.write(json.dumps(cached).encode())
        os.replace(partial, path)
    except OSError:
        try:
            os.unlink(partial)
        except OSError:
            pass


def _cache_path(folder: str, project_root: str | None) -> str:
    name = "user" if project_root is None else f"{_fnv1a(os.fsencode(project_root)):016x}"
    return os.path.join(folder, name + ".json")


def _fnv1a(name: bytes) -> int:
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in name:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def _stamp(path: str) -> list[int]:
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return []
    return [status.st_mtime_ns, status.st_size]


def _changed_recently(key: list[object]) -> bool:
    now = time.time_ns()
    stamps: list[list[int]] = key[0]  # type: ignore[assignment]
    return any(len(stamp) > 1 and abs(now - stamp[1]) < _SETTLED_NS for stamp in stamps)
