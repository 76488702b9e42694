"""`sightline index` and `watch`: bring a project's index up to date, and keep it so."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import SightlineError, UsageError
from sightline.index.refresh import refresh
from sightline.index.stats import IndexStats
from sightline.index.watcher import watch
from sightline.model.project import MARKER
from sightline.process.parent import end_after
from sightline.store.code import reader
from sightline.text.numbers import counted
from sightline.workspace import git

_SHOWN = 10
# A refresh that nobody waits for ends itself, whatever happens.
_BACKGROUND_SECONDS = 1800


def _index_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", help="the project (as --project)")
    parser.add_argument("--rebuild", action="store_true", help="forget the index and start anew")
    parser.add_argument(
        "--problems",
        action="store_true",
        help="list what could not be read or related, file by file",
    )
    parser.add_argument(
        "--background",
        action="store_true",
        help="for hooks: low priority, no output, nothing if another process is at it",
    )


def _index(arguments: Namespace) -> int:
    if arguments.path and not arguments.project:
        arguments.project = arguments.path
    engine = engine_of(arguments)
    try:
        if arguments.background:
            return _background(engine)
        stats = refreshed(engine, rebuild=arguments.rebuild)
        if not engine.project.is_git:
            # Nothing but this tells what is below that it belongs to a larger whole.
            engine.settle()
        problems = _problems(engine) if arguments.problems else []
        text = "" if arguments.json else shown(engine, stats, problems)
    finally:
        engine.close()
    value = stats.as_dict()
    if arguments.problems:
        value["problem_list"] = [
            {"path": path, "line": line, "message": message} for path, line, message in problems
        ]
    terminal.report(arguments, value, text)
    return 0


def refreshed(engine: Engine, *, rebuild: bool) -> IndexStats:
    """Bring the index up to date behind a progress bar; IndexBusy if others are at it for long."""
    _check_is_project(engine)
    with bars() as progress:
        return refresh(
            engine.project, engine.settings, rebuild=rebuild, progress=progress, home=engine.home
        )


def _check_is_project(engine: Engine) -> None:
    """Refuse to read a whole disk or home because somebody stood there."""
    project = engine.project
    above_all = os.path.dirname(project.root) == project.root
    is_home = project.root == os.path.realpath(os.path.expanduser("~"))
    if project.is_git or not (above_all or is_home):
        return
    if not os.path.exists(os.path.join(project.root, MARKER)):
        what = "the root of the disk" if above_all else "your home directory"
        raise UsageError(
            f"{project.root} is {what}, not a project",
            hint=f"go to a project or name one: sightline index PATH; a {MARKER} would make it one",
        )


@contextmanager
def bars() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar for each phase, one after the other."""
    drawn: dict[str, terminal.Progress] = {}

    def progress(phase: str, done: int, total: int) -> None:
        if phase not in drawn:
            for bar in drawn.values():
                bar.close()
            drawn[phase] = terminal.Progress(phase)
        drawn[phase](done, total)

    try:
        yield progress
    finally:
        for bar in drawn.values():
            bar.close()


def _background(engine: Engine) -> int:
    """Without a word, without haste, and not for ever."""
    if hasattr(os, "nice"):
        os.nice(19)
    end_after(_BACKGROUND_SECONDS)
    try:
        refresh(
            engine.project,
            engine.settings,
            home=engine.home,
            wait=0.0,
        )
    except SightlineError:
        return 0
    return 0


def _problems(engine: Engine) -> list[tuple[str, int, str]]:
    return reader.problems(engine.index)


def shown(engine: Engine, stats: IndexStats, problems: list[tuple[str, int, str]]) -> str:
    """What was done, what the index holds now, and what could not be read."""
    state = reader.state(engine.index)
    lines = [
        summed_up(engine, stats),
        f"  in the index: {counted(state.files, 'file')}, {counted(state.symbols, 'symbol')}, "
        f"{counted(state.edges, 'relation')}, {counted(state.commits, 'past commit')}",
    ]
    if stats.problems:
        lines.append(
            f"  {counted(stats.problems, 'place')} could not be read: sightline index --problems"
        )
    unread = engine.project.is_git and not state.commits
    if unread and (refused := git.refusal(engine.project.root)):
        lines.append(f"  ! past commits cannot be read: {refused.text}")
    lines += [f"  ! {error}" for error in stats.errors[:_SHOWN]]
    if len(stats.errors) > _SHOWN:
        lines.append(f"  … and {len(stats.errors) - _SHOWN:,} more (--json shows all)")
    lines += [f"  {path}:{line or ''}  {message}" for path, line, message in problems]
    return "\n".join(lines)


def summed_up(engine: Engine, stats: IndexStats) -> str:
    """One run in a line."""
    done = [
        f"{counted(stats.files_indexed, 'file')} read",
        f"{stats.files_skipped:,} unchanged",
        f"{stats.files_removed:,} removed",
    ]
    if stats.passed_over:
        done.insert(
            1, f"{stats.passed_over:,} passed over (no source: binary, minified, lock files)"
        )
    return f"{engine.project.name}: {', '.join(done)} in {stats.seconds:.1f} s"


def _watch_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("path", nargs="?", metavar="PATH", help="the project (as --project)")


def _watch(arguments: Namespace) -> int:
    if arguments.path and not arguments.project:
        arguments.project = arguments.path
    engine = engine_of(arguments)
    stop = threading.Event()
    _stop_on_signals(stop)

    def report(stats: IndexStats) -> None:
        if arguments.json:
            print(_json_line(stats.as_dict()), flush=True)
        elif stats.files_indexed or stats.files_removed or stats.commits_read:
            print(summed_up(engine, stats), flush=True)

    print(f"watching {engine.project.root}; stop with Ctrl-C", file=sys.stderr)
    try:
        watch(engine.project, engine.settings, stop, report=report, home=engine.home)
    finally:
        engine.close()
    return 0


def _stop_on_signals(stop: object) -> None:
    assert isinstance(stop, threading.Event)
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, lambda *_: stop.set())


def _json_line(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


COMMANDS = (
    Command(
        name="index",
        summary="bring the index of this project's code up to date",
        example="sightline index\nsightline index ~/src/django --rebuild\nsightline index --json",
        arguments=_index_arguments,
        run=_index,
    ),
    Command(
        name="watch",
        summary="keep the index up to date until interrupted",
        example="sightline watch\nsightline watch ~/src/django",
        arguments=_watch_arguments,
        run=_watch,
    ),
)
