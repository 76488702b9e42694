"""Where Cursor reads servers and hooks: mcp.json and hooks.json in ~/.cursor or the project's."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonElement, JsonMember
from sightline.agents.paths import SERVER_NAME, InstallTarget, Launcher

TITLE = "Cursor"
PROGRAMS = ("cursor", "cursor-agent")
HOOKS = (
    "sessionStart",
    "beforeSubmitPrompt",
    "preToolUse",
    "postToolUse",
    "afterAgentResponse",
    "preCompact",
    "sessionEnd",
)


def is_used(target: InstallTarget) -> bool:
    """Whether Cursor is used here."""
    return target.has(target.at_home(".cursor"), target.in_project(".cursor"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    folder = target.pick(target.at_home(".cursor"), target.in_project(".cursor"))
    member = JsonMember(f"{folder}/mcp.json", ("mcpServers", SERVER_NAME), launcher.stdio())
    version = JsonMember(f"{folder}/hooks.json", ("version",), 1)
    value = {"command": launcher.hook_line("cursor")}
    hooks = [JsonElement(f"{folder}/hooks.json", ("hooks", event), value) for event in HOOKS]
    return (member, version, *hooks)
