"""`sightline install` and `uninstall`: into assistants, and out of them without a trace."""

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
from sightline.agents.edit import journal as files
from sightline.agents.edit.changes import Change
from sightline.agents.paths import PROJECT, SCOPES, USER, Place, this_launcher, this_place
from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.project import engine_of
from sightline.errors import UsageError
from sightline.settings.load import data_home
from sightline.store.server_token import server_token

INSTRUCTIONS = "instructions"


def title(agent: str) -> str:
    """The assistant's name as people write it."""
    return str(import_module(f"sightline.agents.{agent}.install").TITLE)


def found_here(place: Place) -> tuple[str, ...]:
    """The assistants used on this machine or in this project."""
    modules = {agent: import_module(f"sightline.agents.{agent}.install") for agent in INSTALLABLE}
    return tuple(agent for agent, module in modules.items() if module.found(place))


def wanted_changes(
    place: Place, agents: tuple[str, ...], *, http: bool, port: int
) -> dict[str, tuple[Change, ...]]:
    """What installing would write, per assistant."""
    if http and place.scope == PROJECT:
        raise UsageError(
            "a project's files are shared, and hooks over HTTP need your own token",
            hint="leave out --http or --scope project",
        )
    url = f"http://127.0.0.1:{port}" if http else ""
    launcher = this_launcher(place.scope, url, server_token() if http else "")
    return {
        agent: import_module(f"sightline.agents.{agent}.install").changes(place, launcher)
        for agent in agents
    }


