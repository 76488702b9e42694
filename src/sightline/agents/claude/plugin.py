"""Generates the plugin for Claude Code from the same declarations as the installation.

Run as a module it writes the plugin's folder; a test fails when the checked-in files are stale.
"""

from __future__ import annotations

import json
import os
import sys
from typing import NamedTuple

from sightline import __version__
from sightline.agents.claude.install import HOOKS, hook_entry
from sightline.agents.instructions import TEXT
from sightline.agents.paths import PROJECT, SERVER_NAME, Launcher

FOLDER = "plugins/claude"
SENTENCE = (
    "Puts relevant code, memories and your current topic in front of Claude before it starts."
)
AUTHOR = {"name": "The Sightline authors"}


class SlashCommand(NamedTuple):
    """A command of the plugin: its description and the prompt it stands for."""

    description: str
    prompt: str


COMMANDS = {
    "brief": SlashCommand(
        "Summarise this project and where the last session stopped.",
        'Call recover_session, then get_repo_overview, then recall with "handoff". Say in at most '
        "ten lines: what the project is, recent decisions, open questions, and what to do first.",
    ),
    "handoff": SlashCommand(
        "Write a handoff for whoever continues the work.",
        "Save one memory of kind handoff with save_memory: what was done, the next steps, blockers "
        "and open questions, one line each, linked to the changed symbols.",
    ),
    "impact": SlashCommand(
        "What breaks if I change this?",
        "Call get_impact_graph for $ARGUMENTS with depth 3. List what depends on it by distance, "
        "which tests cover it, and where the graph stops.",
    ),
}
README = f"""\
# Sightline for Claude Code

{SENTENCE}

The plugin needs the program `sightline` on the search path (see the project's README). It adds
hooks, which add the symbols, memories and topics relevant to a prompt to the model's context, an
MCP server with tools, one skill and three commands. It runs no daemon, opens no port, calls no
model and sends nothing anywhere. Remove it with `claude plugin uninstall sightline`.

If you also ran `sightline install --agent claude`, each event is still answered only once.
"""


def plugin_files() -> dict[str, str]:
    """Every file of the plugin and of the marketplace that offers it."""
    launcher = Launcher("", "", PROJECT)
    hooks: dict[str, list[object]] = {}
    for spec in HOOKS:
        hooks.setdefault(spec.event, []).append(hook_entry(spec, launcher))
    manifest = {
        "name": SERVER_NAME,
        "version": __version__,
        "description": SENTENCE,
        "author": AUTHOR,
        "license": "MIT",
    }
    offer = {"name": SERVER_NAME, "source": f"./{SERVER_NAME}", "description": SENTENCE}
    market = {
        "name": SERVER_NAME,
        "description": SENTENCE,
        "owner": AUTHOR,
        "plugins": [offer],
    }
    inner = {
        ".claude-plugin/plugin.json": _json(manifest),
        "hooks/hooks.json": _json({"hooks": hooks}),
        ".mcp.json": _json({"mcpServers": {SERVER_NAME: launcher.stdio()}}),
        f"skills/{SERVER_NAME}/SKILL.md": _skill(),
        "README.md": README,
        **{f"commands/{name}.md": _command_page(command) for name, command in COMMANDS.items()},
    }
    files = {f"{SERVER_NAME}/{path}": text for path, text in inner.items()}
    return {".claude-plugin/marketplace.json": _json(market), **files}


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def _skill() -> str:
    description = (
        "Find code, impact and past decisions in this project before searching or reading files"
    )
    return f"---\nname: {SERVER_NAME}\ndescription: {description}\n---\n\n{TEXT}"


def _command_page(command: SlashCommand) -> str:
    return f"---\ndescription: {command.description}\n---\n\n{command.prompt}\n"


def write(folder: str) -> None:
    """Write the plugin below this folder."""
    for path, text in plugin_files().items():
        target = os.path.join(folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)


if __name__ == "__main__":
    write(sys.argv[1] if len(sys.argv) > 1 else FOLDER)
