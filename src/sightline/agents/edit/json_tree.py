"""Reads JSON, with comments and trailing commas, into a tree that knows where everything stands.

Reading only; `json_text` changes the text.
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


class Member(NamedTuple):
    """One member of an object or one element of a list."""

    key: str
    start: int  # of the key, or of the value in a list
    value: Node


class Node(NamedTuple):
    """A value and its place in the text; objects and lists have members."""

    kind: str  # object, list or scalar
    start: int
    end: int
    value: Any
    members: tuple[Member, ...] = ()

    def member(self, key: str) -> Member | None:
        """The last member of this name, which is the one that counts."""
        return next((m for m in reversed(self.members) if m.key == key), None)


def parse(text: str) -> Node:
    """The tree of a whole text, or NotJson with the line of the mistake."""
    reader = _Reader(text)
    node = reader.node(reader.skip(0), 0)
    if reader.skip(node.end) != len(text):
        raise reader.error("something follows the value", node.end)
    return node


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text

    def skip(self, at: int) -> int:
        """The place after white space and comments."""
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def error(self, problem: str, at: int) -> NotJson:
        return NotJson(problem=problem, line=self.text.count("\n", 0, at) + 1)

    def node(self, at: int, depth: int) -> Node:
        if depth > MAX_DEPTH:
            raise self.error("it is nested too deep", at)
        character = self.text[at : at + 1]
        if character == "{":
            return self.container(at, "object", "}", depth)
        if character == "[":
            return self.container(at, "list", "]", depth)
        found = (_STRING if character == '"' else _SCALAR).match(self.text, at)
        if not found:
            raise self.error("a value is missing or wrong", at)
        return Node("scalar", at, found.end(), self.scalar(found.group(), at))

    def scalar(self, text: str, at: int) -> Any:
        try:
            return json.loads(text)
        except ValueError:
            raise self.error(f"{text[:40]} is no value", at) from None

    def container(self, at: int, kind: str, closing: str, depth: int) -> Node:
        members: list[Member] = []
        place = self.skip(at + 1)
        while self.text[place : place + 1] != closing:
            if members:
                if self.text[place : place + 1] != ",":
                    raise self.error(f"a comma or {closing} is missing", place)
                place = self.skip(place + 1)
                if self.text[place : place + 1] == closing:
                    break
            members.append(self.member(place, kind, depth))
            place = self.skip(members[-1].value.end)
        value: Any = (
            {m.key: m.value.value for m in members}
            if kind == "object"
            else [m.value.value for m in members]
        )
        return Node(kind, at, place + 1, value, tuple(members))

    def member(self, at: int, kind: str, depth: int) -> Member:
        if kind == "list":
            return Member("", at, self.node(at, depth + 1))
        found = _STRING.match(self.text, at)
        if not found:
            raise self.error("a key in quotes is missing", at)
        colon = self.skip(found.end())
        if self.text[colon : colon + 1] != ":":
            raise self.error("a colon is missing", colon)
        value = self.node(self.skip(colon + 1), depth + 1)
        return Member(self.scalar(found.group(), at), at, value)
