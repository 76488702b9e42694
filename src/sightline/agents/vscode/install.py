"""Where VS Code reads MCP servers: mcp.json of the workspace or of the user."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonMember
from sightline.agents.paths import SERVER_NAME, Launcher, Place

TITLE = "VS Code"


def found(place: Place) -> bool:
    """Whether VS Code is used here."""
    folders = (place.in_config("Code", "User"), place.in_project(".vscode"))
    return place.has(*folders) or place.has_program("code")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server; VS Code takes no context from prompt hooks."""
    file = place.pick(
        place.in_config("Code", "User", "mcp.json"), place.in_project(".vscode", "mcp.json")
    )
    server = {"type": "stdio", **launcher.stdio()}
    return (JsonMember(file, ("servers", SERVER_NAME), server),)
