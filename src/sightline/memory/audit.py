"""Checks an instructions file against the working tree: paths, commands and names that are gone.

Pure but for looking at files: what exists is asked through the given functions.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from typing import NamedTuple

from sightline.agents.edit.changes import BLOCK_END, BLOCK_START

# Names of files that hold instructions for assistants.
INSTRUCTIONS = (
    *("CLAUDE.md", "AGENTS.md", "GEMINI.md", ".cursorrules", ".windsurfrules"),
    *(".github/copilot-instructions.md", "CONTRIBUTING.md"),
)
_QUOTED = re.compile(r"`([^`\n]{2,120})`")
_PATH = re.compile(r"^\.{0,2}/?(?:[\w.@-]+/)+[\w.@-]*$|^[\w-]+\.(?:[a-z]{1,4})$")
_SCRIPT = re.compile(r"^(?:npm|pnpm|yarn|bun)(?: run)? ([\w:.-]+)")
_TARGET = re.compile(r"^make ([\w.-]+)")
_NAME = re.compile(r"^[A-Za-z_]\w*(?:[.:]{1,2}\w+)*(?:\(\))?$")
# Subcommands of package managers that are not scripts of the project.
_BUILT_IN = frozenset(
    [
        "install",
        "add",
        "remove",
        "ci",
        "init",
        "publish",
        "link",
        "run",
        "exec",
        "dlx",
        "test",
        "start",
        "create",
        "update",
        "audit",
        "i",
    ]
)


class Finding(NamedTuple):
    """Something an instructions file mentions that does not exist."""

    line: int
    what: str
    mention: str


def audit(root: str, text: str, is_known_name: Callable[[str], bool]) -> list[Finding]:
    """What the text mentions that is not in the tree at `root`, line by line."""
    findings = []
    scripts, targets = _scripts(root), _targets(root)
    is_own = False
    for number, line in enumerate(text.splitlines(), 1):
        # Our own block names tools of the server, not code of the project.
        is_own = line.strip() == BLOCK_START or (is_own and line.strip() != BLOCK_END)
        if is_own:
            continue
        for mention in dict.fromkeys(_QUOTED.findall(line)):
            what = _missing(root, mention.strip(), scripts, targets, is_known_name)
            if what:
                findings.append(Finding(number, what, mention))
    return findings


def _missing(
    root: str,
    mention: str,
    scripts: frozenset[str] | None,
    targets: frozenset[str] | None,
    is_known_name: Callable[[str], bool],
) -> str:
    """What kind of thing is missing; empty if it exists or cannot be judged."""
    script, target = _SCRIPT.match(mention), _TARGET.match(mention)
    if script and scripts is not None:
        return "" if script[1] in scripts or script[1] in _BUILT_IN else "script"
    if target and targets is not None:
        return "" if target[1] in targets else "make target"
    if _PATH.match(mention):
        return "" if os.path.exists(os.path.join(root, mention.lstrip("/"))) else "path"
    looks_like_code = "_" in mention or "()" in mention or re.search(r"[a-z][A-Z]", mention)
    if _NAME.match(mention) and looks_like_code:
        return "" if is_known_name(re.split(r"[.:]+", mention.rstrip("()"))[-1]) else "name"
    return ""


def _scripts(root: str) -> frozenset[str] | None:
    """The scripts of package.json; None without a readable one."""
    try:
        with open(os.path.join(root, "package.json"), encoding="utf-8") as file:
            scripts = json.load(file).get("scripts", {})
    except (OSError, ValueError, AttributeError):
        return None
    return frozenset(scripts) if isinstance(scripts, dict) else None


def _targets(root: str) -> frozenset[str] | None:
    """The targets of the Makefile; None without one."""
    try:
        with open(os.path.join(root, "Makefile"), encoding="utf-8", errors="replace") as file:
            return frozenset(re.findall(r"^([\w.-]+)\s*:", file.read(), re.MULTILINE))
    except OSError:
        return None
