"""Where Copilot CLI reads servers and hooks: mcp-config.json and a hooks file of our own."""

from __future__ import annotations

import json

from sightline.agents.edit.changes import Change, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, USER, Launcher, Place

TITLE = "Copilot CLI"
HOOKS = (
    ("sessionStart", 5),
    ("userPromptSubmitted", 5),
    ("preToolUse", 5),
    ("postToolUse", 5),
    ("agentStop", 5),
    ("sessionEnd", 5),
)


def found(place: Place) -> bool:
    """Whether Copilot CLI is used here."""
    return place.has(place.at_home(".copilot")) or place.has_program("copilot")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The hooks, and for the person's own scope the server."""
    command = launcher.hook_line("copilot")
    hooks = {
        event: [{"type": "command", "command": command, "timeoutSec": seconds}]
        for event, seconds in HOOKS
    }
    text = json.dumps({"version": 1, "hooks": hooks}, indent=2) + "\n"
    file = place.pick(
        place.at_home(".copilot", "hooks", f"{SERVER_NAME}.json"),
        place.in_project(".github", "hooks", f"{SERVER_NAME}.json"),
    )
    own = OwnFile(file, (), text)
    if place.scope != USER:
        return (own,)
    server = {"type": "local", **launcher.stdio(), "tools": ["*"]}
    servers = place.at_home(".copilot", "mcp-config.json")
    return (JsonMember(servers, ("mcpServers", SERVER_NAME), server), own)
