"""Finds secrets from a text they begin with: fast, and linear however often it occurs."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence


def lowered(text: str) -> str:
    """The text in lower case with every character in its place."""
    return text.replace("\u0130", "I").lower()


def replace_from(
    text: str,
    lower: str,
    beginnings: Sequence[str],
    source: str,
    replacement: Callable[[re.Match[str]], str],
) -> str:
    """Replace what matches at one of the beginnings; `lower` is the text to look for them in."""
    for beginning in beginnings:
        if beginning in lower:
            break
    else:
        return text
    starts = sorted({at for beginning in beginnings for at in _places(lower, beginning)})
    found = re.compile(source)
    parts: list[str] = []
    done = 0
    for start in starts:
        match = found.match(text, start) if start >= done else None
        if match is not None:
            parts += (text[done:start], replacement(match))
            done = match.end()
    return "".join(parts) + text[done:] if parts else text


def _places(text: str, part: str) -> list[int]:
    found = []
    at = text.find(part)
    while at >= 0:
        found.append(at)
        at = text.find(part, at + 1)
    return found
