"""Every setting in force: defaults < user file < .sightline.toml < environment.

The declarations are in table, the reading of files in read; a hook needs neither, only the
cached result, which is renewed when a source changed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from sightline.errors import SightlineError
from sightline.settings import cache
from sightline.settings.folders import config_home, data_home
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
