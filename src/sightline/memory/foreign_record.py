"""Reads a memory from a record that somebody else wrote: a line of an export, or a team server.

Every value has the type and range that the database and all readers of memories rely on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sightline.model.memory import Link, Memory
from sightline.store import memory as store

# The end of the year 9999: later times have no date.
_LAST_TIME = 253_402_300_799_999
_TIMES = ("created", "updated", "refreshed", "reviewed", "accessed")
_MOST_NUMBER = 2**62
_MOST_LINKS, _LONGEST_VALUE = 200, 4_000
_TYPES: Mapping[str, type] = {"id": str, "kind": str, "text": str, "created": int} | {
    name: type(value) for name, value in Memory._field_defaults.items()
}
_LINK_TYPES: Mapping[str, type] = {"name": str, "path": str} | {
    name: type(value) for name, value in Link._field_defaults.items()
}


def read_record(record: Mapping[str, Any]) -> Memory:
    """The memory that a record describes; TypeError with a sentence if a value is wrong."""
    for name, value in record.items():
        if name not in _TYPES:
            raise TypeError(f"unknown {str(name)[:40]}")
        if name in ("tags", "asked_as"):
            _check_texts(name, value)
        elif name == "links":
            _check_links(value)
        else:
            _check(name, value, _TYPES[name])
    for name in _TIMES:
        if not 0 <= record.get(name, 0) <= _LAST_TIME:
            raise TypeError(f"{name} is not a time in milliseconds")
    return store.from_record(dict(record))


def _check(name: str, value: object, wanted: type) -> None:
    if wanted is str:
        if not isinstance(value, str):
            raise TypeError(f"{name} is not a string")
    elif wanted is bool:
        if not isinstance(value, bool):
            raise TypeError(f"{name} is neither true nor false")
    elif wanted is dict:
        if not isinstance(value, dict):
            raise TypeError(f"{name} is not an object")
    elif not _is_number(value) or (wanted is int and not isinstance(value, int)):
        raise TypeError(f"{name} is not a number")


def _is_number(value: object) -> bool:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and math.isfinite(value) and abs(value) < _MOST_NUMBER  # type: ignore[arg-type]


def _check_texts(name: str, value: object) -> None:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise TypeError(f"{name} is not a list of strings")


def _check_links(value: object) -> None:
    if not isinstance(value, list | tuple) or len(value) > _MOST_LINKS:
        raise TypeError(f"links is not a list of at most {_MOST_LINKS}")
    for link in value:
        if not isinstance(link, dict):
            raise TypeError("a link is not an object")
        for name, item in link.items():
            if name not in _LINK_TYPES:
                raise TypeError(f"a link has the unknown {str(name)[:40]}")
            _check(f"{name} of a link", item, _LINK_TYPES[name])
            if isinstance(item, str) and len(item) > _LONGEST_VALUE:
                raise TypeError(f"{name} of a link is too long")
