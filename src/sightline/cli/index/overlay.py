"""`sightline overlay`: takes precise edges from a SCIP index or an editor, and says what is in use."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import Any

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.index.overlay.editor_json import MOST_BYTES
from sightline.index.overlay.join import Joined
from sightline.index.overlay.update import OverlaySource, editor_source, scip_source
from sightline.index.refresh import clear_overlay, import_overlay
from sightline.process.regular_files import read_start
from sightline.store.code import overlay
from sightline.text.wording import counted

# Files that were not taken and are printed one by one; --json lists all.
_MOST_REFUSED = 5


def _overlay(arguments: Namespace) -> int:
    if (arguments.action == "import") != bool(arguments.file):
        raise UsageError(
            "import needs a file" if arguments.action == "import" else "only import takes a file",
            hint="sightline overlay import index.scip",
        )
    engine = engine_of(arguments)
    try:
        if arguments.action == "import":
            return _import(engine, arguments)
        if arguments.action == "clear":
            count = clear_overlay(engine.project, engine.settings, home=engine.home)
            text = f"forgot what was known from outside about {counted(count, 'file')}"
            terminal.report(arguments, {"files": count}, text)
            return 0
        return _show(engine, arguments)
    finally:
        engine.close()


def _import(engine: Engine, arguments: Namespace) -> int:
    source = _source(arguments.file)
    joined = import_overlay(engine.project, engine.settings, source, home=engine.home)
    lines: list[str] = []
    for one in joined:
        lines.append(
            f"{one.origin}: {counted(one.files, 'file')} taken, {counted(one.references, 'reference')} "
            f"to symbols of this project, {one.outside:,} to others"
        )
        refused = one.refused[:_MOST_REFUSED]
        lines += [f"  ! {file.path}: {file.reason}" for file in refused]
        if len(one.refused) > _MOST_REFUSED:
            more = counted(len(one.refused) - _MOST_REFUSED, "more file")
            lines.append(f"  … and {more} (--json lists all)")
    terminal.report(arguments, [_value(one) for one in joined], "\n".join(lines))
    return 0 if any(one.files for one in joined) else 1


def _value(joined: Joined) -> dict[str, Any]:
    refused = [file._asdict() for file in joined.refused]
    return {**joined._asdict(), "refused": refused}


def _source(name: str) -> OverlaySource:
    """The reader of a file: SCIP by its ending, else the JSON of an editor."""
    if name == "-":
        return editor_source(sys.stdin.buffer.read(MOST_BYTES + 1), "standard input")
    path = os.path.abspath(name)
    if not os.path.exists(path):
        raise UsageError(f"no file called {name!r}")
    if name.endswith(".scip"):
        return scip_source(path)
    try:
        content, is_whole = read_start(path, MOST_BYTES)
    except OSError as error:
        raise UsageError(f"cannot read {name!r}: {error}") from None
    if not is_whole:
        raise UsageError(f"{name!r} is larger than {MOST_BYTES >> 20} MB")
    return editor_source(content, name)


def _show(engine: Engine, arguments: Namespace) -> int:
    rows = overlay.summary(engine.index)
    lines = [
        f"{row.origin} ({row.source}): {counted(row.files, 'file')}, {row.fitting:,} of them "
        "unchanged since and in use"
        for row in rows
    ]
    hint = "nothing is known from outside; see docs/guides/precise-edges.md"
    terminal.report(arguments, [row._asdict() for row in rows], "\n".join(lines) or hint)
    return 0


def _arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "action",
        nargs="?",
        choices=("status", "import", "clear"),
        default="status",
        help="show what is in use (default), import a file, or remove everything",
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a SCIP index (*.scip), or the JSON of an editor; - reads JSON from standard input",
    )


COMMANDS = (
    Command(
        name="overlay",
        summary="use precise edges from a SCIP index or an editor",
        example="sightline overlay import index.scip\nsightline overlay",
        arguments=_arguments,
        run=_overlay,
    ),
)
