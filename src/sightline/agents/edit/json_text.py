"""Sets and takes out members of JSON text; comments, order and layout of the rest stay.

Works on text, not on files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from sightline.agents.edit.json_tree import Node, NotJson, parse

Ours = Callable[[Any], bool]
# What belongs to a member's line: its comma and the comment behind it.
_TAIL = re.compile(r"[ \t]*,?[ \t]*(?://[^\r\n]*|/\*[^\r\n]*?\*/)?")


def set_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """The text with this value at this path; missing objects on the way are made."""
    text, node, rest = _walk(text, path)
    if not rest:
        if node.value == value:
            return text
        return text[: node.start] + _shown(value, text, node.start) + text[node.end :]
    for key in reversed(rest[1:]):
        value = {key: value}
    if node.kind != "object":
        raise NotJson(
            problem=f"{'.'.join(path[: -len(rest)])} is no object", line=_line(text, node)
        )
    return _insert(text, node, rest[0], value)


def append_element(text: str, path: tuple[str, ...], value: Any, ours: Ours) -> str:
    """The text with this element in the list at this path; an older one of ours is replaced."""
    text, node, rest = _walk(text, path)
    if rest:
        return set_member(text, path, [value])
    if node.kind != "list":
        raise NotJson(problem=f"{'.'.join(path)} is no list", line=_line(text, node))
    old = [member for member in node.members if ours(member.value.value)]
    if not old:
        # One that a person moved into a group of their own would run twice.
        text, node, _ = _walk(remove_elements(text, path, ours), path)
        return _insert(text, node, None, value)
    for surplus in old[1:][::-1]:
        text = _cut(text, node, surplus.start)
        text, node, _ = _walk(text, path)
    first = next(member for member in node.members if ours(member.value.value)).value
    if first.value == value:
        return text
    return text[: first.start] + _shown(value, text, first.start) + text[first.end :]


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


def remove_elements(text: str, path: tuple[str, ...], ours: Ours) -> str:
    """The text without the elements of ours in the list at this path, also inside groups of hooks."""
    while True:
        text, node, rest = _walk(text, path)
        if rest or node.kind != "list":
            return text
        found = _first(node, ours)
        if found is None:
            return text
        text = _cut(text, *found)


def _first(node: Node, ours: Ours) -> tuple[Node, int] | None:
    """The first element of ours and the list it stands in."""
    for member in node.members:
        if ours(member.value.value):
            return node, member.start
        group = member.value.member("hooks") if member.value.kind == "object" else None
        inside = _first(group.value, ours) if group and group.value.kind == "list" else None
        if inside:
            return inside
    return None


def prune_empty(text: str, path: tuple[str, ...]) -> str:
    """The text without the containers along this path that are empty, innermost first."""
    for length in range(len(path), 0, -1):
        _, node, rest = _walk(text, path[:length])
        if rest or node.members or node.kind == "scalar":
            return text
        text = remove_member(text, path[:length])
    return text


def _walk(text: str, path: tuple[str, ...]) -> tuple[str, Node, tuple[str, ...]]:
    """The deepest node that exists along a path, and the keys that do not exist yet."""
    if not text.lstrip("\ufeff").strip():
        text = text + "{}\n" if not text.endswith("\n") else text[:-1] + "{}\n"
    node = parse(text)
    for position, key in enumerate(path):
        member = node.member(key) if node.kind == "object" else None
        if member is None:
            return text, node, path[position:]
        node = member.value
    return text, node, ()


def _insert(text: str, node: Node, key: str | None, value: Any) -> str:
    """The text with a new last member in this object or list."""
    if not node.members:
        return _insert_first(text, node, key, value)
    newline, unit = _newline(text), _unit(text)
    end = node.members[-1].value.end
    if "\n" not in text[node.start : node.end]:
        return f"{text[:end]}, {_member(key, value, '', '', '')}{text[end:]}"
    indent = _indent(text, node.members[-1].start)
    shown = f"{newline}{indent}{_member(key, value, indent, unit, newline)}"
    # A comment behind the last member is about that member: it stays on its line.
    tail = _TAIL.match(text, end)
    tail_end = min(tail.end(), node.end - 1) if tail else end
    if _comma_after(text, end):
        return f"{text[:tail_end]}{shown},{text[tail_end:]}"
    return f"{text[:end]},{text[end:tail_end]}{shown}{text[tail_end:]}"


def _insert_first(text: str, node: Node, key: str | None, value: Any) -> str:
    """The text with the first member of an empty object or list; comments inside it stay."""
    newline, unit = _newline(text), _unit(text)
    outer = _indent(text, node.start)
    indent = outer + unit
    inside = text[node.start + 1 : node.end - 1].rstrip()
    shown = _member(key, value, indent, unit, newline)
    opening = text[: node.start + 1] + inside
    return f"{opening}{newline}{indent}{shown}{newline}{outer}{text[node.end - 1 :]}"


def _cut(text: str, node: Node, start: int) -> str:
    """The text without the member that starts here, its comma and its line."""
    position = next(i for i, member in enumerate(node.members) if member.start == start)
    end = node.members[position].value.end
    if position + 1 < len(node.members):
        return text[:start] + text[node.members[position + 1].start :]
    line_start = len(text[:start].rstrip(" \t"))
    alone = text[line_start - 1 : line_start] == "\n"
    rest = _without_comma(text[end:]) if not position or not _comma_after(text, end) else text[end:]
    if alone and position and _comma_after(text, end):
        # The file ends its lists with commas: the one behind ours goes, the one before stays.
        rest = _without_comma(text[end:])
        return text[: _line_break_before(text, start)] + rest
    if position:
        previous_end = node.members[position - 1].value.end
        between = text[previous_end:start]
        kept = between.replace(",", "", 1).rstrip() if "/" in between else ""
        return text[:previous_end] + kept + rest
    if text[node.start + 1 : start].strip() or _without_comma(text[end : node.end - 1]).strip():
        return text[: _line_break_before(text, start)] + rest if alone else text[:start] + rest
    return text[: node.start + 1] + text[node.end - 1 :]


def _comma_after(text: str, end: int) -> bool:
    return text[end:].lstrip(" \t").startswith(",")


def _line_break_before(text: str, start: int) -> int:
    """Where the line break before this place begins."""
    place = len(text[:start].rstrip(" \t"))
    return place - (2 if text[place - 2 : place] == "\r\n" else 1)


def _without_comma(text: str) -> str:
    return re.sub(r"^(\s*),", r"\1", text, count=1)


def _member(key: str | None, value: Any, indent: str, unit: str, newline: str) -> str:
    shown = _pretty(value, indent, unit, newline)
    return shown if key is None else f"{json.dumps(key, ensure_ascii=False)}: {shown}"


def _shown(value: Any, text: str, at: int) -> str:
    unit = _unit(text)
    return _pretty(value, _indent(text, at), unit, _newline(text))


def _pretty(value: Any, indent: str, unit: str, newline: str) -> str:
    """The value as this file would write it: its indentation, its line ends."""
    if not newline:
        return json.dumps(value, ensure_ascii=False)
    lines = json.dumps(value, ensure_ascii=False, indent=unit or "  ").split("\n")
    return (newline + indent).join(lines)


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _unit(text: str) -> str:
    """One step of indentation in this text."""
    found = re.search(r"\n([ \t]+)\S", text)
    return found.group(1) if found else "  "


def _indent(text: str, at: int) -> str:
    """The white space the line of this place starts with."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t\ufeff"))].replace("\ufeff", "")


def _line(text: str, node: Node) -> int:
    return text.count("\n", 0, node.start) + 1
