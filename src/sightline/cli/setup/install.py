"""`sightline install` and `uninstall`: set Sightline up in assistants, and restore their files."""

from __future__ import annotations

import compileall
import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from difflib import unified_diff
from importlib import import_module
from typing import Any

import sightline
from sightline.agents import INSTALLABLE, instructions
from sightline.agents.edit.changes import Change
from sightline.agents.edit.journal import (
    FileEdit,
    Journal,
    plan_install,
    plan_uninstall,
    plan_unrecorded,
)
from sightline.agents.edit.journal import install as apply_install
from sightline.agents.edit.journal import uninstall as apply_uninstall
from sightline.agents.paths import (
    PROJECT,
    SCOPES,
    USER,
    InstallTarget,
    current_launcher,
    current_target,
)
from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import UsageError
from sightline.settings.load import data_home
from sightline.store.server_token import server_token

INSTRUCTIONS = "instructions"


def title(agent: str) -> str:
    """The assistant's product name."""
    return str(import_module(f"sightline.agents.{agent}.install").TITLE)


def used_agents(target: InstallTarget) -> tuple[str, ...]:
    """The assistants used on this machine or in this project."""
    modules = {agent: import_module(f"sightline.agents.{agent}.install") for agent in INSTALLABLE}
    return tuple(agent for agent, module in modules.items() if module.is_used(target))


def install_changes(
    target: InstallTarget, agents: tuple[str, ...], *, http: bool, port: int
) -> dict[str, tuple[Change, ...]]:
    """The changes that installing makes, per assistant."""
    if http and target.scope == PROJECT:
        raise UsageError(
            "--http needs your personal token, which must not go into shared project files",
            hint="use --http or --scope project, not both",
        )
    url = f"http://127.0.0.1:{port}" if http else ""
    launcher = current_launcher(target.scope, url, server_token() if http else "")
    return {
        agent: import_module(f"sightline.agents.{agent}.install").changes(target, launcher)
        for agent in agents
    }


