"""Where Cline reads servers and hooks: its settings inside VS Code, and one file per hook."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, USER, InstallTarget, Launcher

TITLE = "Cline"
PROGRAMS = ()  # it runs inside VS Code
STORAGE = ("Code", "User", "globalStorage", "saoudrizwan.claude-dev", "settings")
HOOKS = ("UserPromptSubmit", "PreToolUse", "PostToolUse")


def is_used(target: InstallTarget) -> bool:
    """Whether Cline is used here."""
    return target.has(target.in_config(*STORAGE), target.at_home(".cline"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server in the user's scope, and the hooks as programs named after their event."""
    line = launcher.hook_line("cline", posix=True)
    folder = target.pick(
        target.at_home("Documents", "Cline", "Hooks"), target.in_project(".clinerules", "hooks")
    )
    text = f"#!/bin/sh\n# sightline\n{line}\n"
    hooks = [OwnFile(f"{folder}/{event}", (), text) for event in HOOKS]
    if target.scope != USER:
        return tuple(hooks)
    file = target.in_config(*STORAGE, "cline_mcp_settings.json")
    return (JsonMember(file, ("mcpServers", SERVER_NAME), launcher.stdio()), *hooks)
