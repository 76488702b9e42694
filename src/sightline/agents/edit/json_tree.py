"""Parses JSON with comments and trailing commas into a tree that keeps every position.

Parses only; `json_text` edits the text.
"""

from __future__ import annotations

import json
import re
from typing import Any, NamedTuple

from sightline.errors import SightlineError

_SPACE = re.compile(r"(?:[ \t\r\n\ufeff]+|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\.)*"')
_SCALAR = re.compile(r"-?\d[\w.+-]*|true|false|null")
MAX_DEPTH = 100


class NotJson(SightlineError):
    """{problem} at line {line}"""


class JsonChild(NamedTuple):
    """One member of an object, or one element of a list."""

    key: str
    start: int  # of the key, or of the value in a list
    value: JsonNode


class JsonNode(NamedTuple):
    """A value and its position in the text; objects and lists have members."""

    kind: str  # object, list or scalar
    start: int
    end: int
    value: Any
    members: tuple[JsonChild, ...] = ()

    def member(self, key: str) -> JsonChild | None:
        """The last member with this key; later duplicates win."""
        return next((m for m in reversed(self.members) if m.key == key), None)


def parse(text: str) -> JsonNode:
    """The tree of a whole text; raises NotJson with the line of the first error."""
    parser = _Parser(text)
    node = parser.node(parser.skip(0), 0)
    if parser.skip(node.end) != len(text):
        raise parser.error("unexpected text after the value", node.end)
    return node


class _Parser:
    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        """The position after white space and comments."""
        match = _SPACE.match(self.text, at)
        return match.end() if match else at

    def error(self, problem: str, at: int) -> NotJson:
        return NotJson(problem=problem, line=self.text.count("\n", 0, at) + 1)

    def node(self, at: int, depth: int) -> JsonNode:
        if depth > MAX_DEPTH:
            raise self.error("nested too deeply", at)
        character = self.text[at : at + 1]
        if character == "{":
            return self.container(at, "object", "}", depth)
        if character == "[":
            return self.container(at, "list", "]", depth)
        match = (_STRING if character == '"' else _SCALAR).match(self.text, at)
        if not match:
            raise self.error("expected a value", at)
        return JsonNode("scalar", at, match.end(), self.scalar(match.group(), at))

    def scalar(self, text: str, at: int) -> Any:
        try:
            return json.loads(text)
        except ValueError:
            raise self.error(f"{text[:40]} is not a valid value", at) from None

    def container(self, at: int, kind: str, closing: str, depth: int) -> JsonNode:
        members: list[JsonChild] = []
        position = self.skip(at + 1)
        while self.text[position : position + 1] != closing:
            if members:
                if self.text[position : position + 1] != ",":
                    raise self.error(f"expected a comma or {closing}", position)
                position = self.skip(position + 1)
                if self.text[position : position + 1] == closing:
                    break
            members.append(self.member(position, kind, depth))
            position = self.skip(members[-1].value.end)
        value: Any = (
            {m.key: m.value.value for m in members}
            if kind == "object"
            else [m.value.value for m in members]
        )
        return JsonNode(kind, at, position + 1, value, tuple(members))

    def member(self, at: int, kind: str, depth: int) -> JsonChild:
        if kind == "list":
            return JsonChild("", at, self.node(at, depth + 1))
        match = _STRING.match(self.text, at)
        if not match:
            raise self.error("expected a quoted key", at)
        colon = self.skip(match.end())
        if self.text[colon : colon + 1] != ":":
            raise self.error("expected a colon", colon)
        value = self.node(self.skip(colon + 1), depth + 1)
        return JsonChild(self.scalar(match.group(), at), at, value)
