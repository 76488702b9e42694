"""Parses the command line of one command, and raises our errors for what it cannot."""

from __future__ import annotations

import os
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from typing import Any, NoReturn

from sightline.cli.command import Command, declare
from sightline.errors import UsageError

_WIDE = 80  # columns where nobody says how many there are


class CommandParser(ArgumentParser):
    """An argument parser that raises our errors instead of leaving the process."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"{self.format_usage().strip()}\ntry: {self.prog} --help")


def parser_of(command: Command) -> CommandParser:
    """The parser of one command, with the options every command shares."""
    parser = CommandParser(
        prog=f"sightline {command.name}".strip(),
        description=command.summary,
        epilog=_example_text(command.example),
        formatter_class=_Help,
        allow_abbrev=False,
    )
    declare(command, parser)
    return parser


class _Help(RawDescriptionHelpFormatter):
    """Asked for with every argument; finding the width out loads half a dozen modules."""

    def __init__(self, prog: str, *rest: Any, **options: Any) -> None:
        super().__init__(prog, *rest, **{"width": _columns() - 2, **options})


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(1).columns) or _WIDE
    except (OSError, ValueError):
        return _WIDE


def _example_text(example: str) -> str:
    lines = [line for line in example.splitlines() if line]
    title = "example" if len(lines) == 1 else "examples"
    return f"{title}:\n" + "\n".join(f"  {line}" for line in lines)
