"""Past commits as tasks: what was said, and which source files were then changed.

The message was written after the work and knows its outcome; a real prompt says less.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from sightline.parse.languages import Languages
from sightline.workspace import git

LOOKED_AT = 3000
MOST_FILES = 10
FEWEST_WORDS = 3
# Settings and documents are changed along with code; nobody asks where they are.
DOCUMENTS = frozenset(("markdown", "json", "yaml", "toml"))
_TRAILER = re.compile(r"^[A-Z][A-Za-z-]+-(?:by|[Oo]n|[Ii]d|[Uu]rl|[Tt]o): |^Change-Id: ")


class Task(NamedTuple):
    """One past commit as a question with its answer."""

    commit: str
    text: str
    files: tuple[str, ...]


class Past(NamedTuple):
    """Tasks, newest first, and the commit that all of them came after."""

    base: str
    tasks: tuple[Task, ...]


def past_tasks(root: str, most: int, wanted: Callable[[str], bool]) -> Past:
    """The newest commits that say something and change a few files a person would look for."""
    printed = git.text(
        root,
        *("log", "-n", str(LOOKED_AT), "--no-merges", "--name-only"),
        *("--diff-filter=M", "--format=%x1e%H%x1f%P%x1f%B%x1f"),
        timeout=120,
    )
    tasks: list[Task] = []
    before: list[str] = []
    for record in (printed or "").split("\x1e"):
        if record.count("\x1f") < 3 or len(tasks) == most:
            continue
        commit, parents, message, names = record.split("\x1f", 3)
        files = tuple(line for line in names.splitlines() if line and wanted(line))
        text = spoken(message)
        if not parents or len(text.split()) < FEWEST_WORDS or not 0 < len(files) <= MOST_FILES:
            continue
        tasks.append(Task(commit, text, files))
        before.append(parents.split()[0])
    # What all of them were made on top of holds none of them.
    base = git.text(root, "merge-base", "--octopus", *before) if before else ""
    return Past(base or "", tuple(tasks) if base else ())


def spoken(message: str) -> str:
    """A commit's message without the lines that tools put below it."""
    lines = [line for line in message.strip().splitlines() if not _TRAILER.match(line)]
    return "\n".join(lines).strip()


def is_code(path: str) -> bool:
    """Whether a path is a source file by its name."""
    language = _languages().of_path(path)
    return language is not None and language.name not in DOCUMENTS


@cache
def _languages() -> Languages:
    return Languages()
