"""`sightline install` and `uninstall`: set Sightline up in assistants, and restore their files."""

from __future__ import annotations

import compileall
import os
import shutil
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Any, NamedTuple

import sightline
from sightline.agents import INSTALLABLE, instructions
from sightline.agents.claude.install import status_line_changes
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
    Launcher,
    current_launcher,
    current_target,
)
from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.cli.setup.assistants import allow_changes, find_assistants
from sightline.cli.setup.diff import edits_text, page
from sightline.errors import UsageError
from sightline.settings.load import data_home
from sightline.store.server_token import server_token
from sightline.tools.catalog import PROFILES

INSTRUCTIONS = "instructions"


class Options(NamedTuple):
    """How to install: hooks over HTTP, the tools to offer, and whether they run unasked."""

    http: bool = False
    port: int = 0
    tools: str = ""
    allow: bool = False


def launcher_of(scope: str, options: Options) -> Launcher:
    """The command lines that an installation with these options writes."""
    url = f"http://127.0.0.1:{options.port}" if options.http else ""
    return current_launcher(scope, url, server_token() if options.http else "", options.tools)


def install_changes(
    target: InstallTarget, agents: tuple[str, ...], options: Options
) -> dict[str, tuple[Change, ...]]:
    """The changes that installing makes, per assistant."""
    if options.http and target.scope == PROJECT:
        raise UsageError(
            "--http needs your personal token, which must not go into shared project files",
            hint="use --http or --scope project, not both",
        )
    launcher = launcher_of(target.scope, options)
    changes = {}
    for agent in agents:
        own = import_module(f"sightline.agents.{agent}.install").changes(target, launcher)
        rules = allow_changes(agent, target, options.tools or "lean") if options.allow else ()
        changes[agent] = (*own, *rules)
    return changes


def _install(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    target = current_target(engine.project.root, arguments.scope)
    port = engine.settings.integer("server.port")
    engine.close()
    agents = tuple(arguments.agent or _used_agents(target))
    options = Options(arguments.http, port, arguments.tools or "", arguments.allow)
    changes = install_changes(target, agents, options)
    if arguments.status_line:
        launcher = launcher_of(target.scope, options)
        changes["claude"] = (*changes.get("claude", ()), *status_line_changes(target, launcher))
    if arguments.instructions:
        changes[INSTRUCTIONS] = instructions.changes(target, agents)
    return _show_and_apply(arguments, changes)


def _used_agents(target: InstallTarget) -> list[str]:
    """The assistants used here; those that are only on the search path must be named."""
    assistants = find_assistants(target)
    used = [assistant.name for assistant in assistants if assistant.is_used]
    if used:
        return used
    if assistants:
        names = " ".join(f"--agent {assistant.name}" for assistant in assistants)
        raise UsageError(
            "the assistants on the search path were never used here",
            hint=f"to install into them anyway: sightline install {names}",
        )
    raise UsageError(
        "no assistant was found on this machine or in this project",
        hint="name one: sightline install --agent claude",
    )


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
    if not (edits or purge) and not getattr(arguments, "json", False):
        print("Sightline is not installed in any assistant.")
        print(_what_stays())
        return 0
    if arguments.dry_run or not (edits or purge) or not confirm(arguments, len(edits)):
        return report(arguments, edits, done=False)
    apply_uninstall(edits, journal, agents)
    if purge:
        shutil.rmtree(data_home(), ignore_errors=True)
    code = report(arguments, edits, done=True)
    if not (purge or getattr(arguments, "json", False)):
        print(_what_stays())
    return code


def _what_stays() -> str:
    """Where the data is that uninstalling keeps, and how to remove it and the program."""
    return (
        f"Your memories, topics and indexes stay in {data_home()};\n"
        "  to delete them too: sightline uninstall --purge\n"
        "To remove the program: uv tool uninstall sightline, pipx uninstall sightline, or\n"
        "  pip uninstall sightline, depending on how you installed it"
    )


def _unrecorded(arguments: Namespace, journal: Journal) -> list[FileEdit]:
    """Edits that remove entries missing from the journal, as after the data was deleted."""
    engine = engine_of(arguments)
    engine.close()
    agents = tuple(arguments.agent or INSTALLABLE)
    edits: list[FileEdit] = []
    for scope in SCOPES:
        target = current_target(engine.project.root, scope)
        changes = install_changes(target, agents, Options(allow=True, tools="full"))
        edits += plan_unrecorded(journal, [change for own in changes.values() for change in own])
    return edits


def not_in_a_terminal() -> UsageError:
    """The error for a question that nobody can answer."""
    return UsageError("not running in a terminal", hint="pass --yes to apply, --dry-run to preview")


def confirm(arguments: Namespace, count: int) -> bool:
    """Whether the user agrees, by --yes or at the prompt; without a terminal --yes is required."""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise not_in_a_terminal()
    try:
        return input(f"Change {_files(count)}? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _files(count: int) -> str:
    return f"{count} file" if count == 1 else f"{count} files"


def show(arguments: Namespace, edits: list[FileEdit]) -> None:
    """Print the edits as diffs, and the files that cannot be edited."""
    if not getattr(arguments, "json", False):
        page(edits_text(edits))


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
    else:
        print("nothing was changed")
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
        help="change your own configuration files (default), or those of the project",
    )  # fmt: skip
    parser.add_argument(
        "--instructions", action="store_true",
        help="also add a short block to AGENTS.md or CLAUDE.md",
    )  # fmt: skip
    parser.add_argument(
        "--tools", choices=PROFILES,
        help="offer the eight tools that assistants use (lean) or all (full; default: the setting server.tools)",
    )  # fmt: skip
    parser.add_argument(
        "--allow", action="store_true",
        help="let Claude Code and Gemini CLI run the read-only tools without asking each time",
    )  # fmt: skip
    parser.add_argument(
        "--http", action="store_true",
        help="let Claude Code's hooks call `sightline serve --http` instead of starting a process",
    )  # fmt: skip


def _install_arguments(parser: ArgumentParser) -> None:
    install_arguments(parser)
    parser.add_argument(
        "--status-line", action="store_true",
        help="also show prompts, injections and used items in Claude Code's status line",
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
        arguments=_install_arguments,
        run=_install,
    ),
    Command(
        name="uninstall",
        summary="remove Sightline from the assistants and restore their files byte for byte",
        example="sightline uninstall\nsightline uninstall --agent codex --yes",
        arguments=_uninstall_arguments,
        run=_uninstall,
    ),
)
