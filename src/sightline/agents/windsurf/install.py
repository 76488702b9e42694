"""Where Windsurf reads servers: mcp_config.json in the person's home."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonMember
from sightline.agents.paths import SERVER_NAME, USER, Launcher, Place

TITLE = "Windsurf"


def found(place: Place) -> bool:
    """Whether Windsurf is used here."""
    return place.has(place.at_home(".codeium", "windsurf")) or place.has_program("windsurf")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server; Windsurf knows no servers of a project."""
    if place.scope != USER:
        return ()
    file = place.at_home(".codeium", "windsurf", "mcp_config.json")
    return (JsonMember(file, ("mcpServers", SERVER_NAME), launcher.stdio()),)
