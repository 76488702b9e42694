"""Where Windsurf reads servers: mcp_config.json in the user's home."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonMember
from sightline.agents.paths import SERVER_NAME, USER, InstallTarget, Launcher

TITLE = "Windsurf"
PROGRAMS = ("windsurf",)


def is_used(target: InstallTarget) -> bool:
    """Whether Windsurf is used here."""
    return target.has(target.at_home(".codeium", "windsurf"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server; Windsurf has no project scope."""
    if target.scope != USER:
        return ()
    file = target.at_home(".codeium", "windsurf", "mcp_config.json")
    return (JsonMember(file, ("mcpServers", SERVER_NAME), launcher.stdio()),)
