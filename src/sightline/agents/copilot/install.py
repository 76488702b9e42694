"""Where Copilot CLI reads servers and hooks: mcp-config.json and a hooks file of our own."""

from __future__ import annotations

import json

from sightline.agents.edit.changes import Change, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, USER, InstallTarget, Launcher

TITLE = "Copilot CLI"
PROGRAMS = ("copilot",)
TIMEOUT_SECONDS = 5
HOOKS = (
    "sessionStart",
    "userPromptSubmitted",
    "preToolUse",
    "postToolUse",
    "agentStop",
    "sessionEnd",
)


def is_used(target: InstallTarget) -> bool:
    """Whether Copilot CLI is used here."""
    return target.has(target.at_home(".copilot"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The hooks, and in the user's scope the server."""
    command = launcher.hook_line("copilot")
    hook = {"type": "command", "command": command, "timeoutSec": TIMEOUT_SECONDS}
    hooks = {event: [hook] for event in HOOKS}
    text = json.dumps({"version": 1, "hooks": hooks}, indent=2) + "\n"
    file = target.pick(
        target.at_home(".copilot", "hooks", f"{SERVER_NAME}.json"),
        target.in_project(".github", "hooks", f"{SERVER_NAME}.json"),
    )
    own = OwnFile(file, (), text)
    if target.scope != USER:
        return (own,)
    server = {"type": "local", **launcher.stdio(), "tools": ["*"]}
    servers = target.at_home(".copilot", "mcp-config.json")
    return (JsonMember(servers, ("mcpServers", SERVER_NAME), server), own)
