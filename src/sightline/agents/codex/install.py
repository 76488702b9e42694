"""Where Codex reads servers and hooks: config.toml and hooks.json in ~/.codex or the project's."""

from __future__ import annotations

from sightline.agents.edit.changes import Change, JsonElement, TomlTable
from sightline.agents.paths import SERVER_NAME, HookSpec, InstallTarget, Launcher

TITLE = "Codex"
PROGRAMS = ("codex",)
HOOKS = (
    HookSpec("SessionStart"),
    HookSpec("UserPromptSubmit"),
    HookSpec("PreToolUse", "Bash|apply_patch"),
    HookSpec("PostToolUse", "Bash|apply_patch"),
    HookSpec("SubagentStart"),
    HookSpec("PreCompact"),
    HookSpec("PostCompact"),
    HookSpec("Stop"),
    HookSpec("SessionEnd", timeout=2),
)
# Codex starts servers with an empty environment; without these they would use other directories
# than the hooks.
ENVIRONMENT = ("SIGHTLINE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
NOTE = "Codex runs new hooks only after you trust them: start codex and run /hooks"


def is_used(target: InstallTarget) -> bool:
    """Whether Codex is used here."""
    return target.has(target.at_home(".codex"), target.in_project(".codex"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    folder = target.pick(target.at_home(".codex"), target.in_project(".codex"))
    server = launcher.stdio() | {"env_vars": list(ENVIRONMENT)}
    table = TomlTable(f"{folder}/config.toml", ("mcp_servers", SERVER_NAME), server)
    hooks = []
    for spec in HOOKS:
        command = launcher.hook_line("codex")
        hook = {"type": "command", "command": command, "timeout": spec.timeout}
        file = f"{folder}/hooks.json"
        hooks.append(JsonElement(file, ("hooks", spec.event), spec.group(hook)))
    return (table, *hooks)
