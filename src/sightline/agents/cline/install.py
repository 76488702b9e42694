"""Where Cline reads servers and hooks: its settings inside VS Code, and one file per hook."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, USER, Launcher, Place

TITLE = "Cline"
STORAGE = ("Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings")
HOOKS = ("UserPromptSubmit", "PreToolUse", "PostToolUse")


def found(place: Place) -> bool:
    """Whether Cline is used here."""
    return place.has(place.in_config(*STORAGE), place.at_home(".cline"))


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server for the person, the hooks as programs named after their event."""
    line = launcher.hook_line("cline")
    folder = place.pick(
        place.at_home("Documents", "Cline", "Hooks"), place.in_project(".clinerules", "hooks")
    )
    text = f"#!/bin/sh\n# sightline\nexec {line}\n"
    hooks = [OwnFile(f"{folder}/{event}", (), text) for event in HOOKS]
    if place.scope != USER:
        return tuple(hooks)
    file = place.in_config(*STORAGE, "cline_mcp_settings.json")
    return (JsonMember(file, ("mcpServers", SERVER_NAME), launcher.stdio()), *hooks)
