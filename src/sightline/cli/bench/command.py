"""`sightline bench`: what Sightline costs and saves on this repository, or on past sessions."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.argument_types import integer
from sightline.cli.bench.text import replay_text, repository_text
from sightline.cli.command import Command
from sightline.cli.project import engine_of, project_path
from sightline.errors import UsageError
from sightline.measure.bench import measure
from sightline.measure.calibration import calibrate
from sightline.measure.replay import replay
from sightline.process.parent import end_after
from sightline.text.wording import counted
from sightline.workspace.identity import find_project

TASKS = 30
BUDGET = 4_000
PROMPTS = 300
CALIBRATION_SECONDS = 1800


def _run(arguments: Namespace) -> int:
    root = find_project(project_path(arguments)).root
    if arguments.transcripts and not arguments.mine:
        raise UsageError("--transcripts needs --mine", hint="try: sightline bench --mine")
    if arguments.calibrate:
        return _calibrate(arguments)
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
            text = replay_text(value)
        else:
            value = measure(
                root, tasks=arguments.tasks, budget=arguments.budget, progress=bar.phase
            )
            text = repository_text(value)
    terminal.report(arguments, value, text)
    return 0


def _calibrate(arguments: Namespace) -> int:
    """Count once what past sessions opened, at the lowest priority: the background does this."""
    if hasattr(os, "nice"):
        os.nice(19)
    end_after(CALIBRATION_SECONDS)
    engine = engine_of(arguments)
    try:
        prompts = calibrate(engine)
    finally:
        engine.close()
    terminal.report(arguments, {"prompts": prompts}, f"{counted(prompts, 'past prompt')} counted")
    return 0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--mine", action="store_true", help="replay your own past sessions in this project"
    )
    parser.add_argument(
        "--calibrate",
        action="store_true",
        help="learn once from your past sessions which files are opened here",
    )
    parser.add_argument(
        "--transcripts",
        metavar="DIR",
        help="with --mine: replay all transcripts in this folder, whatever project they belong to",
    )
    parser.add_argument(
        "--prompts",
        type=integer(1),
        default=PROMPTS,
        metavar="N",
        help=f"with --mine: replay the newest N prompts ({PROMPTS})",
    )
    parser.add_argument(
        "--tasks",
        type=integer(1),
        default=TASKS,
        metavar="N",
        help=f"number of past commits to use as tasks ({TASKS})",
    )
    parser.add_argument(
        "--budget",
        type=integer(50, 100_000),
        default=BUDGET,
        metavar="N",
        help=f"most tokens of a capsule ({BUDGET})",
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
