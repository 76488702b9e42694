"""`sightline tour`: shows on a real project what Sightline does, with a temporary store.

Each step runs the real code; nothing is staged.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from typing import NamedTuple

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.commands import MODULES
from sightline.cli.index.report import problem_summary
from sightline.cli.project import project_path
from sightline.context.ranking.evidence import gather
from sightline.context.ranking.question import understand
from sightline.context.ranking.rank import rank
from sightline.engine import Engine, Lifetime, open_engine
from sightline.index.refresh import refresh
from sightline.measure.workplace import store_in, temporary_store
from sightline.store.code import reader
from sightline.store.sqlite.connection import SQLITE_VERSION
from sightline.store.sqlite.repair import check
from sightline.text.wording import counted
from sightline.workspace import git

DECISION = (
    "A git repository is recognised by its first commit after it was moved, "
    "because people rename folders and must not lose their memories"
)
# How often progress is printed where there is no terminal, as in the log of a build.
LINE_SECONDS = 2.0


class Tour(NamedTuple):
    """The project on show and the prompt to ask about it."""

    engine: Engine
    prompt: str


class TourStep(NamedTuple):
    """One step: its title, the function that makes its lines, and the modules it needs."""

    title: str
    show: Callable[[Tour], list[str]]
    needs: tuple[str, ...] = ()


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "prompt",
        nargs="?",
        help="what to ask about the project (default: the subject of its last commit)",
    )
    parser.add_argument(
        "--store",
        metavar="DIR",
        help="keep the index in this folder, so that the next tour is quick (default: temporary)",
    )


def _run(arguments: Namespace) -> int:
    path = project_path(arguments)
    with _store(arguments.store) as home:
        engine = open_engine(path, Lifetime.COMMAND, home=home)
        try:
            return _run_steps(Tour(engine, arguments.prompt or sample_prompt(engine)))
        finally:
            engine.close()


@contextmanager
def _store(folder: str | None) -> Iterator[str]:
    """A temporary store; or the given folder, emptied except for the indexes in it."""
    if folder is None:
        with temporary_store() as home:
            yield home
        return
    home = os.path.abspath(folder)
    os.makedirs(home, mode=0o700, exist_ok=True)
    for entry in os.scandir(home):
        if entry.is_file():
            os.unlink(entry.path)
    with store_in(home):
        yield home


def _run_steps(tour: Tour) -> int:
    tour.engine.settle()
    for number, step in enumerate(steps(), 1):
        print(terminal.paint(f"{number}. {step.title}", "bold"), flush=True)
        for line in step.show(tour):
            print(f"   {line}".rstrip())
        print()
    print(terminal.paint("The tour saved nothing.", "bold") + " To use Sightline for real:")
    for line in next_steps():
        print(f"   {line}")
    return 0


def steps() -> tuple[TourStep, ...]:
    """The steps whose modules exist in this version."""
    return tuple(
        step for step in STEPS if all(find_spec(f"sightline.{name}") for name in step.needs)
    )


def sample_prompt(engine: Engine) -> str:
    """A realistic prompt for this project: the subject of its last commit."""
    subject = git.text(engine.project.root, "log", "-1", "--format=%s")
    return subject or f"what does {engine.project.name} do?"


def next_steps() -> list[str]:
    """The commands to run after the tour."""
    lines = {
        "init": "sightline init          index this project and install into your assistants",
        "install": "sightline install       install into your assistants (--dry-run shows the changes)",
        "": "sightline               show the project, its state, and what to try next",
        "doctor": "sightline doctor        check the installation",
    }
    return [line for name, line in lines.items() if name in MODULES]


def _show_project(tour: Tour) -> list[str]:
    project = tour.engine.project
    lines = [f"{project.name}: {project.why}", f"root {project.root}, project {project.id}"]
    if project.root_commit:
        lines.append(f"recognised after a move by its first commit {project.root_commit[:12]}")
    return lines


def _show_store(tour: Tour) -> list[str]:
    path = tour.engine.memory.path
    health = check(path)
    state = "integrity ok" if not health.problems else "; ".join(health.problems)
    return [
        path,
        f"SQLite {SQLITE_VERSION} with full-text search, readable only by you, {state}",
    ]


def _show_code(tour: Tour) -> list[str]:
    engine = tour.engine
    with terminal.Progress("reading", line_seconds=LINE_SECONDS) as progress:
        stats = refresh(engine.project, engine.settings, progress=progress.phase, home=engine.home)
    counts = [
        counted(stats.files_indexed, "file"),
        counted(stats.symbols_extracted, "symbol"),
        counted(stats.edges_created, "edge"),
    ]
    lines = [f"{', '.join(counts)} read in {stats.seconds:.1f} s"]
    if stats.files_skipped:
        lines.append(f"{counted(stats.files_skipped, 'file')} unchanged since the last tour")
    if stats.problems:
        lines.append(problem_summary(stats.problems))
    return lines


def _show_nearest(tour: Tour) -> list[str]:
    index = tour.engine.index
    lines = [f'"{tour.prompt}"']
    ranking = rank(gather(index, understand(tour.prompt)))
    best = reader.symbols(index, [ranked.symbol.id for ranked in ranking.symbols[:5]])
    lines += [f"{symbol.path}:{symbol.line}  {symbol.kind} {symbol.qualified}" for symbol in best]
    return lines if best else [*lines, "no symbol in this project matches these words"]


def _show_memory(tour: Tour) -> list[str]:
    here = ("--project", tour.engine.project.root)
    saved = _sightline("remember", DECISION, "--kind", "decision", *here)
    recalled = _sightline("recall", "moved repository recognised", *here)
    return [*saved, "", *recalled]


def _show_injection(tour: Tour) -> list[str]:
    event = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "tour",
        "cwd": tour.engine.project.root,
        "prompt": tour.prompt,
    }
    answer = _sightline("hook", "--agent", "claude", "--plain", text=json.dumps(event))
    return answer or ["nothing: no code or memory is relevant enough to this prompt"]


def _sightline(*arguments: str, text: str = "") -> list[str]:
    """The output lines of a command run with the tour's store."""
    done = subprocess.run(
        # -P: do not import modules from the current directory.
        [sys.executable, "-P", "-m", "sightline", *arguments],
        input=text,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"},
    )
    return (done.stdout + done.stderr).rstrip("\n").splitlines()


STEPS: tuple[TourStep, ...] = (
    TourStep("The project", _show_project),
    TourStep("The store", _show_store),
    TourStep("The code", _show_code),
    TourStep("The code nearest to a prompt", _show_nearest),
    TourStep("A memory, saved and recalled", _show_memory, ("cli.memory",)),
    TourStep("What an assistant receives with this prompt", _show_injection, ("events.prompt",)),
)

COMMANDS = (
    Command(
        name="tour",
        summary="show what Sightline does on this project, without saving anything",
        example='sightline tour\nsightline tour "where are sessions expired?"',
        arguments=_arguments,
        run=_run,
        prints_facts=False,
    ),
)
