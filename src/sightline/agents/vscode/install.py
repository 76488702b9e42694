"""Where VS Code reads MCP servers: mcp.json of the workspace or of the user."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonMember
from sightline.agents.paths import SERVER_NAME, InstallTarget, Launcher

TITLE = "VS Code"


def is_used(target: InstallTarget) -> bool:
    """Whether VS Code is used here."""
    folders = (target.in_config("Code", "User"), target.in_project(".vscode"))
    return target.has(*folders) or target.has_program("code")


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server only; VS Code ignores context from prompt hooks."""
    file = target.pick(
        target.in_config("Code", "User", "mcp.json"), target.in_project(".vscode", "mcp.json")
    )
    server = {"type": "stdio", **launcher.stdio()}
    return (JsonMember(file, ("servers", SERVER_NAME), server),)
