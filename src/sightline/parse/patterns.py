"""Reads the names of a pattern that a value is taken apart by: `a, b`, `[a, b]`, `{ a, b: c }`."""

import re

from sightline.parse.facts import Expression

_NAMES = re.compile(rb"[^\W\d]\w*", re.ASCII)
_LIST = re.compile(rb"[\[(]?\s*\w+(?:\s*,\s*\w+)+\s*,?[\])]?", re.ASCII)
_PAIR = re.compile(rb"[{,]\s*(\w+)(?:\s*:\s*(\w+))?(?=\s*[,}=])", re.ASCII)


def names_in(text: bytes) -> list[str]:
    """All names of a pattern."""
    return [name.decode() for name in _NAMES.findall(text)]


def says_parts(text: bytes) -> bool:
    """Whether each name of a pattern can be told as a part of the value."""
    return bool(_LIST.fullmatch(text)) or (text[:1] == b"{" and b"{" not in text[1:])


def parts(text: bytes, value: Expression, paired: bool) -> dict[str, Expression]:
    """What each name of a pattern is; `paired`: of a key and an element only the second counts."""
    names = names_in(text)
    found: dict[str, Expression] = dict.fromkeys(names)
    if not isinstance(value, tuple):
        return found
    if text[:1] == b"{":
        for pair in _PAIR.finditer(text):
            found[(pair[2] or pair[1]).decode()] = (*value, pair[1].decode())
        return found
    for place, name in enumerate(names):
        found[name] = (*value, f"#{place}") if not paired else value if place else None
    return found