def _install(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    place = this_place(engine.project.root, arguments.scope)
    port = engine.settings.integer("server.port")
    engine.close()
    agents = tuple(arguments.agent or found_here(place))
    if not agents:
        raise UsageError(
            "no assistant was found on this machine or in this project",
            hint="name one: sightline install --agent claude",
        )
    wanted = wanted_changes(place, agents, http=arguments.http, port=port)
    if arguments.instructions:
        wanted[INSTRUCTIONS] = instructions.changes(place, agents)
    return carry_out_install(arguments, wanted)


def carry_out_install(arguments: Namespace, wanted: dict[str, tuple[Change, ...]]) -> int:
    """Show the changes, ask, and make them."""
    steps = [(agent, step) for agent in wanted for step in files.planned(wanted[agent])]
    show(arguments, [step for _, step in steps])
    changed = [step for _, step in steps if step.changed]
    if arguments.dry_run or not changed or not agreed(arguments, len(changed)):
        return report(arguments, [step for _, step in steps], done=False)
    for agent, changes in wanted.items():
        # Two assistants may share a file: what the first wrote is there when the second is planned.
        files.install(files.planned(changes), files.Journal(data_home()), agent)
    _compile_package()
    return report(arguments, [step for _, step in steps], done=True)


def _compile_package() -> None:
    """Some installers leave that to the first start, which would be the first prompt."""
    if not sys.dont_write_bytecode:
        # Whether it could be written or not: it only saves time.
        compileall.compile_dir(os.path.dirname(sightline.__file__), quiet=2)


def _uninstall(arguments: Namespace) -> int:
    journal = files.Journal(data_home())
    known = {row[0] for entry in journal.entries.values() for row in entry["changes"]}
    agents = tuple(arguments.agent or sorted(known))
    steps = files.taken_back(journal, agents)
    steps += _left_behind(arguments, journal)
    show(arguments, steps)
    purge = arguments.purge
    if purge and not getattr(arguments, "json", False):
        print(f"all data in {data_home()} goes: memories, topics, indexes, backups")
    if arguments.dry_run or not (steps or purge) or not agreed(arguments, len(steps)):
        return report(arguments, steps, done=False)
    files.uninstall(steps, journal, agents)
    if purge:
        shutil.rmtree(data_home(), ignore_errors=True)
    return report(arguments, steps, done=True)


def _left_behind(arguments: Namespace, journal: files.Journal) -> list[files.Step]:
    """What is wired although nothing is written down about it, as after the data was removed."""
    engine = engine_of(arguments)
    engine.close()
    agents = tuple(arguments.agent or INSTALLABLE)
    steps: list[files.Step] = []
    for scope in SCOPES:
        place = this_place(engine.project.root, scope)
        wanted = wanted_changes(place, agents, http=False, port=0)
        every = tuple(change for changes in wanted.values() for change in changes)
        steps += files.left_behind(journal, every)
    return steps


def agreed(arguments: Namespace, count: int) -> bool:
    """Whether the person said yes, beforehand or now; a program must say it beforehand."""
    if arguments.yes:
        return True
    if not sys.stdin.isatty():
        raise UsageError("nobody is there to ask", hint="add --yes to do it, --dry-run to look")
    try:
        return input(f"change {_files(count)}? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        print()
        return False


def _files(count: int) -> str:
    return f"{count} file" if count == 1 else f"{count} files"


def show(arguments: Namespace, steps: list[files.Step]) -> None:
    """Print the changes as diffs, and what is left alone."""
    if getattr(arguments, "json", False):
        return
    for step in steps:
        if step.problem:
            print(f"{terminal.mark('!')} {step.file} is left alone: {step.problem}")
        elif step.changed:
            print(difference(step), end="")


def difference(step: files.Step) -> str:
    """The change of one file as a diff."""
    before = (step.before or b"").decode("utf-8", "replace").splitlines(keepends=True)
    after = (step.after or b"").decode("utf-8", "replace").splitlines(keepends=True)
    old = step.file if step.before is not None else "/dev/null"
    new = step.file if step.after is not None else "/dev/null"
    lines = [
        line if line.endswith("\n") else line + "\n"
        for line in unified_diff(before, after, old, new)
    ]
    return "".join(lines)


def report(arguments: Namespace, steps: list[files.Step], *, done: bool) -> int:
    """Say what was done, for people or for programs; the exit code."""
    rows: list[dict[str, Any]] = [
        {"file": step.file, "changed": step.changed, "problem": step.problem} for step in steps
    ]
    if getattr(arguments, "json", False):
        terminal.print_json({"done": done, "files": rows})
    elif done:
        count = sum(step.changed for step in steps)
        print(f"{terminal.mark('✓')} done: {_files(count)} changed")
    elif not any(step.changed for step in steps):
        print("nothing to change")
    return 1 if any(step.problem for step in steps) else 0


def _common_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--agent", action="append", choices=INSTALLABLE, metavar="NAME",
        help="this assistant only; may repeat: " + ", ".join(INSTALLABLE),
    )  # fmt: skip
    parser.add_argument("--yes", "-y", action="store_true", help="do not ask")
    parser.add_argument("--dry-run", action="store_true", help="show the changes and stop")


def install_arguments(parser: ArgumentParser) -> None:
    """The options of install, which init shares."""
    _common_arguments(parser)
    parser.add_argument(
        "--scope", choices=SCOPES, default=USER,
        help=f"the person's own files, or the {PROJECT}'s",
    )  # fmt: skip
    parser.add_argument(
        "--instructions", action="store_true",
        help="also add a short block to AGENTS.md or CLAUDE.md",
    )  # fmt: skip
    parser.add_argument(
        "--http", action="store_true",
        help="Claude Code's hooks ask `sightline serve --http` instead of starting a process",
    )  # fmt: skip


def _uninstall_arguments(parser: ArgumentParser) -> None:
    _common_arguments(parser)
    parser.add_argument("--purge", action="store_true", help="remove all data of Sightline too")


COMMANDS = (
    Command(
        name="install",
        summary="wire Sightline into the assistants found here",
        example="sightline install\nsightline install --agent claude --dry-run\n"
        "sightline install --scope project --yes",
        arguments=install_arguments,
        run=_install,
    ),
    Command(
        name="uninstall",
        summary="take it out again, byte for byte",
        example="sightline uninstall\nsightline uninstall --agent codex --yes",
        arguments=_uninstall_arguments,
        run=_uninstall,
    ),
)
