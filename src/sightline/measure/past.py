"""Past commits as tasks: what was said, and which source files were then changed.

The message was written after the work and knows its outcome; a real prompt says less.
"""

import re
from collections.abc import Callable
from typing import NamedTuple

from sightline.workspace import git

LOOKED_AT = 3000
MOST_FILES = 10
FEWEST_WORDS = 3
_TRAILER = re.compile(r"^[A-Z][A-Za-z-]+-(?:by|[Oo]n|[Ii]d|[Uu]rl|[Tt]o): |^Change-Id: ")


class Task(NamedTuple):
    """One past commit as a question with its answer."""

    commit: str
    text: str
    files: tuple[str, ...]


class Past(NamedTuple):
    """Tasks, newest first, and the commit before the oldest of them."""

    base: str
    tasks: tuple[Task, ...]


def past_tasks(root: str, most: int, wanted: Callable[[str], bool]) -> Past:
    """The newest commits that say something and change a few files a person would look for."""
    printed = git.text(
        root,
        *("log", "-n", str(LOOKED_AT), "--no-merges", "--first-parent", "--name-only"),
        *("--diff-filter=M", "--format=%x1e%H%x1f%P%x1f%B%x1f"),
        timeout=120,
    )
    tasks: list[Task] = []
    base = ""
    for record in (printed or "").split("\x1e"):
        if record.count("\x1f") < 3 or len(tasks) == most:
            continue
        commit, parents, message, names = record.split("\x1f", 3)
        files = tuple(line for line in names.splitlines() if line and wanted(line))
        text = spoken(message)
        if not parents or len(text.split()) < FEWEST_WORDS or not 0 < len(files) <= MOST_FILES:
            continue
        tasks.append(Task(commit, text, files))
        base = parents.split()[0]
    return Past(base, tuple(tasks))


def spoken(message: str) -> str:
    """A commit's message without the lines that tools put below it."""
    lines = [line for line in message.strip().splitlines() if not _TRAILER.match(line)]
    return "\n".join(lines).strip()
