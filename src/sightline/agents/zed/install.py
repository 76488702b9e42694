"""Where Zed reads servers: context_servers in its settings."""

from __future__ import annotations

import os

from sightline.agents.edit.changes import Change, JsonMember
from sightline.agents.paths import SERVER_NAME, Launcher, Place

TITLE = "Zed"


def found(place: Place) -> bool:
    """Whether Zed is used here."""
    folders = (place.at_home(".config", "zed"), place.in_project(".zed"))
    return place.has(*folders) or place.has_program("zed")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server."""
    user = os.path.join(place.home, ".config", "zed", "settings.json")
    file = place.pick(user, place.in_project(".zed", "settings.json"))
    return (JsonMember(file, ("context_servers", SERVER_NAME), launcher.stdio()),)
