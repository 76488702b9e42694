"""What a command is, and how its arguments are parsed. Knows no command by name."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter

from sightline.errors import UsageError
from sightline.model.record import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Callable
    from typing import Any, NoReturn

_WIDE = 80  # columns where nobody says how many there are


class Command(NamedTuple):
    """One command, declared once: parser, help, completion and reference come from it."""

    name: str
    summary: str
    example: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    prints_facts: bool = True
    in_project: bool = True


class CommandParser(ArgumentParser):
    """An argument parser that raises our errors instead of leaving the process."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message, hint=f"{self.format_usage().strip()}\ntry: {self.prog} --help")


class _Help(RawDescriptionHelpFormatter):
    """Asked for with every argument; finding the width out loads half a dozen modules."""

    def __init__(self, prog: str, *rest: Any, **options: Any) -> None:
        super().__init__(prog, *rest, **{"width": _columns() - 2, **options})


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(1).columns) or _WIDE
    except (OSError, ValueError):
        return _WIDE


def whole(low: int, high: int = 1_000_000) -> Callable[[str], int]:
    """The type of an argument that is a whole number within bounds."""

    def number(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is no whole number") from None
        if not low <= value <= high:
            raise ArgumentTypeError(f"must be {low:,} to {high:,}, not {text}")
        return value

    return number


def no_arguments(parser: ArgumentParser) -> None:
    """For commands that take none of their own."""


def parser_of(command: Command) -> CommandParser:
    """The parser of one command, with the options every command shares."""
    parser = CommandParser(
        prog=f"sightline {command.name}".strip(),
        description=command.summary,
        epilog=_example_text(command.example),
        formatter_class=_Help,
        allow_abbrev=False,
    )
    command.arguments(parser)
    if command.prints_facts:
        parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    if command.in_project:
        parser.add_argument(
            "--project",
            metavar="PATH",
            help="the project to work in (default: the one of the current directory)",
        )
    return parser


def _example_text(example: str) -> str:
    lines = [line for line in example.splitlines() if line]
    title = "example" if len(lines) == 1 else "examples"
    return f"{title}:\n" + "\n".join(f"  {line}" for line in lines)
