"""Past commits as tasks: the message as the question, the changed source files as the answer.

A message is written after the work and knows its outcome; a real prompt says less.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from sightline.parse.languages import Languages
from sightline.workspace import git

MOST_COMMITS = 3000
MOST_FILES = 10
FEWEST_WORDS = 3
# Settings and documents change along with code; a prompt rarely asks for them.
DOCUMENTS = frozenset(("markdown", "json", "yaml", "toml"))
_TRAILER = re.compile(r"^[A-Z][A-Za-z-]+-(?:by|[Oo]n|[Ii]d|[Uu]rl|[Tt]o): |^Change-Id: ")


class CommitTask(NamedTuple):
    """One past commit as a question and its answer."""

    commit: str
    text: str
    files: tuple[str, ...]


class PastTasks(NamedTuple):
    """Tasks, newest first, and the commit that precedes all of them."""

    base: str
    tasks: tuple[CommitTask, ...]


def past_tasks(root: str, most: int, is_wanted: Callable[[str], bool]) -> PastTasks:
    """The newest commits with a meaningful message and a few changed files of the wanted sort."""
    log = git.text(
        root,
        *("log", "-n", str(MOST_COMMITS), "--no-merges", "--name-only"),
        *("--diff-filter=M", "--format=%x1e%H%x1f%P%x1f%B%x1f"),
        timeout=120,
    )
    tasks: list[CommitTask] = []
    parents: list[str] = []
    for record in (log or "").split("\x1e"):
        if record.count("\x1f") < 3 or len(tasks) == most:
            continue
        commit, own_parents, message, names = record.split("\x1f", 3)
        files = tuple(line for line in names.splitlines() if line and is_wanted(line))
        text = without_trailers(message)
        if not own_parents or len(text.split()) < FEWEST_WORDS or not 0 < len(files) <= MOST_FILES:
            continue
        tasks.append(CommitTask(commit, text, files))
        first_parent, *_ = own_parents.split()
        parents.append(first_parent)
    # The common ancestor of all parents contains none of the commits.
    base = git.text(root, "merge-base", "--octopus", *parents) if parents else ""
    return PastTasks(base or "", tuple(tasks) if base else ())


def without_trailers(message: str) -> str:
    """A commit's message without trailers such as Signed-off-by."""
    lines = [line for line in message.strip().splitlines() if not _TRAILER.match(line)]
    return "\n".join(lines).strip()


def is_code(path: str) -> bool:
    """Whether a path is a source file by its name."""
    language = _languages().of_path(path)
    return language is not None and language.name not in DOCUMENTS


@cache
def _languages() -> Languages:
    return Languages()
