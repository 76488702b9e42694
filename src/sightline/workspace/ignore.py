"""Parses and matches ignore patterns in git's syntax, for trees without git and for settings.

The caller reads the files and walks the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

IGNORE_FILES = (".gitignore", ".ignore", ".sightlineignore")


class Rule(NamedTuple):
    """One line of an ignore file; it applies below the folder `base`, and `negated` un-ignores."""

    base: str
    pattern: re.Pattern[str]
    negated: bool
    folders_only: bool


def parse(text: str, base: str = "") -> tuple[Rule, ...]:
    """The rules of an ignore file in the folder `base` of the project."""
    rules = []
    for line in text.splitlines():
        rule = _rule(line, base)
        if rule is not None:
            rules.append(rule)
    return tuple(rules)


def matches(rules: Iterable[Rule], path: str, *, folder: bool) -> bool | None:
    """Whether the last rule that matches this path ignores it; None if no rule matches."""
    verdict = None
    for rule in rules:
        if rule.folders_only and not folder:
            continue
        if rule.base:
            if not path.startswith(rule.base + "/"):
                continue
            inner = path[len(rule.base) + 1 :]
        else:
            inner = path
        if rule.pattern.fullmatch(inner):
            verdict = not rule.negated
    return verdict


def covers(rules: tuple[Rule, ...], path: str) -> bool:
    """Whether the rules ignore the path or a folder above it."""
    if not rules:
        return False
    parts = path.split("/")
    for depth in range(1, len(parts)):
        if matches(rules, "/".join(parts[:depth]), folder=True):
            return True
    return bool(matches(rules, path, folder=False))


def _rule(line: str, base: str) -> Rule | None:
    line = line.rstrip("\r\n")
    if not line or line.startswith("#"):
        return None
    # Trailing spaces count only when the last one is escaped.
    while line.endswith(" ") and not line.endswith("\\ "):
        line = line[:-1]
    negated = line.startswith("!")
    if negated:
        line = line[1:]
    folders_only = line.endswith("/")
    line = line.rstrip("/") if folders_only else line
    if not line:
        return None
    anchored = "/" in line
    if line.startswith("/"):
        line = line[1:]
    try:
        body = _expression(line)
        pattern = re.compile(body if anchored else f"(?:.*/)?{body}", re.DOTALL)
    except re.error:
        return None
    return Rule(base, pattern, negated, folders_only)


def _expression(glob: str) -> str:
    """The glob as a regular expression for the whole path below the ignore file's folder."""
    out = []
    at = 0
    while at < len(glob):
        if glob.startswith("**/", at) and (at == 0 or glob[at - 1] == "/"):
            out.append("(?:.*/)?")
            at += 3
        elif glob[at:] == "**" and at > 0 and glob[at - 1] == "/":
            out.append(".+")
            at += 2
        elif glob[at] == "*":
            while at < len(glob) and glob[at] == "*":
                at += 1
            out.append("[^/]*")
        elif glob[at] == "?":
            out.append("[^/]")
            at += 1
        elif glob[at] == "[":
            at = _bracket(glob, at, out)
        else:
            if glob[at] == "\\" and at + 1 < len(glob):
                at += 1
            out.append(re.escape(glob[at]))
            at += 1
    return "".join(out)


def _bracket(glob: str, at: int, out: list[str]) -> int:
    """Append the expression of a `[...]` set; the position after it."""
    end = glob.find("]", at + 2 if glob[at + 1 : at + 2] not in ("!", "^") else at + 3)
    if end < 0:
        # Git never matches a pattern with an unclosed bracket.
        raise re.error("open bracket")
    inner = glob[at + 1 : end]
    negated = inner[:1] in ("!", "^")
    inner = inner[1:] if negated else inner
    inner = inner.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace("^", "\\^")
    out.append(f"(?!/)[{'^' if negated else ''}{inner}]")
    return end + 1
