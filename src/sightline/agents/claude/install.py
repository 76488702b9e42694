"""Where Claude Code reads servers and hooks: ~/.claude.json and settings.json, or the project's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from sightline.agents.edit.changes import Change, JsonElement, JsonMember, JsonString
from sightline.agents.paths import SERVER_NAME, HookSpec, InstallTarget, Launcher, quoted
from sightline.errors import UsageError

TITLE = "Claude Code"
PROGRAMS = ("claude",)
# The tools that context is added to: edits and commands.
EDITS_AND_COMMANDS = "Bash|Edit|Write|MultiEdit|NotebookEdit"
HOOKS = (
    HookSpec("SessionStart"),
    HookSpec("UserPromptSubmit"),
    # A subagent is briefed by the task that the call of Task (or Agent) gives it.
    HookSpec("PreToolUse", f"{EDITS_AND_COMMANDS}|Task|Agent"),
    HookSpec("PostToolUse", EDITS_AND_COMMANDS, is_async=True),
    HookSpec("PostToolUseFailure", "Bash", is_async=True),
    HookSpec("SubagentStart"),
    HookSpec("SubagentStop", is_async=True),
    HookSpec("PreCompact"),
    HookSpec("Stop", is_async=True),
    HookSpec("SessionEnd"),
)


def is_used(target: InstallTarget) -> bool:
    """Whether Claude Code is used here."""
    files = (target.at_home(".claude.json"), target.at_home(".claude"))
    return target.has(*files, target.in_project(".claude"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    servers = target.pick(target.at_home(".claude.json"), target.in_project(".mcp.json"))
    settings = target.pick(
        target.at_home(".claude", "settings.json"), target.in_project(".claude", "settings.json")
    )
    server = {"type": "stdio", **launcher.stdio()}
    if launcher.tools != "full":
        # Claude Code then waits for the server before the first request; with all tools it would
        # also send every one of them instead of searching among them.
        server["alwaysLoad"] = True
    member = JsonMember(servers, ("mcpServers", SERVER_NAME), server)
    hooks = [
        JsonElement(settings, ("hooks", spec.event), hook_entry(spec, launcher)) for spec in HOOKS
    ]
    return (member, *hooks)


def status_line_changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The status line, if Claude Code has none yet."""
    settings = target.pick(
        target.at_home(".claude", "settings.json"), target.in_project(".claude", "settings.json")
    )
    command = " ".join(quoted(word) for word in [*launcher.program(), "statusline"])
    line = JsonMember(settings, ("statusLine",), {"type": "command", "command": command})
    if has_other_status_line(settings, line.value):
        raise UsageError(
            "Claude Code has a status line already",
            hint=f"remove statusLine from {settings}, or print both from one script: {command}",
        )
    return (line,)


def has_other_status_line(settings: str, own: dict[str, str]) -> bool:
    """Whether the settings name another status line; a file that cannot be read has none."""
    try:
        with open(settings, encoding="utf-8") as file:
            current = json.load(file).get("statusLine")
    except (OSError, ValueError, AttributeError):
        return False
    return current not in (None, own)


def allow_changes(target: InstallTarget, tools: Sequence[str]) -> tuple[Change, ...]:
    """Rules with which Claude Code runs these tools without asking."""
    settings = target.pick(
        target.at_home(".claude", "settings.json"), target.in_project(".claude", "settings.json")
    )
    rules = (f"mcp__{SERVER_NAME}__{tool}" for tool in tools)
    return tuple(JsonString(settings, ("permissions", "allow"), rule) for rule in rules)


def hook_entry(spec: HookSpec, launcher: Launcher) -> dict[str, Any]:
    """One hook as settings.json holds it."""
    # Claude Code does not run HTTP hooks at the start of a session.
    if launcher.url and spec.event != "SessionStart":
        hook: dict[str, Any] = {"type": "http", "url": f"{launcher.url}/hook?agent=claude"}
        hook["headers"] = {"Authorization": f"Bearer {launcher.token}", "X-Program": SERVER_NAME}
    else:
        # On Windows, Claude Code runs hooks in Git Bash.
        hook = {"type": "command", "command": launcher.hook_line("claude", posix=True)}
    hook["timeout"] = spec.timeout
    if spec.is_async and hook["type"] == "command":
        hook["async"] = True
    return spec.group(hook)
