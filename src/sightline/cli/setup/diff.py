"""Planned edits of files as a unified diff: coloured on a terminal, and paged if it is long."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable
from difflib import unified_diff

from sightline.agents.edit.journal import FileEdit
from sightline.cli import terminal

_STYLES = {"+++": "bold", "---": "bold", "@@": "cyan", "+": "green", "-": "red"}


def diff(edit: FileEdit) -> str:
    """The edit of one file as a unified diff, without colours."""
    before = (edit.before or b"").decode("utf-8", "replace").splitlines(keepends=True)
    after = (edit.after or b"").decode("utf-8", "replace").splitlines(keepends=True)
    old = edit.file if edit.before is not None else "/dev/null"
    new = edit.file if edit.after is not None else "/dev/null"
    lines = [
        line if line.endswith("\n") else line + "\n"
        for line in unified_diff(before, after, old, new)
    ]
    return "".join(lines)


def edits_text(edits: Iterable[FileEdit]) -> str:
    """All edits as a diff, in colours where the terminal has them, and what cannot be edited."""
    parts = []
    for edit in edits:
        if edit.problem:
            mark = terminal.paint(terminal.mark("!"), "yellow")
            parts.append(f"{mark} {edit.file} will not be changed: {edit.problem}\n")
        elif edit.changed:
            parts += [_coloured(line) for line in diff(edit).splitlines(keepends=True)]
    return "".join(parts)


def page(text: str) -> None:
    """Print a text through the user's pager if it is longer than the terminal."""
    lines = text.count("\n")
    pager = shlex.split(os.environ.get("PAGER") or "less -R")
    is_long = sys.stdout.isatty() and lines >= shutil.get_terminal_size().lines
    if is_long and pager and shutil.which(pager[0]):
        environ = {"LESS": "-FRX", **os.environ}
        subprocess.run(pager, input=text, text=True, encoding="utf-8", env=environ, check=False)
    else:
        print(text, end="")


def _coloured(line: str) -> str:
    style = next((style for start, style in _STYLES.items() if line.startswith(start)), "")
    return terminal.paint(line.rstrip("\n"), style) + "\n" if style else line
