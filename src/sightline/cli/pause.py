"""`sightline pause` and `resume`: stop injecting and recording in a project, and start again."""

from __future__ import annotations

from argparse import Namespace

from sightline.cli import terminal
from sightline.cli.command import Command, no_arguments
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.tools import person_actions
from sightline.workspace import privacy


def _pause(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    changed = person_actions.pause(engine)
    state = "is paused" if changed else "was already paused"
    return _report(
        arguments,
        engine,
        f"{engine.project.name} {state}: nothing is injected or recorded until sightline resume",
    )


def _resume(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    changed = person_actions.resume(engine)
    return _report(
        arguments, engine, f"{engine.project.name} {'is resumed' if changed else 'was not paused'}"
    )


def _report(arguments: Namespace, engine: Engine, text: str) -> int:
    paused = privacy.is_paused(engine.project, engine.home)
    value = {"project": engine.project.id, "root": engine.project.root, "paused": paused}
    engine.close()
    terminal.report(arguments, value, text)
    return 0


COMMANDS = (
    Command(
        name="pause",
        summary="inject and record nothing in this project until it is resumed",
        example="sightline pause\nsightline pause --project ~/src/secret",
        arguments=no_arguments,
        run=_pause,
    ),
    Command(
        name="resume",
        summary="inject and record in this project again",
        example="sightline resume",
        arguments=no_arguments,
        run=_resume,
    ),
)