def _install(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    target = current_target(engine.project.root, arguments.scope)
    port = engine.settings.integer("server.port")
    engine.close()
    agents = tuple(arguments.agent or used_agents(target))
    if not agents:
        raise UsageError(
            "no assistant was found on this machine or in this project",
            hint="name one: sightline install --agent claude",
        )
    changes = install_changes(target, agents, http=arguments.http, port=port)
    if arguments.instructions:
        changes[INSTRUCTIONS] = instructions.changes(target, agents)
    return _show_and_apply(arguments, changes)


def _show_and_apply(arguments: Namespace, changes: dict[str, tuple[Change, ...]]) -> int:
    edits = [edit for agent in changes for edit in plan_install(changes[agent])]
    show(arguments, edits)
    count = sum(edit.changed for edit in edits)
    if arguments.dry_run or not count or not confirm(arguments, count):
        return report(arguments, edits, done=False)
    apply_changes(changes)
    _compile_package()
    return report(arguments, edits, done=True)


def apply_changes(changes: dict[str, tuple[Change, ...]]) -> None:
    """Install for each assistant, recording what was there before."""
    for agent, own in changes.items():
        # Two assistants may share a file, so each is planned after the previous one is written.
        apply_install(plan_install(own), Journal(data_home()), agent)


def _compile_package() -> None:
    """Write byte code now; some installers leave that to the first start, which is a prompt."""
    if not sys.dont_write_bytecode:
        # Failing to write it is harmless: it only saves time.
        compileall.compile_dir(os.path.dirname(sightline.__file__), quiet=2)


def _uninstall(arguments: Namespace) -> int:
    journal = Journal(data_home())
    agents = tuple(arguments.agent or sorted(journal.agents))
    edits = plan_uninstall(journal, agents)
    edits += _unrecorded(arguments, journal)
    show(arguments, edits)
    purge = arguments.purge
    if purge and not getattr(arguments, "json", False):
        print(f"--purge deletes all data in {data_home()}: memories, topics, indexes, backups")
    if arguments.dry_run or not (edits or purge) or not confirm(arguments, len(edits)):
        return report(arguments, edits, done=False)
    apply_uninstall(edits, journal, agents)
    if purge:
        shutil.rmtree(data_home(), ignore_errors=True)
    return report(arguments, edits, done=True)


def _unrecorded(arguments: Namespace, journal: Journal) -> list[FileEdit]:
    """Edits that remove entries missing from the journal, as after the data was deleted."""
    engine = engine_of(arguments)
    engine.close()
    agents = tuple(arguments.agent or INSTALLABLE)
    edits: list[FileEdit] = []
    for scope in SCOPES:
        target = current_target(engine.project.root, scope)
        changes = install_changes(target, agents, http=False, port=0)
        edits += plan_unrecorded(journal, [change for own in changes.values() for change in own])
    return edits


def confirm(arguments: Namespace, count: int) -> bool:
    """Whether the user agrees, by --yes or at the prompt; without a terminal --yes is required."""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError(
            "not running in a terminal", hint="pass --yes to apply, --dry-run to preview"
        )
    try:
        return input(f"Change {_files(count)}? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _files(count: int) -> str:
    return f"{count} file" if count == 1 else f"{count} files"


def show(arguments: Namespace, edits: list[FileEdit]) -> None:
    """Print the edits as diffs, and the files that cannot be edited."""
    if getattr(arguments, "json", False):
        return
    for edit in edits:
        if edit.problem:
            print(f"{terminal.mark('!')} {edit.file} will not be changed: {edit.problem}")
        elif edit.changed:
            print(diff(edit), end="")


def diff(edit: FileEdit) -> str:
    """The edit of one file as a unified diff."""
    before = (edit.before or b"").decode("utf-8", "replace").splitlines(keepends=True)
    after = (edit.after or b"").decode("utf-8", "replace").splitlines(keepends=True)
    old = edit.file if edit.before is not None else "/dev/null"
    new = edit.file if edit.after is not None else "/dev/null"
    lines = [
        line if line.endswith("\n") else line + "\n"
        for line in unified_diff(before, after, old, new)
    ]
    return "".join(lines)


def report(arguments: Namespace, edits: list[FileEdit], *, done: bool) -> int:
    """Print the outcome as text or JSON, and return the exit code."""
    rows: list[dict[str, Any]] = [
        {"file": edit.file, "changed": edit.changed, "problem": edit.problem} for edit in edits
    ]
    if getattr(arguments, "json", False):
        terminal.print_json({"done": done, "files": rows})
    elif done:
        count = sum(edit.changed for edit in edits)
        print(f"{terminal.mark('✓')} done: {_files(count)} changed")
    elif not any(edit.changed for edit in edits):
        print("nothing to change")
    return 1 if any(edit.problem for edit in edits) else 0


def _common_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--agent", action="append", choices=INSTALLABLE, metavar="NAME",
        help="only this assistant; repeat for more: " + ", ".join(INSTALLABLE),
    )  # fmt: skip
    parser.add_argument("--yes", "-y", action="store_true", help="apply the changes without asking")
    parser.add_argument(
        "--dry-run", action="store_true", help="show the changes without applying them"
    )


def install_arguments(parser: ArgumentParser) -> None:
    """The options of install, which init shares."""
    _common_arguments(parser)
    parser.add_argument(
        "--scope", choices=SCOPES, default=USER,
        help="change your own configuration files, or those of the project",
    )  # fmt: skip
    parser.add_argument(
        "--instructions", action="store_true",
        help="also add a short block to AGENTS.md or CLAUDE.md",
    )  # fmt: skip
    parser.add_argument(
        "--http", action="store_true",
        help="let Claude Code's hooks call `sightline serve --http` instead of starting a process",
    )  # fmt: skip


def _uninstall_arguments(parser: ArgumentParser) -> None:
    _common_arguments(parser)
    parser.add_argument(
        "--purge",
        action="store_true",
        help="also delete all data: memories, topics, indexes, backups",
    )


COMMANDS = (
    Command(
        name="install",
        summary="install Sightline into the assistants on this machine",
        example="sightline install\nsightline install --agent claude --dry-run\n"
        "sightline install --scope project --yes",
        arguments=install_arguments,
        run=_install,
    ),
    Command(
        name="uninstall",
        summary="remove it from the assistants and restore their files byte for byte",
        example="sightline uninstall\nsightline uninstall --agent codex --yes",
        arguments=_uninstall_arguments,
        run=_uninstall,
    ),
)
