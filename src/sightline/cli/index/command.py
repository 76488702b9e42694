"""`sightline index`: brings a project's index up to date, behind a progress bar or in the background."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.index.report import index_report
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import SightlineError, UsageError
from sightline.index.index_file import export_index, import_index
from sightline.index.refresh import refresh
from sightline.index.stats import IndexStats
from sightline.memory.sync.run import synchronise_quietly
from sightline.model.project import MARKER
from sightline.process.parent import end_after
from sightline.process.spawn import start_detached
from sightline.store.code import reader
from sightline.store.locations import memory_path
from sightline.store.usage import was_calibrated
from sightline.text.wording import counted
from sightline.tools import sharing
from sightline.workspace.identity import is_deliberate
from sightline.workspace.privacy import is_paused

EXCHANGES = ("export", "import")
# A background refresh has no one to interrupt it, so it ends itself after this long.
_BACKGROUND_SECONDS = 1800


def refresh_index(engine: Engine, *, rebuild: bool) -> IndexStats:
    """Bring the index up to date behind a progress bar; IndexBusy if another process holds it."""
    _check_is_project(engine)
    with terminal.Progress("reading") as bar:
        return refresh(
            engine.project, engine.settings, rebuild=rebuild, progress=bar.phase, home=engine.home
        )


def _run(arguments: Namespace) -> int:
    if arguments.path in EXCHANGES and not (arguments.rebuild or arguments.background):
        return _exchange(arguments)
    if arguments.file:
        raise UsageError("only export and import take a file", hint="sightline index export FILE")
    engine = engine_of(arguments, path=arguments.path)
    try:
        if arguments.background:
            return _refresh_in_background(engine)
        stats = refresh_index(engine, rebuild=arguments.rebuild)
        if not engine.project.is_git:
            # Without git, only this record tells subdirectories that they belong to this project.
            engine.settle()
        lines = sharing.settle(engine)
        problems = reader.problems(engine.index) if arguments.problems else []
        text = "" if arguments.json else index_report(engine, stats, problems)
        text = "\n".join(filter(None, [text, *lines]))
    finally:
        engine.close()
    value = stats.as_dict()
    if arguments.problems:
        value["problem_list"] = [
            {"path": path, "line": line, "message": message} for path, line, message in problems
        ]
    terminal.report(arguments, value, text)
    return 0


def _exchange(arguments: Namespace) -> int:
    """Write the index of this commit to a file, or use one that was built elsewhere."""
    engine = engine_of(arguments)
    project, settings = engine.project, engine.settings
    try:
        with terminal.Progress("reading") as bar:
            if arguments.path == "export":
                path = arguments.file or os.curdir
                path, header = export_index(
                    project, settings, path, home=engine.home, progress=bar.phase
                )
                size = os.path.getsize(path)
                value: dict[str, object] = {"file": path, "bytes": size, **header._asdict()}
                text = f"wrote {path}: {counted(header.symbols, 'symbol')} of {header.commit[:12]}"
            elif not arguments.file:
                raise UsageError("name the file", hint="sightline index import FILE")
            else:
                path = arguments.file
                taken = import_index(project, settings, path, home=engine.home, progress=bar.phase)
                value = {**taken._asdict(), "header": taken.header._asdict()}
                text = (
                    f"took the index of {taken.header.commit[:12]}: {counted(taken.same, 'file')} as "
                    f"it says ({taken.parsed:,} parsed to check), {taken.read:,} read here"
                )
    finally:
        engine.close()
    terminal.report(arguments, value, text)
    return 0


def _check_is_project(engine: Engine) -> None:
    """Refuse to index a whole disk or home directory just because it is the current directory."""
    project = engine.project
    is_disk_root = os.path.dirname(project.root) == project.root
    is_home = project.root == os.path.realpath(os.path.expanduser("~"))
    if is_deliberate(project) or not (is_disk_root or is_home):
        return
    place = "the root of the disk" if is_disk_root else "your home directory"
    raise UsageError(
        f"{project.root} is {place}, not a project",
        hint="change to a project directory or name one: sightline index PATH; "
        f"to index this directory anyway, create a {MARKER} file in it",
    )


def _refresh_in_background(engine: Engine) -> int:
    """Refresh at the lowest priority, without output and with a time limit, unless paused."""
    if is_paused(engine.project, engine.home):
        return 0
    if hasattr(os, "nice"):
        os.nice(19)
    end_after(_BACKGROUND_SECONDS)
    try:
        refresh(engine.project, engine.settings, home=engine.home, wait=0.0)
        if engine.settings.flag("injection.enabled") and not was_calibrated(
            engine.activity, project=engine.project.id
        ):
            words = ("bench", "--calibrate", "--project", engine.project.root)
            start_detached("sightline", *words, home=engine.home)
    except SightlineError:
        return 0
    finally:
        sharing.settle_quietly(engine)
        _synchronise(engine)
    return 0


def _synchronise(engine: Engine) -> None:
    """Exchange memories with the project's team server, if it has one; never in a hook itself."""
    if os.path.exists(memory_path(engine.home)):
        synchronise_quietly(
            engine.memory, engine.project, engine.settings, engine.home, now=engine.now()
        )


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "path",
        nargs="?",
        metavar="PATH",
        help="the project (same as --project); or export or import, for a file with the index",
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="the file to export the index of this commit to, or to import it from",
    )
    parser.add_argument(
        "--rebuild", action="store_true", help="delete the index and build it from scratch"
    )
    parser.add_argument(
        "--problems",
        action="store_true",
        help="list the places that could not be parsed or resolved, file by file",
    )
    parser.add_argument(
        "--background",
        action="store_true",
        help="for hooks: low priority, no output; does nothing if another process is indexing",
    )


COMMANDS = (
    Command(
        name="index",
        summary="index the code of this project, or bring the index up to date",
        example="sightline index\nsightline index ~/src/django --rebuild\nsightline index --json\n"
        "sightline index export ci.sightline-index\nsightline index import ci.sightline-index",
        arguments=_arguments,
        run=_run,
    ),
)
