"""Where lines of a file as it is now stand in the last commit: git's history counts from there."""

from __future__ import annotations

import re
from collections.abc import Iterable

from sightline.workspace import git

Hunk = tuple[int, int, int, int]  # old start, old count, new start, new count

_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


def committed_lines(root: str, path: str, first: int, last: int) -> tuple[int, int] | None:
    """The lines of the last commit that became these; None where nothing of them is committed."""
    difference = git.text(root, "diff", "--no-ext-diff", "--no-textconv", "-U0", "HEAD", "--", path)
    if difference is None:
        return None
    return before(hunks(difference), first, last)


def hunks(difference: str) -> list[Hunk]:
    """The hunks of one file's difference without context."""
    return [
        (int(match[1]), int(match[2] or 1), int(match[3]), int(match[4] or 1))
        for match in _HUNK.finditer(difference)
    ]


def before(changes: Iterable[Hunk], first: int, last: int) -> tuple[int, int] | None:
    """Lines first to last as they were numbered before some hunks, if any of them was there."""
    start, end = first, last
    for old, old_count, new, new_count in changes:
        # What takes lines away only is numbered by the line before.
        new_end = new + new_count - 1 if new_count else new
        old_start = old if old_count else old + 1
        shift = old_count - new_count
        if new_end < first:
            start += shift
        elif new_count and new <= first:
            start = old_start
        if new_end < last or (not new_count and new <= last):
            end += shift
        elif new <= last:
            end = old_start + old_count - 1
    return (start, end) if start <= end else None
