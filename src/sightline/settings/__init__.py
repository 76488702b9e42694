"""Every setting in force: defaults < user file < .sightline.toml < environment.

The declarations are in table, the reading of files in read; a hook needs neither, only the
cached result, which is renewed when a source changed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from sightline.errors import SightlineError
from sightline.settings import cache
from sightline.settings.table import SETTINGS as SETTINGS
from sightline.settings.values import ALIASES, PROJECT_FILE, USER_FILE, Settings

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

# What this process read before, with what it depends on.
_known: dict[tuple[str | None, str | None], tuple[list[object], Settings]] = {}
_MOST_KNOWN = 64


def load(project_root: str | None = None, environ: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a project, or of the user where there is none; never fails."""
    files = _files(project_root, environ)
    overrides = _overrides(environ)
    key = cache.key(files, overrides)
    folder = _cache_folder(environ)
    known = _known.get((folder, project_root))
    if known is not None and known[0] == key:
        return known[1]
    found = cache.read(folder, project_root, key)
    if found is None:
        # Parsing TOML takes a hook longer than everything else it does: only after a change.
        from sightline.settings.read import read

        found = read(files, overrides)
        cache.write(folder, project_root, key, found)
    else:
        # Its sources have settled, or it would not lie there.
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[folder, project_root] = (key, found)
    return found


def defaults() -> Settings:
    """Every setting at its declared default."""
    return Settings({setting.name: setting.default for setting in SETTINGS})


def data_home(environ: Mapping[str, str] = os.environ) -> str:
    """The directory of databases, backups and caches; `$SIGHTLINE_HOME` overrides it."""
    own = environ.get("SIGHTLINE_HOME")
    if own:
        return os.path.abspath(own)
    if sys.platform == "win32":
        base = environ.get("LOCALAPPDATA") or _home(environ, "AppData", "Local")
    elif environ.get("XDG_DATA_HOME"):
        base = environ["XDG_DATA_HOME"]
    elif sys.platform == "darwin":
        base = _home(environ, "Library", "Application Support")
    else:
        base = _home(environ, ".local", "share")
    return os.path.join(base, "sightline")


def config_home(environ: Mapping[str, str] = os.environ) -> str:
    """The directory of the user's own settings, synonyms and languages."""
    if sys.platform == "win32":
        base = environ.get("APPDATA") or _home(environ, "AppData", "Roaming")
    elif environ.get("XDG_CONFIG_HOME"):
        base = environ["XDG_CONFIG_HOME"]
    elif sys.platform == "darwin":
        base = _home(environ, "Library", "Application Support")
    else:
        base = _home(environ, ".config")
    return os.path.join(base, "sightline")


def _home(environ: Mapping[str, str], *below: str) -> str:
    variable = "USERPROFILE" if sys.platform == "win32" else "HOME"
    home = environ.get(variable) or os.path.expanduser("~")
    if not os.path.isabs(home):
        raise SightlineError(
            "this user has no home directory", hint="set SIGHTLINE_HOME to a directory"
        )
    return os.path.join(home, *below)


def _files(project_root: str | None, environ: Mapping[str, str]) -> tuple[str, ...]:
    """The files that may hold settings, the stronger last."""
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
