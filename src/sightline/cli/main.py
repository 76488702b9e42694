"""The entry point: finds the command, runs it, and turns its outcome into an exit code."""

from __future__ import annotations

import difflib
import errno
import os
import sys
from typing import NamedTuple

from sightline import __version__
from sightline.cli import terminal
from sightline.cli.command import parser_of
from sightline.cli.commands import FAILED, INTERRUPTED, MODULES, OK, USAGE, help_page, load
from sightline.errors import SightlineError, UnknownName, UsageError
from sightline.hook.__main__ import main as answer_event


def main(argv: list[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    arguments = sys.argv[1:] if argv is None else argv
    _open_closed_streams()
    if arguments[:1] in (["--version"], ["-V"]):
        return _print_version()
    if arguments[:1] == ["hook"] and not {"--help", "-h"} & set(arguments):
        return answer_event(arguments[1:])
    try:
        code = _run(arguments)
        sys.stdout.flush()
        return code
    except SightlineError as error:
        _print_error(error, arguments)
        return USAGE if isinstance(error, UsageError) else FAILED
    except KeyboardInterrupt:
        sys.stderr.write("interrupted\n")
        return INTERRUPTED
    except OSError as error:
        return _os_error(error, arguments)


def _open_closed_streams() -> None:
    """Open /dev/null for standard streams the caller closed, so that no file gets their number."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _run(arguments: list[str]) -> int:
    terminal.prepare(sys.stdout, sys.stderr)
    leading, name, rest = split_command(arguments)
    if name == "help" or "--help" in leading or "-h" in leading:
        words = rest if name == "help" else [name]
        return _help(next((word for word in words if not word.startswith("-")), ""))
    if "--version" in leading or "-V" in leading:
        return _print_version()
    _check_exists(name)
    command = load(name)
    try:
        parsed = parser_of(command).parse_args(leading + rest)
    except SystemExit as exit:  # argparse exits after printing help
        return int(exit.code or 0)
    return command.run(parsed)


class SplitLine(NamedTuple):
    """A command line split at the command's name, which is empty if there is none."""

    options: list[str]
    command: str
    rest: list[str]


def split_command(arguments: list[str]) -> SplitLine:
    """Split the arguments into leading options, the command's name and its arguments."""
    position = 0
    while position < len(arguments) and arguments[position].startswith("-"):
        position += 2 if arguments[position] == "--project" else 1
    name = arguments[position] if position < len(arguments) else ""
    return SplitLine(arguments[:position], name, arguments[position + 1 :])


def _check_exists(name: str) -> None:
    if name in MODULES:
        return
    nearest = difflib.get_close_matches(name, [command for command in MODULES if command], 3, 0.6)
    hints = ["nearest: " + " · ".join(nearest)] if nearest else []
    raise UnknownName(
        "command",
        name,
        nearest=tuple(nearest),
        hint="\n".join([*hints, "try: sightline --help"]),
    )


def _help(name: str) -> int:
    if not name:
        sys.stdout.write(help_page())
        return OK
    _check_exists(name)
    sys.stdout.write(parser_of(load(name)).format_help())
    return OK


def _print_version() -> int:
    sys.stdout.write(f"sightline {__version__}\n")
    return OK


def _print_error(error: SightlineError, arguments: list[str]) -> None:
    if "--json" in arguments:
        terminal.print_json({"error": {"message": error.message, "hint": error.hint}})
    sys.stderr.write(terminal.error_text(error.message, error.hint))


def _os_error(error: OSError, arguments: list[str]) -> int:
    """Exit quietly when the reader closed the pipe; report any other error in one line."""
    # Windows reports a closed pipe as EINVAL.
    if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
        # The interpreter flushes stdout again at exit, which would fail: point it to /dev/null.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    reason = error.strerror or str(error)
    message = f"{error.filename}: {reason}" if error.filename else reason
    _print_error(SightlineError(message), arguments)
    return FAILED
