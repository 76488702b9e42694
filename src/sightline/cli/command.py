"""What a command is. Knows no command by name, and nothing of how a command line is parsed."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable
from typing import NamedTuple


class Command(NamedTuple):
    """One command, declared once: parser, help, completion and reference come from it."""

    name: str
    summary: str
    example: str
    arguments: Callable[[ArgumentParser], None]
    run: Callable[[Namespace], int]
    prints_facts: bool = True
    in_project: bool = True


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


def declare(command: Command, parser: ArgumentParser) -> None:
    """Tell a parser every argument of a command, with the options all commands share."""
    command.arguments(parser)
    if command.prints_facts:
        parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    if command.in_project:
        parser.add_argument(
            "--project",
            metavar="PATH",
            help="the project to work in (default: the one of the current directory)",
        )
