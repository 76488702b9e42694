"""Where Zed reads servers: context_servers in its settings."""

from __future__ import annotations

import os

from sightline.agents.edit.changes import Change, JsonMember
from sightline.agents.paths import SERVER_NAME, InstallTarget, Launcher

TITLE = "Zed"
PROGRAMS = ("zed",)


def is_used(target: InstallTarget) -> bool:
    """Whether Zed is used here."""
    return target.has(target.at_home(".config", "zed"), target.in_project(".zed"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server."""
    user = os.path.join(target.home, ".config", "zed", "settings.json")
    file = target.pick(user, target.in_project(".zed", "settings.json"))
    return (JsonMember(file, ("context_servers", SERVER_NAME), launcher.stdio()),)
