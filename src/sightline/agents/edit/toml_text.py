"""Appends a table to TOML text and removes it again, leaving the rest unchanged.

Works on text, not on files. Invalid TOML is rejected, never repaired.
"""

from __future__ import annotations

import json
import re
import tomllib
from typing import Any

import tomlkit

from sightline.errors import SightlineError


class NotToml(SightlineError):
    """it is not valid TOML: {problem}"""


def parse(text: str) -> dict[str, Any]:
    """The parsed text; raises NotToml."""
    try:
        return tomllib.loads(text.removeprefix("\ufeff").replace("\r\n", "\n"))
    except tomllib.TOMLDecodeError as problem:
        raise NotToml(problem=problem) from None


def set_table(text: str, keys: tuple[str, ...], value: dict[str, Any]) -> str:
    """The text with this table under its own heading, at the end."""
    old: Any = parse(text)
    for key in keys:
        old = old.get(key) if isinstance(old, dict) else None
    if old == value:
        return text
    if old is not None:
        text = remove_table(text, keys)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [f"[{'.'.join(keys)}]"]
    lines += [f"{key} = {_format(item)}" for key, item in value.items()]
    block = newline.join(lines) + newline
    gap = "" if not text else newline if text.endswith("\n") else newline * 2
    result = text + gap + block
    parse(result)
    return result


def remove_table(text: str, keys: tuple[str, ...]) -> str:
    """The text without this table and the tables below it."""
    before = parse(text)
    lines = text.splitlines(keepends=True)
    result_lines: list[str] = []
    inside = False
    trailing: list[str] = []  # blank lines and comments that may belong to the next table
    for line in lines:
        heading = re.match(r"\s*\[{1,2}\s*([^\]#]+?)\s*\]", line)
        if heading:
            name = tuple(part.strip().strip("\"'") for part in heading.group(1).split("."))
            is_ours = name[: len(keys)] == keys
            if inside and not is_ours:
                result_lines += trailing
            inside = is_ours
            if inside and result_lines and not result_lines[-1].strip():
                result_lines.pop()
        if not inside:
            result_lines.append(line)
        elif line.strip() and not line.lstrip().startswith("#"):
            trailing = []
        else:
            trailing.append(line)
    if inside and any(line.strip() for line in trailing):
        result_lines += trailing
    result = "".join(result_lines)
    if parse(result) == _without(before, keys):
        return result
    return _remove_with_library(text, keys)


def _remove_with_library(text: str, keys: tuple[str, ...]) -> str:
    """Fallback for layouts that cannot be removed line by line, such as inline tables."""
    document: Any = tomlkit.parse(text)
    table = document
    for key in keys[:-1]:
        table = table.get(key)
        if table is None:
            return text
    table.pop(keys[-1], None)
    return tomlkit.dumps(document)


def _without(document: dict[str, Any], keys: tuple[str, ...]) -> dict[str, Any]:
    """The parsed document without a table, and without parents that become empty."""
    copy = dict(document)
    key, *inner_keys = keys
    if key not in copy:
        return copy
    if not inner_keys:
        del copy[key]
    elif isinstance(copy[key], dict):
        inner = _without(copy[key], tuple(inner_keys))
        if inner:
            copy[key] = inner
        else:
            del copy[key]
    return copy


def _format(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_format(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{k} = {_format(v)}" for k, v in value.items()) + " }"
    # JSON strings, numbers and booleans are valid TOML.
    return json.dumps(value, ensure_ascii=False)
