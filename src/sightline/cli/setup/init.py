"""`sightline init`: the one command a new user needs; it indexes, installs and checks."""

from __future__ import annotations

from argparse import Namespace

from sightline.agents import instructions
from sightline.agents.edit.changes import Change
from sightline.agents.edit.journal import plan_install
from sightline.agents.paths import current_target
from sightline.cli import terminal
from sightline.cli.command import Command
from sightline.cli.doctor.checks import BAD
from sightline.cli.doctor.command import findings_text, run_checks
from sightline.cli.index.command import refresh_index
from sightline.cli.index.report import index_report
from sightline.cli.project import engine_of
from sightline.cli.setup import install
from sightline.engine import Engine


def _run(arguments: Namespace) -> int:
    """Show the changes and ask; then index, install, and run the doctor's checks."""
    engine = engine_of(arguments, writes=not arguments.dry_run)
    changes = _changes(engine, arguments)
    edits = [edit for own in changes.values() for edit in plan_install(own)]
    install.show(arguments, edits)
    count = sum(edit.changed for edit in edits)
    if arguments.dry_run or (count and not install.confirm(arguments, count)):
        engine.close()
        return install.report(arguments, edits, done=False)
    stats = refresh_index(engine, rebuild=False)
    if not arguments.json:
        print(index_report(engine, stats, []))
    install.apply_changes(changes)
    findings = run_checks(engine)
    engine.close()
    value = {
        "index": stats.as_dict(),
        "installed": [agent for agent in changes if agent != install.INSTRUCTIONS],
        "findings": [{"state": f.state, "text": f.text, "advice": f.advice} for f in findings],
    }
    terminal.report(arguments, value, findings_text(findings))
    return 1 if any(f.state == BAD for f in findings) else 0


def _changes(engine: Engine, arguments: Namespace) -> dict[str, tuple[Change, ...]]:
    """The changes that installing for the assistants in use makes."""
    target = current_target(engine.project.root, arguments.scope)
    agents = tuple(arguments.agent or install.used_agents(target))
    port = engine.settings.integer("server.port")
    changes = install.install_changes(target, agents, http=arguments.http, port=port)
    if arguments.instructions:
        changes[install.INSTRUCTIONS] = instructions.changes(target, agents)
    return changes


COMMANDS = (
    Command(
        name="init",
        summary="index this project, install into your assistants, and check the result",
        example="sightline init\nsightline init --yes --scope project",
        arguments=install.install_arguments,
        run=_run,
    ),
)
