"""The entry point: finds the command, runs it, and turns its end into an exit code.

Imports next to nothing itself, so that `--version` and the hook start at once.
"""

from __future__ import annotations

import gc
import sys

from sightline import __version__
from sightline.cli.plain import plain_arguments
from sightline.cli.table import MODULES, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from sightline.errors import SightlineError
    from sightline.lean.together import Together

# The exit codes: part of the contract with scripts.
OK = 0
FAILED = 1
USAGE = 2
INTERRUPTED = 130

EXIT_CODES = (
    (OK, "done; also when the reader of a pipe had enough"),
    (FAILED, "it could not be done; the reason is on stderr"),
    (USAGE, "called in a way it does not understand: unknown name, option or value"),
    (INTERRUPTED, "interrupted from the keyboard; nothing acknowledged is lost"),
)


def main(argv: list[str] | None = None) -> int:
    """Runs one command line and returns its exit code; ends a process that was started for it."""
    if argv is not None:
        return _code_of(argv)
    gc.disable()  # what is loaded first stays: nothing in it is worth looking for
    together = _load_together(split_command(sys.argv[1:])[1])
    code = _code_of(sys.argv[1:])
    if together:
        together.keep()
    _end(code)
    return code


def _load_together(name: str) -> Together | None:
    """Have a command that is run after every change load its modules from one file."""
    if name != "index":
        return None
    from sightline.lean.together import Together

    together = Together(name)
    sys.meta_path.insert(0, together)
    return together


def _code_of(arguments: list[str]) -> int:
    _open_closed_streams()
    if arguments[:1] in (["--version"], ["-V"]):
        return _print_version()
    if arguments[:1] == ["hook"] and not {"--help", "-h"} & set(arguments):
        from sightline.hook import main as answer_event

        return answer_event(arguments[1:])
    from sightline.errors import SightlineError, UsageError

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


def _end(code: int) -> None:
    """Leave without taking the interpreter apart, unless something waits for that."""
    import atexit

    watched = sys.gettrace() or sys.getprofile() or sys.flags.inspect
    # Threads are joined, and what was registered is run, only where the interpreter ends itself.
    if watched or "threading" in sys.modules or atexit._ncallbacks():
        return
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return
    import os

    os._exit(code)


def _open_closed_streams() -> None:
    """Give a stream the caller closed somewhere to go, and its number to no file of ours."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            import os

            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _run(arguments: list[str]) -> int:
    from sightline.cli import terminal

    terminal.prepare(sys.stdout, sys.stderr)
    leading, name, rest = split_command(arguments)
    if name == "help" or "--help" in leading or "-h" in leading:
        asked = rest if name == "help" else [name]
        return _help(next((word for word in asked if not word.startswith("-")), ""))
    if "--version" in leading or "-V" in leading:
        return _print_version()
    _check_known(name)
    if name != "index":  # which mostly finds nothing to do, and else recalls them itself
        _recall_patterns()
    command = load(name)
    given = plain_arguments(command, leading + rest)
    if given is None:
        from sightline.cli.parser import parser_of

        try:
            given = parser_of(command).parse_args(leading + rest)
        except SystemExit as leaving:  # argparse leaves the process after printing help
            return int(leaving.code or 0)
    if not command.makes_no_cycles:
        gc.enable()
    return command.run(given)


def _recall_patterns() -> None:
    """Has no command compile what `index` has kept."""
    from sightline.cli import compiled
    from sightline.settings import data_home

    compiled.recall("/".join((data_home(), *compiled.PLACE)))


def split_command(arguments: list[str]) -> tuple[list[str], str, list[str]]:
    """The options before the command, the command's name ("" for none), and what follows it."""
    position = 0
    while position < len(arguments) and arguments[position].startswith("-"):
        position += 2 if arguments[position] == "--project" else 1
    name = arguments[position] if position < len(arguments) else ""
    return arguments[:position], name, arguments[position + 1 :]


def _check_known(name: str) -> None:
    if name in MODULES:
        return
    import difflib

    from sightline.errors import UnknownName

    nearest = difflib.get_close_matches(name, [known for known in MODULES if known], 3, 0.6)
    hints = ["nearest: " + " · ".join(nearest)] if nearest else []
    raise UnknownName(
        "command",
        name,
        nearest=tuple(nearest),
        hint="\n".join([*hints, "try: sightline --help"]),
    )


def _help(name: str) -> int:
    if not name:
        from sightline.cli.help import help_page

        sys.stdout.write(help_page())
        return OK
    _check_known(name)
    from sightline.cli.parser import parser_of

    sys.stdout.write(parser_of(load(name)).format_help())
    return OK


def _print_version() -> int:
    sys.stdout.write(f"sightline {__version__}\n")
    return OK


def _print_error(error: SightlineError, arguments: list[str]) -> None:
    from sightline.cli import terminal

    if "--json" in arguments:
        terminal.print_json({"error": {"message": error.message, "hint": error.hint}})
    sys.stderr.write(terminal.error_text(error.message, error.hint))


def _os_error(error: OSError, arguments: list[str]) -> int:
    """A reader that had enough is no failure; anything else is said in one line."""
    import errno
    import os

    # Windows reports a closed pipe as EINVAL.
    if isinstance(error, BrokenPipeError) or (os.name == "nt" and error.errno == errno.EINVAL):
        # The interpreter flushes stdout once more at exit: give it somewhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    from sightline.errors import SightlineError

    what = error.strerror or str(error)
    _print_error(SightlineError(f"{error.filename}: {what}" if error.filename else what), arguments)
    return FAILED
