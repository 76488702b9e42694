"""`sightline bench`: what Sightline costs and saves on this repository, and on your own past."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.bench import text as bench_text
from sightline.cli.command import Command
from sightline.cli.project import project_path
from sightline.errors import UsageError
from sightline.measure.bench import measure
from sightline.measure.replay import replay
from sightline.workspace.identity import find_project

TASKS = 30
BUDGET = 4_000
PROMPTS = 300


def _run(arguments: Namespace) -> int:
    root = find_project(project_path(arguments)).root
    if arguments.transcripts and not arguments.mine:
        raise UsageError("--transcripts is for --mine", hint="try: sightline bench --mine")
    value: dict[str, Any]
    with terminal.Progress("reading") as bar:
        if arguments.mine:
            value = replay(
                root,
                folder=arguments.transcripts,
                most=arguments.prompts,
                budget=arguments.budget,
                progress=bar.phase,
            )
            text = bench_text.mine(value)
        else:
            value = measure(
                root, tasks=arguments.tasks, budget=arguments.budget, progress=bar.phase
            )
            text = bench_text.repository(value)
    terminal.report(arguments, value, text)
    return 0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--mine", action="store_true", help="replay your own past sessions here")
    parser.add_argument(
        "--transcripts",
        metavar="DIR",
        help="with --mine: read the transcripts in this folder, wherever they were recorded",
    )
    parser.add_argument(
        "--prompts",
        type=integer(1),
        default=PROMPTS,
        metavar="N",
        help=f"with --mine: the newest N prompts ({PROMPTS})",
    )
    parser.add_argument(
        "--tasks",
        type=integer(1),
        default=TASKS,
        metavar="N",
        help=f"past commits to try ({TASKS})",
    )
    parser.add_argument(
        "--budget",
        type=integer(50, 100_000),
        default=BUDGET,
        metavar="N",
        help=f"tokens of a capsule ({BUDGET})",
    )


COMMANDS = (
    Command(
        name="bench",
        summary="measure cost and savings on this repository, or on your own past sessions",
        example="sightline bench\nsightline bench --mine\nsightline bench --mine --json",
        arguments=_arguments,
        run=_run,
    ),
)
