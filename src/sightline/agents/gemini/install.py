"""Where Gemini CLI reads servers and hooks: settings.json in ~/.gemini or the project's."""

from __future__ import annotations

from collections.abc import Sequence

from sightline.agents.edit.changes import Change, JsonElement, JsonMember, OwnFile
from sightline.agents.paths import SERVER_NAME, USER, HookSpec, InstallTarget, Launcher

TITLE = "Gemini CLI"
PROGRAMS = ("gemini",)
EDITS_AND_COMMANDS = "run_shell_command|replace|write_file"
MILLISECONDS = 5000  # the unit of Gemini's timeouts
HOOKS = (
    HookSpec("SessionStart", timeout=MILLISECONDS),
    HookSpec("BeforeAgent", timeout=MILLISECONDS),
    HookSpec("BeforeTool", EDITS_AND_COMMANDS, timeout=MILLISECONDS),
    HookSpec("AfterTool", EDITS_AND_COMMANDS, timeout=MILLISECONDS),
    HookSpec("AfterAgent", timeout=MILLISECONDS),
    HookSpec("SessionEnd", timeout=MILLISECONDS),
)


def is_used(target: InstallTarget) -> bool:
    """Whether Gemini CLI is used here."""
    return target.has(target.at_home(".gemini"), target.in_project(".gemini"))


def changes(target: InstallTarget, launcher: Launcher) -> tuple[Change, ...]:
    """The server and the hooks."""
    settings = target.pick(
        target.at_home(".gemini", "settings.json"), target.in_project(".gemini", "settings.json")
    )
    member = JsonMember(settings, ("mcpServers", SERVER_NAME), launcher.stdio())
    hooks = []
    for spec in HOOKS:
        hook = {
            "type": "command",
            "name": SERVER_NAME,
            "command": launcher.hook_line("gemini"),
            "timeout": spec.timeout,
        }
        hooks.append(JsonElement(settings, ("hooks", spec.event), spec.group(hook)))
    return (member, *hooks)


POLICY = """\
# Written by sightline: its tools that only read run without a question.
[[rule]]
mcpName = "{server}"
toolName = [{tools}]
decision = "allow"
priority = 100
"""


def allow_changes(target: InstallTarget, tools: Sequence[str]) -> tuple[Change, ...]:
    """A policy with which Gemini CLI runs these tools unasked; it reads none from projects."""
    if target.scope != USER:
        return ()
    names = ", ".join(f'"{tool}"' for tool in tools)
    text = POLICY.format(server=SERVER_NAME, tools=names)
    return (OwnFile(target.at_home(".gemini", "policies", "sightline.toml"), (), text),)
