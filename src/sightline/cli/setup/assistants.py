"""The assistants on this machine, and what installing into each of them would change."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from sightline.agents import INSTALLABLE
from sightline.agents.edit.changes import Change, JsonElement, JsonString, OwnFile
from sightline.agents.edit.journal import plan_install
from sightline.agents.paths import InstallTarget
from sightline.text.wording import counted
from sightline.tools.catalog import offered


class Assistant(NamedTuple):
    """An assistant on this machine; one whose files do not exist yet was never used here."""

    name: str
    title: str
    is_used: bool


def find_assistants(target: InstallTarget) -> list[Assistant]:
    """The assistants that are used here, or whose program is on the search path."""
    assistants = []
    for name in INSTALLABLE:
        module = _module(name)
        is_used = module.is_used(target)
        if is_used or target.has_program(*module.PROGRAMS):
            assistants.append(Assistant(name, module.TITLE, is_used))
    return assistants


def title(name: str) -> str:
    """The assistant's product name."""
    return str(_module(name).TITLE)


def note(name: str) -> str:
    """What the user has to do in the assistant itself after installing, if anything."""
    return str(getattr(_module(name), "NOTE", ""))


def asks_per_tool(name: str) -> bool:
    """Whether the assistant asks before each tool and has rules that permit some of them."""
    return hasattr(_module(name), "allow_changes")


def allow_changes(name: str, target: InstallTarget, profile: str) -> tuple[Change, ...]:
    """The rules with which the assistant runs our read-only tools without asking."""
    if not asks_per_tool(name):
        return ()
    tools = [tool.name for tool in offered(profile) if tool.read_only]
    rules: tuple[Change, ...] = _module(name).allow_changes(target, tools)
    return rules


def summary(name: str, changes: Sequence[Change]) -> str:
    """What installing would change, in a line: 1 server, 10 hooks, 2 files."""
    edits = plan_install(changes)
    problems = [edit for edit in edits if edit.problem]
    if problems:
        return f"{problems[0].file} cannot be changed: {problems[0].problem}"
    files = sum(edit.changed for edit in edits)
    if not files:
        return "already installed" if changes else "nothing to install in this scope"
    own_files = [change for change in changes if isinstance(change, OwnFile)]
    # Gemini CLI's rules are a file, Claude Code's are strings in a list.
    policies = sum(change.value.count("[[rule]]") for change in own_files)
    rules = policies + sum(isinstance(change, JsonString) for change in changes)
    hooks = sum(isinstance(change, JsonElement) for change in changes)
    if own_files and not hooks:
        hooks = len(getattr(_module(name), "HOOKS", ()))
    is_plugin = bool(own_files) and not hooks
    has_server = any("sightline" in change.keys for change in changes)
    parts = ["1 server"] if has_server else []
    parts += [counted(hooks, "hook")] if hooks else []
    parts += ["1 plugin"] if is_plugin else []
    parts += [counted(rules, "permission rule")] if rules else []
    return ", ".join([*parts, counted(files, "file")])


def _module(name: str) -> ModuleType:
    return import_module(f"sightline.agents.{name}.install")
