"""Types of command-line arguments: bounded integers, durations (90d, 12h) and points in time."""

from __future__ import annotations

import calendar
import re
import time
from argparse import ArgumentTypeError
from collections.abc import Callable

from sightline.errors import UsageError

_UNIT_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}
_DATE_FORMATS = ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d %H:%M")


def integer(low: int, high: int = 1_000_000) -> Callable[[str], int]:
    """The argparse type of an integer within bounds."""

    def parse(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise ArgumentTypeError(f"{text!r} is not an integer") from None
        if not low <= value <= high:
            raise ArgumentTypeError(f"must be between {low:,} and {high:,}, got {text}")
        return value

    return parse


def seconds(text: str) -> int:
    """A duration in seconds; a number without a unit counts seconds."""
    match = re.fullmatch(r"(?P<number>\d+)\s*(?P<unit>[smhdw]?)", text.strip().lower())
    if match is None:
        raise UsageError(f"invalid duration {text!r}", hint="examples: 90d, 12h, 30m, 45s")
    return int(match["number"]) * _UNIT_SECONDS[match["unit"] or "s"]


def timestamp(text: str, now: int) -> int:
    """A date (2026-02-10) or a duration before now (7d), in milliseconds since 1970."""
    for date_format in _DATE_FORMATS:
        try:
            return calendar.timegm(time.strptime(text.strip(), date_format)) * 1000
        except ValueError:
            continue
    try:
        return now - seconds(text) * 1000
    except UsageError:
        raise UsageError(
            f"invalid date or duration {text!r}", hint="examples: 2026-02-10, 7d, 12h"
        ) from None
