"""All commands by group, the exit codes, and the help page made from them.

A new command is one line in GROUPS and one `Command` in its module's `COMMANDS`; a module is
imported when one of its commands runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from sightline import __version__
from sightline.cli.command import Command

OK = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

# The exit codes of every command: part of the contract with scripts.
EXIT_CODES = {
    OK: "success; also when the reader of a pipe closed it early",
    FAILED: "failure; the reason is on stderr",
    USAGE: "usage error: unknown command, option, name or value",
    INTERRUPTED: "interrupted from the keyboard; nothing that was reported as saved is lost",
}

_OPTIONS = {
    "--project PATH": "the project to work in (default: the current directory's project)",
    "--json": "print JSON instead of text, for commands that print facts",
    "--version": "print the version",
    "--help": "this page, or the help of one command",
}

# Group titles in the order of the help page, each with its commands and their modules.
# The empty name is `sightline` without a command.
GROUPS: dict[str, dict[str, str]] = {
    "This project": {
        "": "overview",
        "tour": "tour",
        "pause": "pause",
        "resume": "pause",
    },
    "Code": {
        "context": "context",
        "call": "context",
        "index": "index.command",
        "watch": "index.watch",
        "overlay": "index.overlay",
    },
    "Topics": {
        "status": "topics",
        "inspect": "topics",
        "dry-run": "topics",
        "reset": "topics",
        "undo": "topics",
    },
    "Memories": {
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
        "vocabulary": "memory.vocabulary",
        "audit": "memory.audit",
        "export": "memory.exchange",
        "import": "memory.exchange",
        "mine": "memory.mine",
    },
    "Teams": {
        "share": "memory.share",
        "blame": "memory.share",
        "team": "team.command",
    },
    "Assistants": {
        "init": "setup.init",
        "install": "setup.install",
        "uninstall": "setup.install",
        "doctor": "doctor.command",
        "serve": "serve",
        "hook": "serve",
    },
    "Injected context": {
        "log": "explain",
        "why": "explain",
        "view": "view",
        "statusline": "status_line",
        "stats": "stats",
        "bench": "bench.command",
    },
    "Maintenance": {
        "backup": "memory.backup",
        "completion": "completion.command",
    },
}

# The commands that most people need; the help page shows them first.
EVERYDAY = ("init", "context", "remember", "recall", "why")

MODULES = {name: module for modules in GROUPS.values() for name, module in modules.items()}


class GroupedCommand(NamedTuple):
    """A command and the title of its group."""

    group: str
    command: Command


def load(name: str) -> Command:
    """The declaration of one command, importing only its module."""
    module = import_module(f"sightline.cli.{MODULES[name]}")
    commands: tuple[Command, ...] = module.COMMANDS
    return next(command for command in commands if command.name == name)


def load_all() -> Iterator[GroupedCommand]:
    """Every command in the order of the help page."""
    for group, modules in GROUPS.items():
        for name in modules:
            yield GroupedCommand(group, load(name))


def _help_line(command: Command) -> str:
    return f"  {command.name or '(no command)':<14}{command.summary}"


def help_page() -> str:
    """The page of `sightline --help`, generated from the commands' declarations."""
    lines = [
        f"sightline {__version__}: a local context engine for AI coding assistants",
        "",
        "usage: sightline [--project PATH] [--json] [COMMAND] [...]",
    ]
    lines += ["", "Every day"]
    lines += [_help_line(load(name)) for name in EVERYDAY]
    title = ""
    for group, command in load_all():
        if command.name in EVERYDAY:
            continue
        if group != title:
            lines += ["", group]
            title = group
        lines.append(_help_line(command))
    lines += ["", "Options"]
    lines += [f"  {option:<16}{sentence}" for option, sentence in _OPTIONS.items()]
    lines += ["", "Exit codes"]
    lines += [f"  {code:<5}{sentence}" for code, sentence in EXIT_CODES.items()]
    lines += ["", "More: sightline COMMAND --help"]
    return "\n".join(lines) + "\n"
