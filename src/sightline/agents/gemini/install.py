"""Where Gemini CLI reads servers and hooks: settings.json in ~/.gemini or the project's."""

from __future__ import annotations

from typing import Any

from sightline.agents.edit.changes import Change, JsonElement, JsonMember
from sightline.agents.paths import SERVER_NAME, Launcher, Place

TITLE = "Gemini CLI"
# Gemini counts in milliseconds.
HOOKS: tuple[tuple[str, str, int], ...] = (
    ("SessionStart", "", 5000),
    ("BeforeAgent", "", 5000),
    ("BeforeTool", "run_shell_command|replace|write_file", 5000),
    ("AfterTool", "run_shell_command|replace|write_file", 5000),
    ("AfterAgent", "", 5000),
    ("SessionEnd", "", 5000),
)


def found(place: Place) -> bool:
    """Whether Gemini CLI is used here."""
    folders = (place.at_home(".gemini"), place.in_project(".gemini"))
    return place.has(*folders) or place.has_program("gemini")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    settings = place.pick(
        place.at_home(".gemini", "settings.json"), place.in_project(".gemini", "settings.json")
    )
    member = JsonMember(settings, ("mcpServers", SERVER_NAME), launcher.stdio())
    hooks = []
    for event, matcher, milliseconds in HOOKS:
        group: dict[str, Any] = {"matcher": matcher} if matcher else {}
        command = {
            "type": "command",
            "name": SERVER_NAME,
            "command": launcher.hook_line("gemini"),
            "timeout": milliseconds,
        }
        hooks.append(JsonElement(settings, ("hooks", event), {**group, "hooks": [command]}))
    return (member, *hooks)
