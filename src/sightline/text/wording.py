"""Times and counts in words, as people read them.

Times are coarse, so that the same state gives the same text for a while.
"""

from __future__ import annotations

_STEPS = (
    (60_000, "just now", 0),
    (3_600_000, "min", 60_000),
    (86_400_000, "h", 3_600_000),
    (14 * 86_400_000, "days", 86_400_000),
    (60 * 86_400_000, "weeks", 7 * 86_400_000),
    (730 * 86_400_000, "months", 30 * 86_400_000),
)


def ago(moment: int, now: int) -> str:
    """How long ago a time was, in one coarse unit; a time in the future is just now."""
    age = now - moment
    for below, unit, size in _STEPS:
        if age < below:
            return unit if not size else _count(age // size, unit)
    return _count(age // (365 * 86_400_000), "years")


def _count(count: int, unit: str) -> str:
    if count == 1 and unit.endswith("s"):
        unit = unit[:-1]
    return f"{count} {unit} ago"


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 file, 2,929 files, 3 memories."""
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number:,} {plural}"
