"""Where Cursor reads servers and hooks: mcp.json and hooks.json in ~/.cursor or the project's."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonElement, JsonMember
from sightline.agents.paths import SERVER_NAME, Launcher, Place

TITLE = "Cursor"
HOOKS = (
    "sessionStart",
    "beforeSubmitPrompt",
    "preToolUse",
    "postToolUse",
    "afterAgentResponse",
    "preCompact",
    "sessionEnd",
)


def found(place: Place) -> bool:
    """Whether Cursor is used here."""
    folders = (place.at_home(".cursor"), place.in_project(".cursor"))
    return place.has(*folders) or place.has_program("cursor", "cursor-agent")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    folder = place.pick(place.at_home(".cursor"), place.in_project(".cursor"))
    member = JsonMember(f"{folder}/mcp.json", ("mcpServers", SERVER_NAME), launcher.stdio())
    version = JsonMember(f"{folder}/hooks.json", ("version",), 1)
    value = {"command": launcher.hook_line("cursor")}
    hooks = [JsonElement(f"{folder}/hooks.json", ("hooks", event), value) for event in HOOKS]
    return (member, version, *hooks)
