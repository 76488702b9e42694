"""`sightline tour`: shows on a real project what Sightline does, in a store that is thrown away.

Each part of Sightline adds its step; a step shows what the real thing answers, nothing staged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from importlib.util import find_spec
from typing import NamedTuple

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.commands import MODULES
from sightline.cli.project import project_path
from sightline.context.evidence import gather
from sightline.context.question import understand
from sightline.context.rank import rank
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.store.code import reader
from sightline.store.sqlite.connection import SQLITE_VERSION
from sightline.store.sqlite.repair import check
from sightline.text.numbers import counted
from sightline.workspace import git

DECISION = (
    "A git repository is known again by its first commit after it was moved, "
    "because people rename folders and memories must not be lost by that"
)


class Step(NamedTuple):
    """One stop: its title, what it shows as lines of text, and the modules it needs."""

    title: str
    show: Callable[[Engine, str], list[str]]
    needs: tuple[str, ...] = ()


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "prompt",
        nargs="?",
        help="what to ask about the project (default: what its last commit was about)",
    )


def _run(arguments: Namespace) -> int:
    path = project_path(arguments)
    with tempfile.TemporaryDirectory(prefix="sightline-tour-") as home:
        # Whatever a step calls, it must not meet the user's own store.
        kept = os.environ.get("SIGHTLINE_HOME")
        os.environ["SIGHTLINE_HOME"] = home
        engine = open_engine(path, home=home, remember=False)
        try:
            return _walk(engine, arguments.prompt or sample_prompt(engine))
        finally:
            engine.close()
            if kept is None:
                del os.environ["SIGHTLINE_HOME"]
            else:
                os.environ["SIGHTLINE_HOME"] = kept


def _walk(engine: Engine, prompt: str) -> int:
    engine.settle()
    for number, step in enumerate(steps(), 1):
        print(terminal.paint(f"{number}. {step.title}", "bold"), flush=True)
        for line in step.show(engine, prompt):
            print(f"   {line}".rstrip())
        print()
    print(terminal.paint("Nothing of this was kept.", "bold") + " To use it for real:")
    for line in next_steps():
        print(f"   {line}")
    return 0


def steps() -> tuple[Step, ...]:
    """The steps whose parts this version has."""
    return tuple(
        step for step in STEPS if all(find_spec(f"sightline.{name}") for name in step.needs)
    )


def sample_prompt(engine: Engine) -> str:
    """Something a person may well ask here: the subject of the last commit."""
    subject = git.text(engine.project.root, "log", "-1", "--format=%s")
    return subject or f"what does {engine.project.name} do?"


def next_steps() -> list[str]:
    """How to go on from here, with the commands this version has."""
    wanted = (
        ("init", "sightline init          index this project and wire it into your assistants"),
        ("install", "sightline install       wire it into your assistants (--dry-run shows how)"),
        ("", "sightline               which project this is, its state, what to try next"),
        ("doctor", "sightline doctor        is everything as it should be?"),
    )
    return [line for name, line in wanted if name in MODULES]


def _show_project(engine: Engine, prompt: str) -> list[str]:
    project = engine.project
    lines = [f"{project.name}: {project.why}", f"root {project.root}, project {project.id}"]
    if project.root_commit:
        lines.append(f"known again by its first commit {project.root_commit[:12]}")
    return lines


def _show_store(engine: Engine, prompt: str) -> list[str]:
    health = check(engine.memory.path)
    state = "integrity ok" if not health.problems else "; ".join(health.problems)
    return [
        f"{engine.memory.path}",
        f"SQLite {SQLITE_VERSION} with full-text search, only yours to read, {state}",
    ]


def _show_code(engine: Engine, prompt: str) -> list[str]:
    with terminal.Progress("reading") as progress:
        stats = refresh(engine.project, engine.settings, progress=progress.phase, home=engine.home)
    counts = [
        counted(stats.files_indexed, "file"),
        counted(stats.symbols_extracted, "symbol"),
        counted(stats.edges_created, "edge"),
    ]
    lines = [f"{', '.join(counts)} read in {stats.seconds:.1f} s"]
    if stats.problems:
        places = counted(stats.problems, "place")
        lines.append(f"{places} could not be understood; the rest of their files was")
    return lines


def _show_nearest(engine: Engine, prompt: str) -> list[str]:
    lines = [f'"{prompt}"']
    ranking = rank(gather(engine.index, understand(prompt)))
    best = reader.symbols(engine.index, [ranked.symbol.id for ranked in ranking.symbols[:5]])
    lines += [f"{one.path}:{one.line}  {one.kind} {one.qualified}" for one in best]
    return lines if best else [*lines, "nothing in this project has any of these words"]


def _show_memory(engine: Engine, prompt: str) -> list[str]:
    here = ("--project", engine.project.root)
    kept = _sightline("remember", DECISION, "--kind", "decision", *here)
    found = _sightline("recall", "moved repository known again", *here)
    return [*kept, "", *found]


def _show_injection(engine: Engine, prompt: str) -> list[str]:
    event = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "tour",
        "cwd": engine.project.root,
        "prompt": prompt,
    }
    told = _sightline("hook", "--agent", "claude", "--plain", text=json.dumps(event))
    return told or ["nothing: what it knows does not help with this prompt"]


def _sightline(*arguments: str, text: str = "") -> list[str]:
    """What a command prints in the tour's own store."""
    done = subprocess.run(
        # -P: no module of the directory one stands in is taken for one of ours.
        [sys.executable, "-P", "-m", "sightline", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )
    return (done.stdout + done.stderr).rstrip("\n").splitlines()


STEPS: tuple[Step, ...] = (
    Step("The project", _show_project),
    Step("The store", _show_store),
    Step("The code", _show_code),
    Step("The code nearest to a prompt", _show_nearest),
    Step("A memory, kept and found again", _show_memory, ("cli.memory",)),
    Step("What an assistant receives with this prompt", _show_injection, ("events.prompt",)),
)

COMMANDS = (
    Command(
        name="tour",
        summary="show on this project what Sightline does, and leave nothing behind",
        example='sightline tour\nsightline tour "where are sessions expired?"',
        arguments=_arguments,
        run=_run,
        prints_facts=False,
    ),
)
