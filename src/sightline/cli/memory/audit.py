"""`sightline audit`: what instructions files mention that no longer exists."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import UsageError
from sightline.memory.audit import INSTRUCTIONS, audit
from sightline.tools.memory_links import index_view


def _audit(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    root = engine.project.root
    names = arguments.file or [
        name for name in INSTRUCTIONS if os.path.isfile(os.path.join(root, name))
    ]
    view = index_view(engine)
    values = []
    lines = []
    for name in names:
        path = name if os.path.isfile(name) else os.path.join(root, name)
        if not os.path.isfile(path):
            raise UsageError(f"{name} is not a file", hint="give the path of an instructions file")
        with open(path, encoding="utf-8", errors="replace") as file:
            text = file.read()
        # Without an index nothing is known about names.
        findings = audit(root, text, lambda symbol: view is None or bool(view.named(symbol)))
        for line, what, mention in findings:
            values.append({"file": name, "line": line, "what": what, "mention": mention})
            lines.append(f"{name}:{line}: {what} not found: {mention}")
    engine.close()
    if view is None:
        lines.append("names were not checked: the project is not indexed; run: sightline index")
    summary = "everything they mention exists" if names else "no instructions file here"
    terminal.report(arguments, values, "\n".join(lines) or summary)
    return 0


def _audit_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="*",
        help="instructions files (default: CLAUDE.md, AGENTS.md and similar files)",
    )


COMMANDS = (
    Command(
        name="audit",
        summary="check the paths, commands and names in CLAUDE.md, AGENTS.md and similar files",
        example="sightline audit\nsightline audit docs/agents.md --json",
        arguments=_audit_arguments,
        run=_audit,
    ),
)
