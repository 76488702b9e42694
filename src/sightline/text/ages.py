"""Times in coarse words, so that the same state gives the same bytes for a while."""

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
    """How long ago a time was, in one coarse unit; a clock gone backwards is just now."""
    age = now - moment
    for below, unit, size in _STEPS:
        if age < below:
            return unit if not size else _count(age // size, unit)
    return _count(age // (365 * 86_400_000), "years")


def _count(count: int, unit: str) -> str:
    if count == 1 and unit.endswith("s"):
        unit = unit[:-1]
    return f"{count} {unit} ago"
