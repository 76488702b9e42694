"""`sightline init`: the one command a new user needs: index, wire in, check."""

from __future__ import annotations

from argparse import Namespace

from sightline.agents import instructions
from sightline.agents.edit import journal as files
from sightline.agents.edit.changes import Change
from sightline.agents.paths import this_place
from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.doctor import command
from sightline.cli.doctor.checks import BAD
from sightline.cli.index.command import refresh_index
from sightline.cli.index.report import index_report
from sightline.cli.project import engine_of
from sightline.cli.setup import install
from sightline.engine import Engine
from sightline.settings.load import data_home


def _run(arguments: Namespace) -> int:
    """Show what will change and ask; then index, install, and look at the result."""
    engine = engine_of(arguments, writes=not arguments.dry_run)
    wanted = _wanted(engine, arguments)
    steps = [step for changes in wanted.values() for step in files.planned(changes)]
    install.show(arguments, steps)
    changing = [step for step in steps if step.changed]
    if arguments.dry_run or (changing and not install.agreed(arguments, len(changing))):
        engine.close()
        return install.report(arguments, steps, done=False)
    stats = refresh_index(engine, rebuild=False)
    if not arguments.json:
        print(index_report(engine, stats, []))
    for agent, changes in wanted.items():
        files.install(files.planned(changes), files.Journal(data_home()), agent)
    findings = command.examined(engine)
    engine.close()
    value = {
        "index": stats.as_dict(),
        "installed": [agent for agent in wanted if agent != install.INSTRUCTIONS],
        "findings": [{"state": f.state, "text": f.text, "advice": f.advice} for f in findings],
    }
    terminal.report(arguments, value, command.listed(findings))
    return 1 if any(f.state == BAD for f in findings) else 0


def _wanted(engine: Engine, arguments: Namespace) -> dict[str, tuple[Change, ...]]:
    """What installing for the assistants found here would write."""
    place = this_place(engine.project.root, arguments.scope)
    agents = tuple(arguments.agent or install.found_here(place))
    port = engine.settings.integer("server.port")
    wanted = install.wanted_changes(place, agents, http=arguments.http, port=port)
    if arguments.instructions:
        wanted[install.INSTRUCTIONS] = instructions.changes(place, agents)
    return wanted


COMMANDS = (
    Command(
        name="init",
        summary="index this project, wire it into your assistants, and check",
        example="sightline init\nsightline init --yes --scope project",
        arguments=install.install_arguments,
        run=_run,
    ),
)
