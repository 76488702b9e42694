"""Times as people write them on a command line: 90d, 12h, 2026-02-10."""

from __future__ import annotations

import calendar
import re
import time

from sightline.errors import UsageError

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800}


def seconds(text: str) -> int:
    """A length of time in seconds; a bare number counts seconds."""
    found = re.fullmatch(r"(\d+)\s*([smhdw]?)", text.strip().lower())
    if found is None:
        raise UsageError(f"{text!r} is no length of time", hint="like 90d, 12h, 30m or 45s")
    return int(found[1]) * _UNITS[found[2] or "s"]


def moment(text: str, now: int) -> int:
    """A day (2026-02-10) or a length of time back from now (7d), in milliseconds."""
    for form in ("%Y-%m-%d", "%Y-%m-%dT%H:%M:%SZ", "%Y-%m-%d %H:%M"):
        try:
            return calendar.timegm(time.strptime(text.strip(), form)) * 1000
        except ValueError:
            continue
    try:
        return now - seconds(text) * 1000
    except UsageError:
        raise UsageError(f"{text!r} is no time", hint="like 2026-02-10, 7d or 12h") from None
