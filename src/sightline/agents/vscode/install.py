"""Where VS Code reads servers and agent hooks: mcp.json, and a hooks file of our own."""

from __future__ import annotations

import json

from sightline.agents.edit.changes import Change, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, InstallTarget, Launcher

TITLE = "VS Code"
PROGRAMS = ("code",)
TIMEOUT_SECONDS = 5
# The events whose answers reach the model, and those we only record.
HOOKS = (
    *("SessionStart", "PreToolUse", "PostToolUse", "SubagentStart"),
    *("UserPromptSubmit", "PreCompact", "Stop"),
)
NOTE = "VS Code's agent hooks are a preview; see the output channel GitHub Copilot Chat Hooks"


def is_used(target: InstallTarget) -> bool:
    """Whether VS Code is used here."""
    return target.has(target.in_config("Code", "User"), target.in_project(".vscode"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    file = target.pick(
        target.in_config("Code", "User", "mcp.json"), target.in_project(".vscode", "mcp.json")
    )
    server = {"type": "stdio", **launcher.stdio()}
    command = launcher.hook_line("vscode")
    hook = {"type": "command", "command": command, "timeout": TIMEOUT_SECONDS}
    text = json.dumps({"hooks": {event: [hook] for event in HOOKS}}, indent=2) + "\n"
    # Copilot CLI reads the same folders; the hook stays silent there, see agents/host.py.
    hooks = target.pick(
        target.at_home(".copilot", "hooks", f"{SERVER_NAME}-vscode.json"),
        target.in_project(".github", "hooks", f"{SERVER_NAME}-vscode.json"),
    )
    return (JsonMember(file, ("servers", SERVER_NAME), server), OwnFile(hooks, (), text))
