"""`export` and `import`: memories as JSON lines, and from CLAUDE.md, AGENTS.md and the like."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import UnknownName, UsageError
from sightline.memory.exchange import Imported, export_lines, import_lines, import_sections
from sightline.text.numbers import counted
from sightline.tools.recall import SCOPES

SECTIONED = (".md", ".markdown", ".mdc", ".txt")

# Problems of an import that are told one by one; --json tells all.
MOST_PROBLEMS = 10


def _export(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    project = {"project": engine.project.id, "user": "", "all": None}[arguments.scope]
    lines = list(export_lines(engine.memory, project, auto=arguments.auto, team=arguments.team))
    engine.close()
    if arguments.file in (None, "-"):
        sys.stdout.write("".join(line + "\n" for line in lines))
        return 0
    path = os.path.abspath(arguments.file)
    if not os.path.isdir(os.path.dirname(path)):
        raise UnknownName("directory", os.path.dirname(path))
    beside = f"{path}.{os.getpid()}.tmp"
    with open(beside, "w", encoding="utf-8", newline="\n") as file:
        file.write("".join(line + "\n" for line in lines))
    os.replace(beside, path)
    value = {"exported": len(lines), "file": path}
    terminal.report(arguments, value, f"exported {counted(len(lines), 'memory')} to {path}")
    return 0


def _import(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    project = "" if arguments.everywhere else engine.project.id
    total = Imported()
    for name in arguments.files:
        text = _read(name)
        if name.lower().endswith(SECTIONED):
            shown = os.path.relpath(name, engine.project.root) if name != "-" else name
            done = import_sections(
                engine.memory, text, shown.replace(os.sep, "/"), now=engine.now(), project=project
            )
        else:
            done = import_lines(engine.memory, text.split("\n"), now=engine.now(), project=project)
        problems = tuple(f"{name}: {problem}" for problem in done.problems)
        total = Imported(
            total.added + done.added,
            total.changed + done.changed,
            total.same + done.same,
            total.forgotten + done.forgotten,
            total.problems + problems,
        )
    engine.close()
    parts = [f"{total.added} added", f"{total.changed} changed", f"{total.same} already there"]
    if total.forgotten:
        parts.append(f"{total.forgotten} forgotten before and left out")
    lines = [", ".join(parts), *total.problems[:MOST_PROBLEMS]]
    if len(total.problems) > MOST_PROBLEMS:
        lines.append(f"and {len(total.problems) - MOST_PROBLEMS:,} more lines that are no memories")
    terminal.report(arguments, total._asdict(), "\n".join(lines))
    return 1 if total.problems else 0


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        with open(name, encoding="utf-8", errors="replace") as file:
            return file.read()
    except FileNotFoundError:
        raise UsageError(f"no file called {name!r}") from None


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="where to write them (default: standard output)")
    parser.add_argument(
        "--scope", choices=SCOPES, default="project", help="whose (default: project)"
    )
    parser.add_argument("--auto", action="store_true", help="also what was noted of tool calls")
    parser.add_argument(
        "--team", action="store_true", help="without what is personal: sessions, counters, reviews"
    )


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        help="JSON lines, or a Markdown file; - reads JSON lines from standard input",
    )
    parser.add_argument("--everywhere", action="store_true", help="they hold in every project")


COMMANDS = (
    Command(
        name="export",
        summary="write memories as JSON lines, sorted and stable, so that git can merge them",
        example="sightline export memories.jsonl\nsightline export --team .sightline/memories.jsonl",
        arguments=_export_arguments,
        run=_export,
    ),
    Command(
        name="import",
        summary="take memories in from JSON lines, or from CLAUDE.md, AGENTS.md and the like",
        example="sightline import memories.jsonl\nsightline import CLAUDE.md",
        arguments=_import_arguments,
        run=_import,
    ),
)
