"""Adds and removes members of JSON text, keeping the comments, order and layout of the rest.

Works on text, not on files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any, NamedTuple

from sightline.agents.edit.json_tree import JsonNode, NotJson, parse

IsOurs = Callable[[Any], bool]
# The rest of a member's line: its comma and the comment after it.
_TAIL = re.compile(r"[ \t]*,?[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/)?")


class Lookup(NamedTuple):
    """The deepest existing node on a path, and the keys below it that do not exist yet."""

    text: str  # an empty text becomes an empty object
    node: JsonNode
    missing: tuple[str, ...]


class ListElement(NamedTuple):
    """An element of a list by its position in the text."""

    list: JsonNode
    start: int


def set_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """The text with this value at this path; missing objects on the way are created."""
    text, node, missing = _find(text, path)
    if not missing:
        if node.value == value:
            return text
        return text[: node.start] + _format_at(node.start, value, text) + text[node.end :]
    first_key, *inner_keys = missing
    for key in reversed(inner_keys):
        value = {key: value}
    if node.kind != "object":
        raise NotJson(
            problem=f"{'.'.join(path[: -len(missing)])} is not an object", line=_line(text, node)
        )
    return _insert(text, node, first_key, value)


def append_element(text: str, path: tuple[str, ...], value: Any, is_ours: IsOurs) -> str:
    """The text with this element in the list at this path, replacing an older one of ours."""
    text, node, missing = _find(text, path)
    if missing:
        return set_member(text, path, [value])
    if node.kind != "list":
        raise NotJson(problem=f"{'.'.join(path)} is not a list", line=_line(text, node))
    old = [member for member in node.members if is_ours(member.value.value)]
    if not old:
        # A hook of ours that someone moved into their own group would otherwise run twice.
        text, node, _ = _find(remove_elements(text, path, is_ours), path)
        return _insert(text, node, None, value)
    for surplus in old[1:][::-1]:
        text = _cut(text, node, surplus.start)
        text, node, _ = _find(text, path)
    first = next(member for member in node.members if is_ours(member.value.value)).value
    if first.value == value:
        return text
    return text[: first.start] + _format_at(first.start, value, text) + text[first.end :]


def remove_member(text: str, path: tuple[str, ...]) -> str:
    """The text without the member at this path; objects left empty stay."""
    node = parse(text)
    for key in path[:-1]:
        member = node.member(key)
        if member is None:
            return text
        node = member.value
    member = node.member(path[-1]) if node.kind == "object" else None
    return text if member is None else _cut(text, node, member.start)


def remove_elements(text: str, path: tuple[str, ...], is_ours: IsOurs) -> str:
    """The text without our elements in the list at this path, including those in groups of hooks."""
    while True:
        text, node, missing = _find(text, path)
        if missing or node.kind != "list":
            return text
        element = _first_of_ours(node, is_ours)
        if element is None:
            return text
        text = _cut(text, element.list, element.start)


def _first_of_ours(node: JsonNode, is_ours: IsOurs) -> ListElement | None:
    """Our first element in this list or in one of its groups of hooks."""
    for member in node.members:
        if is_ours(member.value.value):
            return ListElement(node, member.start)
        group = member.value.member("hooks") if member.value.kind == "object" else None
        if group and group.value.kind == "list":
            element = _first_of_ours(group.value, is_ours)
            if element:
                return element
    return None


def prune_empty(text: str, path: tuple[str, ...]) -> str:
    """The text without the empty containers along this path, innermost first."""
    for length in range(len(path), 0, -1):
        _, node, missing = _find(text, path[:length])
        if missing or node.members or node.kind == "scalar":
            return text
        text = remove_member(text, path[:length])
    return text


def _find(text: str, path: tuple[str, ...]) -> Lookup:
    """Follow a path as far as it exists."""
    if not text.lstrip("\ufeff").strip():
        text = text + "{}\n" if not text.endswith("\n") else text[:-1] + "{}\n"
    node = parse(text)
    for position, key in enumerate(path):
        member = node.member(key) if node.kind == "object" else None
        if member is None:
            return Lookup(text, node, path[position:])
        node = member.value
    return Lookup(text, node, ())


def _insert(text: str, node: JsonNode, key: str | None, value: Any) -> str:
    """The text with a new last member in this object or list."""
    if not node.members:
        return _insert_first(text, node, key, value)
    newline, unit = _newline(text), _unit(text)
    end = node.members[-1].value.end
    if "\n" not in text[node.start : node.end]:
        return f"{text[:end]}, {_member(key, value, '', '', '')}{text[end:]}"
    indent = _indent(text, node.members[-1].start)
    new = f"{newline}{indent}{_member(key, value, indent, unit, newline)}"
    # A comment after the last member belongs to that member and stays on its line.
    tail = _TAIL.match(text, end)
    tail_end = min(tail.end(), node.end - 1) if tail else end
    if _comma_after(text, end):
        return f"{text[:tail_end]}{new},{text[tail_end:]}"
    return f"{text[:end]},{text[end:tail_end]}{new}{text[tail_end:]}"


def _insert_first(text: str, node: JsonNode, key: str | None, value: Any) -> str:
    """The text with the first member of an empty object or list; comments inside it stay."""
    newline, unit = _newline(text), _unit(text)
    outer = _indent(text, node.start)
    indent = outer + unit
    inside = text[node.start + 1 : node.end - 1].rstrip()
    new = _member(key, value, indent, unit, newline)
    opening = text[: node.start + 1] + inside
    return f"{opening}{newline}{indent}{new}{newline}{outer}{text[node.end - 1 :]}"


def _cut(text: str, node: JsonNode, start: int) -> str:
    """The text without the member that starts here, its comma and its line."""
    position = next(i for i, member in enumerate(node.members) if member.start == start)
    end = node.members[position].value.end
    if position + 1 < len(node.members):
        return text[:start] + text[node.members[position + 1].start :]
    line_start = len(text[:start].rstrip(" \t"))
    alone = text[line_start - 1 : line_start] == "\n"
    rest = _without_comma(text[end:]) if not position or not _comma_after(text, end) else text[end:]
    if alone and position and _comma_after(text, end):
        # The file uses trailing commas: remove the one after ours, keep the one before.
        rest = _without_comma(text[end:])
        return text[: _line_break_before(text, start)] + rest
    if position:
        previous_end = node.members[position - 1].value.end
        between = text[previous_end:start]
        comment = between.replace(",", "", 1).rstrip() if "/" in between else ""
        return text[:previous_end] + comment + rest
    if text[node.start + 1 : start].strip() or _without_comma(text[end : node.end - 1]).strip():
        return text[: _line_break_before(text, start)] + rest if alone else text[:start] + rest
    return text[: node.start + 1] + text[node.end - 1 :]


def _comma_after(text: str, end: int) -> bool:
    return text[end:].lstrip(" \t").startswith(",")


def _line_break_before(text: str, start: int) -> int:
    """The position of the line break before this position."""
    end = len(text[:start].rstrip(" \t"))
    return end - (2 if text[end - 2 : end] == "\r\n" else 1)


def _without_comma(text: str) -> str:
    return re.sub(r"^(\s*),", r"\1", text, count=1)


def _member(key: str | None, value: Any, indent: str, unit: str, newline: str) -> str:
    formatted = _format(value, indent, unit, newline)
    return formatted if key is None else f"{json.dumps(key, ensure_ascii=False)}: {formatted}"


def _format_at(at: int, value: Any, text: str) -> str:
    return _format(value, _indent(text, at), _unit(text), _newline(text))


def _format(value: Any, indent: str, unit: str, newline: str) -> str:
    """The value with the indentation and line ends of this file."""
    if not newline:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=unit or "  ").split("\n")
    return (newline + indent).join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    """One level of indentation in this text."""
    match = re.search(r"\n([ \t]+)\S", text)
    return match.group(1) if match else "  "


def _indent(text: str, at: int) -> str:
    """The white space at the start of the line of this position."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t\ufeff"))].replace("\ufeff", "")


def _line(text: str, node: JsonNode) -> int:
    return text.count("\n", 0, node.start) + 1
