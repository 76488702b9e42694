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
            "remember": "memory.remember",
            "recall": "memory.remember",
            "show": "memory.remember",
            "edit": "memory.maintain",
            "supersede": "memory.maintain",
            "promote": "memory.maintain",
            "validate": "memory.maintain",
            "retract": "memory.maintain",
            "forget": "memory.maintain",
            "review": "memory.maintain",
            "export": "memory.exchange",
            "import": "memory.exchange",
            "mine": "memory.mine",
        },
    ),
    (
        "Assistants",
        {
            "init": "setup.init",
            "install": "setup.install",
            "uninstall": "setup.install",
            "doctor": "doctor.command",
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
            "bench": "bench.command",
        },
    ),
    (
        "The program itself",
        {
            "backup": "memory.backup",
            "completion": "completion.command",
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
