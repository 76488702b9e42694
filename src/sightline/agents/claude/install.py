"""Where Claude Code reads servers and hooks: ~/.claude.json and settings.json, or the project's."""

from __future__ import annotations

from typing import Any

from sightline.agents.edit.changes import Change, JsonElement, JsonMember
from sightline.agents.paths import SERVER_NAME, Launcher, Place

TITLE = "Claude Code"
# Tools about which something can be said: edits and commands.
EDITS_AND_COMMANDS = "Bash|Edit|Write|MultiEdit|NotebookEdit"
# event, matcher, seconds until Claude Code gives up, whether it need not wait for the answer
HOOKS: tuple[tuple[str, str, int, bool], ...] = (
    ("SessionStart", "", 5, False),
    ("UserPromptSubmit", "", 5, False),
    ("PreToolUse", EDITS_AND_COMMANDS, 5, False),
    ("PostToolUse", EDITS_AND_COMMANDS, 5, True),
    ("PostToolUseFailure", "Bash", 5, True),
    ("SubagentStart", "", 5, False),
    ("SubagentStop", "", 5, True),
    ("PreCompact", "", 5, False),
    ("Stop", "", 5, True),
    ("SessionEnd", "", 5, False),
)


def found(place: Place) -> bool:
    """Whether Claude Code is used here."""
    files = (place.at_home(".claude.json"), place.at_home(".claude"))
    return place.has(*files, place.in_project(".claude")) or place.has_program("claude")


def changes(place: Place, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    servers = place.pick(place.at_home(".claude.json"), place.in_project(".mcp.json"))
    settings = place.pick(
        place.at_home(".claude", "settings.json"), place.in_project(".claude", "settings.json")
    )
    server = {"type": "stdio", **launcher.stdio()}
    member = JsonMember(servers, ("mcpServers", SERVER_NAME), server)
    hooks = [
        JsonElement(settings, ("hooks", event), entry(event, matcher, seconds, late, launcher))
        for event, matcher, seconds, late in HOOKS
    ]
    return (member, *hooks)


def entry(event: str, matcher: str, seconds: int, late: bool, launcher: Launcher) -> dict[str, Any]:
    """One hook as settings.json holds it."""
    group: dict[str, Any] = {"matcher": matcher} if matcher else {}
    # HTTP hooks are not run when a session starts.
    if launcher.url and event != "SessionStart":
        hook: dict[str, Any] = {"type": "http", "url": f"{launcher.url}/hook?agent=claude"}
        hook["headers"] = {"Authorization": f"Bearer {launcher.token}", "X-Program": SERVER_NAME}
    else:
        hook = {"type": "command", "command": launcher.hook_line("claude")}
    hook["timeout"] = seconds
    if late and hook["type"] == "command":
        hook["async"] = True
    return {**group, "hooks": [hook]}
