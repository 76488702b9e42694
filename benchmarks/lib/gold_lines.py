"""The lines that the real fix of a case touched, and the lines of the functions around them.

The commit of the fix is known by its hash or by the number of its pull request. Its lines count only in files that
are the same before the fix as in the tree that is asked, so that their numbers are those of that tree. A blank
line says nothing: where a fix puts something below one, the line of code above it counts.
"""

from __future__ import annotations

import functools
import pathlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from benchmarks.lib.eval_trees import Case, git, is_gold
from sightline.context.capsule_text import Capsule
from sightline.store.code import reader
from sightline.store.sqlite.database import Database

Lines = frozenset[tuple[str, int]]  # path and number
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? ", re.MULTILINE)
_COMMIT_ID = re.compile(r"[0-9a-f]{10}")


class Delivered(NamedTuple):
    """The share of the gold lines that a capsule has, and the share of its lines that are gold."""

    recall: float
    precision: float


def function_lines(index: Database, case: Case) -> Lines:
    """The lines of the functions that the fix changed."""
    wanted = {gold.partition("::")[0] for gold in case["gold_functions"]}
    return frozenset(
        (file.path, line)
        for file in reader.all_files(index)
        if file.path in wanted
        for symbol in reader.symbols_in_file(index, file.id)
        if any(is_gold(symbol.path, symbol.qualified, gold) for gold in case["gold_functions"])
        for line in range(symbol.start_line, symbol.end_line + 1)
    )


def fix_lines(clone: pathlib.Path, case: Case) -> Lines:
    """The lines that the fix changed or put something below; empty if it is not known."""
    fix = _fix_of(clone, case)
    if not fix:
        return frozenset()
    lines = set()
    for path in case["gold_files"]:
        if _blob(clone, f"{fix}^1", path) != _blob(clone, case["base_commit"], path):
            continue
        diff = git(clone, "diff", "-U0", "--no-ext-diff", f"{fix}^1", fix, "--", path)
        source = git(clone, "show", f"{fix}^1:{path}").split("\n")
        for start, count in _HUNK.findall(diff):
            touched = range(int(start), int(start) + max(int(count or 1), 1))
            lines |= {(path, _with_code(source, number)) for number in touched}
    return frozenset(lines)


def _with_code(source: Sequence[str], number: int) -> int:
    """The number of a line, or of the nearest line above it that is not blank."""
    return next(
        (at for at in range(number, 1, -1) if source[at - 1 : at] and source[at - 1].strip()), 1
    )


def delivered(capsule: Capsule, gold: Lines) -> Delivered:
    """How much of the gold a capsule has, and how much of its code is gold."""
    shown = {
        (item.symbol.path, line)
        for item in capsule.items
        for first, last in item.lines
        for line in range(first, last + 1)
    }
    common = len(shown & gold)
    return Delivered(common / len(gold), common / len(shown) if shown else 0.0)


def _fix_of(clone: pathlib.Path, case: Case) -> str:
    last = case["instance_id"].rpartition("-")[2]
    if last.isdigit() and not _COMMIT_ID.fullmatch(last):
        return _by_number(clone).get(last, "")
    return last if _COMMIT_ID.fullmatch(last) else ""


@functools.cache
def _by_number(clone: pathlib.Path) -> dict[str, str]:
    """The commits that merged pull requests, by number; the first commit with a number counts."""
    commits: dict[str, str] = {}
    for line in git(clone, "log", "--all", "--reverse", "--format=%H %s").split("\n"):
        commit, _, subject = line.partition(" ")
        match = re.search(r"\(#(\d+)\)$|^Merge pull request #(\d+) ", subject)
        if match:
            commits.setdefault(match[1] or match[2], commit)
    return commits


def _blob(clone: pathlib.Path, commit: str, path: str) -> str:
    listed = git(clone, "ls-tree", commit, "--", path).split()
    return listed[2] if listed else ""
