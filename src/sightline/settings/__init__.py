"""Every setting in force: defaults < user file < .sightline.toml < environment.

The declarations are in table, the reading of files in read; a hook needs neither, only the
cached result, which is renewed when a source changed.
"""

import sys

from sightline.lean import system as os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from sightline.settings.table import SETTINGS as SETTINGS

PROJECT_FILE = ".sightline.toml"
USER_FILE = "settings.toml"
# Documented names of another system that mean one of ours (LO-3, ruling 62).
ALIASES = {
    "LORE_CONTEXT_BUDGET": "injection.budget",
    "LORE_CONTEXT_DEBUG": "injection.debug",
}

# What this process read before, with what it depends on.
_known: "dict[tuple[str | None, str | None], tuple[list[object], Settings]]" = {}
_MOST_KNOWN = 64


class Settings:
    """The values in force, and what was wrong with the ones that are not."""

    __slots__ = ("_values", "origins", "problems")

    def __init__(
        self,
        values: "Mapping[str, Any]",
        *,
        origins: "Mapping[str, str] | None" = None,
        problems: tuple[str, ...] = (),
    ) -> None:
        self._values = values
        self.origins = origins or {}
        self.problems = problems

    def integer(self, name: str) -> int:
        """A whole number."""
        return int(self._values[name])

    def number(self, name: str) -> float:
        """A number."""
        return float(self._values[name])

    def flag(self, name: str) -> bool:
        """Yes or no."""
        return bool(self._values[name])

    def text(self, name: str) -> str:
        """A string."""
        return str(self._values[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(self._values[name])

    def values(self) -> "dict[str, Any]":
        """Every setting by its full name."""
        return dict(self._values)

    def origin(self, name: str) -> str:
        """Where the value comes from: a file, an environment variable, or `default`."""
        return self.origins.get(name, "default")

    def replaced(self, **values: object) -> "Settings":
        """The same with some values changed; `focus__memorySize` is `focus.memorySize`."""
        changed = {name.replace("__", "."): value for name, value in values.items()}
        unknown = changed.keys() - self._values.keys()
        if unknown:
            raise KeyError(", ".join(sorted(unknown)))
        return Settings({**self._values, **changed}, origins=self.origins, problems=self.problems)


def load(project_root: str | None = None, environ: "Mapping[str, str]" = os.environ) -> Settings:
    """The settings of a project, or of the user where there is none; never fails."""
    from sightline.settings import cache

    files = _files(project_root, environ)
    overrides = _overrides(environ)
    key = cache.key(files, overrides)
    folder = _cache_folder(environ)
    known = _known.get((folder, project_root))
    if known is not None and known[0] == key:
        return known[1]
    found = cache.read(folder, project_root, key)
    if found is None:
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
    from sightline.settings.table import SETTINGS

    return Settings({setting.name: setting.default for setting in SETTINGS})


def data_home(environ: "Mapping[str, str]" = os.environ) -> str:
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


def config_home(environ: "Mapping[str, str]" = os.environ) -> str:
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


def _home(environ: "Mapping[str, str]", *below: str) -> str:
    variable = "USERPROFILE" if sys.platform == "win32" else "HOME"
    home = environ.get(variable) or os.path.expanduser("~")
    if not os.path.isabs(home):
        from sightline.errors import SightlineError

        raise SightlineError(
            "this user has no home directory", hint="set SIGHTLINE_HOME to a directory"
        )
    return os.path.join(home, *below)


def _files(project_root: str | None, environ: "Mapping[str, str]") -> tuple[str, ...]:
    """The files that may hold settings, the stronger last."""
    from sightline.errors import SightlineError

    files = []
    try:
        files.append(os.path.join(config_home(environ), USER_FILE))
    except SightlineError:
        pass
    if project_root is not None:
        files.append(os.path.join(project_root, PROJECT_FILE))
    return tuple(files)


def _overrides(environ: "Mapping[str, str]") -> tuple[tuple[str, str], ...]:
    return tuple(
        sorted(
            (name, value)
            for name, value in environ.items()
            if (name.startswith("SIGHTLINE_") and name != "SIGHTLINE_HOME") or name in ALIASES
        )
    )


def _cache_folder(environ: "Mapping[str, str]") -> str | None:
    from sightline.errors import SightlineError

    try:
        return os.path.join(data_home(environ), "settings")
    except SightlineError:
        return None


def __getattr__(name: str) -> object:
    if name == "SETTINGS":
        from sightline.settings.table import SETTINGS

        return SETTINGS
    if name == "reference":
        from sightline.settings.reference import reference

        return reference
    raise AttributeError(name)
