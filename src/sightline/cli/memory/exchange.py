"""`sightline export` and `import`: memories as JSON lines, or from files like CLAUDE.md."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import UnknownName, UsageError
from sightline.memory.exchange import ImportCounts, export_lines, import_lines, import_sections
from sightline.process.regular_files import read_start
from sightline.text.wording import counted
from sightline.tools.recall import SCOPES
from sightline.workspace.privacy import Denier

MARKDOWN_SUFFIXES = (".md", ".markdown", ".mdc", ".txt")

# Problems of an import that are printed one by one; --json lists all.
MOST_PROBLEMS = 10
MOST_BYTES = 200_000_000


def _export(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    project = {"project": engine.project.id, "user": "", "all": None}[arguments.scope]
    is_denied = Denier(engine.settings.texts("privacy.deny"), engine.project.root)
    lines = list(export_lines(engine.memory, project, auto=arguments.auto, is_denied=is_denied))
    engine.close()
    if arguments.file in (None, "-"):
        sys.stdout.write("".join(line + "\n" for line in lines))
        return 0
    path = os.path.abspath(arguments.file)
    if not os.path.isdir(os.path.dirname(path)):
        raise UnknownName("directory", os.path.dirname(path))
    temporary = f"{path}.{os.getpid()}.tmp"
    with open(temporary, "w", encoding="utf-8", newline="\n") as file:
        file.write("".join(line + "\n" for line in lines))
    os.replace(temporary, path)
    value = {"exported": len(lines), "file": path}
    terminal.report(arguments, value, f"exported {counted(len(lines), 'memory')} to {path}")
    return 0


def _import(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    project = "" if arguments.everywhere else engine.project.id
    total = ImportCounts()
    for name in arguments.files:
        text = _read(name)
        if name.lower().endswith(MARKDOWN_SUFFIXES):
            shown = os.path.relpath(name, engine.project.root) if name != "-" else name
            imported = import_sections(
                engine.memory, text, shown.replace(os.sep, "/"), now=engine.now(), project=project
            )
        else:
            imported = import_lines(
                engine.memory, text.split("\n"), now=engine.now(), project=project
            )
        problems = tuple(f"{name}: {problem}" for problem in imported.problems)
        total = ImportCounts(
            total.added + imported.added,
            total.changed + imported.changed,
            total.same + imported.same,
            total.forgotten + imported.forgotten,
            total.problems + problems,
        )
    engine.close()
    parts = [f"{total.added} added", f"{total.changed} changed", f"{total.same} unchanged"]
    if total.forgotten:
        parts.append(f"{total.forgotten} skipped because you forgot them")
    lines = [", ".join(parts), *total.problems[:MOST_PROBLEMS]]
    if len(total.problems) > MOST_PROBLEMS:
        lines.append(
            f"and {len(total.problems) - MOST_PROBLEMS:,} more problems (--json lists all)"
        )
    terminal.report(arguments, total._asdict(), "\n".join(lines))
    return 1 if total.problems else 0


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        part = read_start(name, MOST_BYTES)
    except FileNotFoundError:
        raise UsageError(f"no file called {name!r}") from None
    except OSError as error:
        raise UsageError(f"cannot read {name!r}: {error}") from None
    if not part.is_whole:
        raise UsageError(f"{name!r} is larger than {MOST_BYTES // 1_000_000} MB")
    return part.content.decode("utf-8", "replace")


def _export_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", nargs="?", help="the file to write (default: standard output)")
    parser.add_argument(
        "--scope", choices=SCOPES, default="project", help="which memories (default: project)"
    )
    parser.add_argument(
        "--auto", action="store_true", help="include notes made automatically from tool calls"
    )


def _import_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        help="JSON lines, or a Markdown file; - reads JSON lines from standard input",
    )
    parser.add_argument("--everywhere", action="store_true", help="import them for every project")


COMMANDS = (
    Command(
        name="export",
        summary="export your memories as JSON lines in a stable order",
        example="sightline export memories.jsonl",
        arguments=_export_arguments,
        run=_export,
    ),
    Command(
        name="import",
        summary="import memories from JSON lines, or from files like CLAUDE.md and AGENTS.md",
        example="sightline import memories.jsonl\nsightline import CLAUDE.md",
        arguments=_import_arguments,
        run=_import,
    ),
)
