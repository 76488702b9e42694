"""The page of `sightline --help`: every command with its sentence, by group."""

from sightline import __version__
from sightline.cli.exit_codes import EXIT_CODES
from sightline.cli.table import load_all


def help_page() -> str:
    """The whole help page, generated from the commands' declarations."""
    lines = [
        f"sightline {__version__}: a local context engine for AI coding assistants",
        "",
        "usage: sightline [--project PATH] [--json] [COMMAND] [...]",
    ]
    title = ""
    for group, command in load_all():
        if group != title:
            lines += ["", group]
            title = group
        lines.append(f"  {command.name or '(no command)':<14}{command.summary}")
    lines += ["", "Options"]
    lines += [f"  {option:<16}{sentence}" for option, sentence in _OPTIONS]
    lines += ["", "Exit codes"]
    lines += [f"  {code:<5}{sentence}" for code, sentence in EXIT_CODES]
    lines += ["", "More: sightline COMMAND --help"]
    return "\n".join(lines) + "\n"


_OPTIONS = (
    ("--project PATH", "the project to work in (default: the one of the current directory)"),
    ("--json", "print JSON instead of text, where a command prints facts"),
    ("--version", "print the version"),
    ("--help", "this page, or a command's own"),
)
