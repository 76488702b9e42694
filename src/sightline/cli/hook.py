"""`sightline hook`: how it is declared. `cli.main` hands it on before any of this is loaded."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from sightline.agents import NAMES
from sightline.cli.command import Command
from sightline.hook.__main__ import main


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--agent", choices=NAMES, default="claude", help="whose event it is")
    parser.add_argument("--plain", action="store_true", help="print the bare text")


def _run(arguments: Namespace) -> int:
    return main(["--agent", arguments.agent, *(["--plain"] if arguments.plain else [])])


COMMANDS = (
    Command(
        name="hook",
        summary="answer one hook event: JSON on stdin, the agent's answer on stdout, exit code 0",
        example="sightline hook --agent claude < event.json\nsightline hook --plain < event.json",
        arguments=_arguments,
        run=_run,
        prints_facts=False,
        in_project=False,
    ),
)
