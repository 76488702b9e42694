"""Appends a table to TOML text and takes it out again; the rest of the text stays as it is.

Works on text, not on files. A text that is no TOML is refused, never repaired.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import tomlkit

from sightline.errors import SightlineError


class NotToml(SightlineError):
    """it is no valid TOML: {problem}"""


def parse(text: str) -> dict[str, Any]:
    """What the text says, or NotToml."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as problem:
        raise NotToml(problem=problem) from None


def set_table(text: str, keys: tuple[str, ...], value: dict[str, Any]) -> str:
    """The text with this table under its own heading, at the end."""
    found: Any = parse(text)
    for key in keys:
        found = found.get(key) if isinstance(found, dict) else None
    if found == value:
        return text
    if found is not None:
        text = remove_table(text, keys)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{'.'.join(keys)}]"]
    lines += [f"{key} = {_value(item)}" for key, item in value.items()]
    block = newline.join(lines) + newline
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    result = text + gap + block
    parse(result)
    return result


def remove_table(text: str, keys: tuple[str, ...]) -> str:
    """The text without this table and the tables below it."""
    before = parse(text)
    lines = text.splitlines(keepends=True)
    kept: list[str] = []
    inside = False
    after: list[str] = []  # blank lines and comments that may belong to what follows the table
    for line in lines:
        heading = re.match(r"\s*\[{1,2}\s*([^\]#]+?)\s*\]", line)
        if heading:
            name = tuple(part.strip().strip("\"'") for part in heading.group(1).split("."))
            ours = name[: len(keys)] == keys
            if inside and not ours:
                kept += after
            inside = ours
            if inside and kept and not kept[-1].strip():
                kept.pop()
        if not inside:
            kept.append(line)
        elif line.strip() and not line.lstrip().startswith("#"):
            after = []
        else:
            after.append(line)
    if inside and any(line.strip() for line in after):
        kept += after
    result = "".join(kept)
    if parse(result) == _without(before, keys):
        return result
    return _removed_by_library(text, keys)


def _removed_by_library(text: str, keys: tuple[str, ...]) -> str:
    """The same for layouts that lines cannot tell apart, such as inline tables."""
    document: Any = tomlkit.parse(text)
    table = document
    for key in keys[:-1]:
        table = table.get(key)
        if table is None:
            return text
    table.pop(keys[-1], None)
    return tomlkit.dumps(document)


def _without(document: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """The parsed document without a table; parents that only held it vanish with it."""
    copy = dict(document)
    if keys[0] in copy:
        if len(keys) == 1:
            del copy[keys[0]]
        elif isinstance(copy[keys[0]], dict):
            inner = _without(copy[keys[0]], keys[1:])
            if inner:
                copy[keys[0]] = inner
            else:
                del copy[keys[0]]
    return copy


def _value(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_value(v)}" for k, v in value.items()) + " }"
    # JSON's strings, numbers and booleans are TOML's too.
    return json.dumps(value, ensure_ascii=False)
