"""How a command is declared, and the parser made from its declaration. Knows no command by name."""

from __future__ import annotations

import os
from argparse import Action, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, NamedTuple, NoReturn

from sightline.errors import UsageError

# The width of help pages when neither COLUMNS nor the terminal says it.
_DEFAULT_COLUMNS = 80
# The most choices of an option that a usage line lists.
_MOST_IN_USAGE = 4


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
    """An argument parser that raises UsageError instead of exiting."""

    def error(self, message: str) -> NoReturn:
        nearest = self._nearest_option(message)
        hint = f"did you mean {nearest}?\n" if nearest else ""
        raise UsageError(
            message, hint=f"{hint}{self.format_usage().strip()}\ntry: {self.prog} --help"
        )

    def _nearest_option(self, message: str) -> str:
        """The option nearest to an unknown one that argparse complains about, or nothing."""
        words = message.partition("unrecognized arguments:")[2].split()
        options = [option for option in self._option_string_actions if option.startswith("--")]
        for word in words:
            if word.startswith("--"):
                return "".join(get_close_matches(word.partition("=")[0], options, 1, 0.7))
        return ""

    def _check_value(self, action: Action, value: Any) -> None:
        """Reject a value that is not among fixed choices, and name the nearest of them."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        nearest = get_close_matches(str(value), choices, 1, 0.5)
        name = action.option_strings[-1] if action.option_strings else action.dest
        hint = f"did you mean {nearest[0]}?\n" if nearest else ""
        raise UsageError(
            f"{name} cannot be {value!r}", hint=f"{hint}choose from: {', '.join(choices)}"
        )


def no_arguments(parser: ArgumentParser) -> None:
    """For commands without arguments of their own."""


def parser_of(command: Command) -> CommandParser:
    """The parser of one command, including the options every command shares."""
    parser = CommandParser(
        prog=f"sightline {command.name}".strip(),
        description=command.summary,
        epilog=_example_text(command.example),
        formatter_class=_HelpFormatter,
        allow_abbrev=False,
    )
    command.arguments(parser)
    _list_choices_in_help(parser)
    if command.prints_facts:
        parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    if command.in_project:
        parser.add_argument(
            "--project",
            metavar="PATH",
            help="the project to work in (default: the current directory's project)",
        )
    return parser


def _list_choices_in_help(parser: ArgumentParser) -> None:
    """Move long lists of choices from the usage line into the help of their option."""
    for action in parser._actions:
        choices = [str(choice) for choice in action.choices or ()]
        if len(choices) > _MOST_IN_USAGE and action.metavar is None:
            action.metavar = action.dest.upper()
        help_text = action.help or ""
        if action.metavar and not all(choice in help_text for choice in choices):
            action.help = f"{help_text}; one of {', '.join(choices)}"


class _HelpFormatter(RawDescriptionHelpFormatter):
    """Sets the width itself: argparse creates one per argument and imports shutil to find it."""

    def __init__(self, prog: str, *rest: Any, **options: Any) -> None:
        super().__init__(prog, *rest, **{"width": _columns() - 2, **options})


def _columns() -> int:
    try:
        return int(os.environ.get("COLUMNS") or os.get_terminal_size(1).columns) or _DEFAULT_COLUMNS
    except (OSError, ValueError):
        return _DEFAULT_COLUMNS


def _example_text(example: str) -> str:
    lines = [line for line in example.splitlines() if line]
    title = "example" if len(lines) == 1 else "examples"
    return f"{title}:\n" + "\n".join(f"  {line}" for line in lines)
