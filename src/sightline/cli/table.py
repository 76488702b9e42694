"""Which module holds which command; a module is imported when its command is asked for.

A new command is one line here and one `Command` in its module's `COMMANDS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from sightline.cli.command import Command

# The order is the order of the help page. The empty name is `sightline` without a command.
GROUPS: tuple[tuple[str, dict[str, str]], ...] = (
    (
        "This project",
        {
            "": "overview",
            "tour": "tour",
            "index": "index",
            "watch": "index",
            "status": "topics",
            "inspect": "topics",
            "dry-run": "topics",
            "reset": "topics",
            "undo": "topics",
            "context": "context",
            "call": "context",
            "pause": "pause",
            "resume": "pause",
        },
    ),
    (
        "Memories",
        {
            "remember": "memory",
            "recall": "memory",
            "show": "memory",
            "edit": "upkeep",
            "supersede": "upkeep",
            "promote": "upkeep",
            "validate": "upkeep",
            "retract": "upkeep",
            "forget": "upkeep",
            "review": "upkeep",
            "export": "exchange",
            "import": "exchange",
            "mine": "mine",
        },
    ),
    (
        "Assistants",
        {
            "init": "init",
            "install": "install",
            "uninstall": "install",
            "doctor": "doctor",
            "serve": "serve",
            "hook": "hook",
        },
    ),
    (
        "What was injected",
        {
            "log": "explain",
            "why": "explain",
            "stats": "stats",
            "bench": "bench",
        },
    ),
    (
        "The program itself",
        {
            "backup": "backup",
            "completion": "completion",
        },
    ),
)

MODULES = {name: module for _, modules in GROUPS for name, module in modules.items()}


def load(name: str) -> Command:
    """The declaration of one command, importing only its module."""
    module = import_module(f"sightline.cli.{MODULES[name]}")
    commands: tuple[Command, ...] = module.COMMANDS
    return next(command for command in commands if command.name == name)


def load_all() -> Iterator[tuple[str, Command]]:
    """Every command with the title of its group, in the order of the help page."""
    for title, modules in GROUPS:
        for name in modules:
            yield title, load(name)
