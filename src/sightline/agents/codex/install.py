"""Where Codex reads servers and hooks: config.toml and hooks.json in ~/.codex or the project's."""

from __future__ import annotations

from typing import Any

from sightline.agents.edit.changes import Change, JsonElement, TomlTable
from sightline.agents.paths import SERVER_NAME, Launcher, Place

TITLE = "Codex"
HOOKS: tuple[tuple[str, str, int], ...] = (
    ("SessionStart", "", 5),
    ("UserPromptSubmit", "", 5),
    ("PreToolUse", "Bash|apply_patch", 5),
    ("PostToolUse", "Bash|apply_patch", 5),
    ("SubagentStart", "", 5),
    ("PreCompact", "", 5),
    ("PostCompact", "", 5),
    ("Stop", "", 5),
    ("SessionEnd", "", 2),
)
# Codex gives its servers a bare environment: without these they would look elsewhere than the hooks.
PASSED_ON = ("SIGHTLINE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
NOTE = "Codex runs new hooks only after you trust them: start codex and run /hooks"


def found(place: Place) -> bool:
    """Whether Codex is used here."""
    return place.has(place.at_home(".codex"), place.in_project(".codex")) or place.has_program(
        "codex"
    )


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    folder = place.pick(place.at_home(".codex"), place.in_project(".codex"))
    server = launcher.stdio() | {"env_vars": list(PASSED_ON)}
    table = TomlTable(f"{folder}/config.toml", ("mcp_servers", SERVER_NAME), server)
    hooks = []
    for event, matcher, seconds in HOOKS:
        group: dict[str, Any] = {"matcher": matcher} if matcher else {}
        command = {"type": "command", "command": launcher.hook_line("codex"), "timeout": seconds}
        value = {**group, "hooks": [command]}
        hooks.append(JsonElement(f"{folder}/hooks.json", ("hooks", event), value))
    return (table, *hooks)
