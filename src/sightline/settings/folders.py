"""The folders of the user's data and settings. Imports almost nothing: the hook's client needs it."""

import os
import sys
from collections.abc import Mapping

from sightline.errors import SightlineError


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
    """The directory of the user's settings, synonyms and languages."""
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


# Variables in which assistants name the directory they were started in.
_STARTED_IN = ("CLAUDE_PROJECT_DIR", "CURSOR_PROJECT_DIR", "COPILOT_PROJECT_DIR")


def assistant_folder(environ: Mapping[str, str]) -> str:
    """The directory the assistant was started in, if it says so; else empty."""
    for variable in _STARTED_IN:
        if path := environ.get(variable, ""):
            return path
    return ""
