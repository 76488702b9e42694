"""Finds secrets by the texts they begin with, in linear time however often these occur."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence


def lowered(text: str) -> str:
    """The text in lower case, with every character at the same offset."""
    return text.replace("\u0130", "I").lower()


def replace_from(
    text: str,
    lower: str,
    beginnings: Sequence[str],
    source: str,
    replacement: Callable[[re.Match[str]], str],
) -> str:
    """Replace matches that start with one of the beginnings, which are searched for in `lower`."""
    for beginning in beginnings:
        if beginning in lower:
            break
    else:
        return text
    starts = sorted({at for beginning in beginnings for at in _offsets(lower, beginning)})
    pattern = re.compile(source)
    parts: list[str] = []
    done = 0
    for start in starts:
        match = pattern.match(text, start) if start >= done else None
        if match is not None:
            parts += (text[done:start], replacement(match))
            done = match.end()
    return "".join(parts) + text[done:] if parts else text


def _offsets(text: str, part: str) -> list[int]:
    offsets = []
    at = text.find(part)
    while at >= 0:
        offsets.append(at)
        at = text.find(part, at + 1)
    return offsets
