"""Where OpenCode reads servers and plugins: opencode.json and a plugin file of our own."""

from __future__ import annotations

import json
import os

from sightline.agents.edit.changes import Change, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, USER, InstallTarget, Launcher

TITLE = "OpenCode"
PROGRAMS = ("opencode",)


def is_used(target: InstallTarget) -> bool:
    """Whether OpenCode is used here."""
    folders = (target.at_home(".config", "opencode"), target.in_project(".opencode"))
    return target.has(*folders, target.in_project("opencode.json"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the plugin that runs our hook."""
    folder = target.at_home(".config", "opencode")
    if target.scope == USER:
        settings = _existing(folder)
        plugin = os.path.join(folder, "plugins", f"{SERVER_NAME}.js")
    else:
        settings = _existing(target.root)
        plugin = target.in_project(".opencode", "plugins", f"{SERVER_NAME}.js")
    server = {"type": "local", "command": launcher.server(), "enabled": True}
    member = JsonMember(settings, ("mcp", SERVER_NAME), server)
    return (member, OwnFile(plugin, (), plugin_text(launcher)))


def plugin_text(launcher: Launcher) -> str:
    """The plugin's source with the command line of our hook filled in."""
    path = os.path.join(os.path.dirname(__file__), "plugin.js")
    with open(path, encoding="utf-8") as file:
        source = file.read()
    return source.replace("__COMMAND__", json.dumps(launcher.hook("opencode")))


def _existing(folder: str) -> str:
    """The existing settings file, opencode.jsonc or opencode.json."""
    with_comments = os.path.join(folder, "opencode.jsonc")
    return with_comments if os.path.exists(with_comments) else os.path.join(folder, "opencode.json")
