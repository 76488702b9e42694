"""Dates a question names, and whether a time falls on them. Coarse on purpose, without zones."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence

# Year, month and day; 0 stands for any.
Date = tuple[int, int, int]

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?"
    r"|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_NAMED = rf"\b(?:{_DAY}\s+(?:of\s+)?)?{_MONTH}(?:\s+{_DAY}\b)?(?:,?\s*(\d{{4}}))?\b"
_RELATIVE = r"\b(today|yesterday|this month|last month)\b"
DAY_SECONDS = 86_400


def dates_in(text: str, now: int) -> list[Date]:
    """The days, months and years a question names; yesterday and today count from `now`."""
    numbers = re.compile(r"\b(\d{4})-(\d{2})(?:-(\d{2}))?\b")
    found: list[Date] = [
        (int(year), int(month), int(day or 0)) for year, month, day in numbers.findall(text)
    ]
    for before, month, after, year in re.compile(_NAMED).findall(text):
        number = _MONTHS.index(month[:3].lower()) + 1
        found.append((int(year or 0), number, int(before or after or 0)))
    found += [
        _relative(word.lower(), now) for word in re.compile(_RELATIVE, re.IGNORECASE).findall(text)
    ]
    return [date for date in dict.fromkeys(found) if date[1] <= 12 and date[2] <= 31]


def date_match(moment: int, dates: Sequence[Date]) -> float:
    """1 when a time falls on a named day, half when only on its month, else 0."""
    year, month, day = time.gmtime(moment / 1000)[:3]
    best = 0.0
    for wanted_year, wanted_month, wanted_day in dates:
        if wanted_month == month and wanted_year in (0, year):
            best = max(best, 1.0 if wanted_day == day else 0.5)
    return best


def _relative(word: str, now: int) -> Date:
    moment = now // 1000 - (DAY_SECONDS if word == "yesterday" else 0)
    year, month, day = time.gmtime(moment)[:3]
    if word == "last month":
        year, month = (year, month - 1) if month > 1 else (year - 1, 12)
    return year, month, 0 if word.endswith("month") else day
