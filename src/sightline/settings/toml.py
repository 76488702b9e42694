"""The values a TOML file states, by full name; what cannot be read is named and left out."""

import re
import tomllib
from collections.abc import Iterator
from typing import Any

_LARGEST_FILE = 1_000_000


def file_values(path: str, problems: list[str]) -> "dict[str, object]":
    """Every value of a file by its dotted name; nothing if there is no such file."""
    try:
        with open(path, "rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
        if len(raw) > _LARGEST_FILE:
            raise ValueError("larger than a megabyte")
        text = raw.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        problems.append(f"{path}: cannot be read: {error}")
        return {}
    try:
        return dict(_flat("", tomllib.loads(text)))
    except (tomllib.TOMLDecodeError, RecursionError):
        return _salvaged(path, text, problems)


def _salvaged(path: str, text: str, problems: list[str]) -> "dict[str, object]":
    """What can be read of a file that is not TOML as a whole: statement by statement."""
    table = ""
    values: dict[str, object] = {}
    for line, statement in _statements(text):
        try:
            stated = dict(_flat("", tomllib.loads(table + statement)))
        except (tomllib.TOMLDecodeError, RecursionError):
            shown = statement.strip().splitlines()[0]
            problems.append(f"{path}: line {line} is not valid TOML and was left out: {shown}")
            continue
        if statement.lstrip().startswith("["):
            table = statement + "\n"
        problems += [
            f"{path}: line {line} states {name} again; this last one counts"
            for name in stated
            if name in values
        ]
        values.update(stated)
    return values


def _statements(text: str) -> "Iterator[tuple[int, str]]":
    """Each `key = value` or `[section]` with the lines that continue it, and where it starts."""
    start = re.compile(r"\s*(?:\[\[?[\w\s.\"'-]*\]?\]?\s*(?:#.*)?$|[\w\"'][\w.\"' -]*=)")
    held: list[str] = []
    first = 1
    for number, line in enumerate(text.split("\n"), 1):
        if held and start.match(line):
            yield first, "\n".join(held)
            held = []
        if held or line.partition("#")[0].strip():
            first = first if held else number
            held.append(line)
    if held:
        yield first, "\n".join(held)


def _flat(prefix: str, table: "dict[str, Any]") -> "Iterator[tuple[str, object]]":
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield prefix + key, value
