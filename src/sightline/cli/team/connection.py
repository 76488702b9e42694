"""`sightline team status`, `setup`, `connect`, `disconnect`, `sync` and `schema`."""

from __future__ import annotations

import getpass
import os
import sys
import uuid
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from sightline.cli import terminal
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import TeamNeedsPassword, UsageError
from sightline.memory.sync.run import connection_of, open_server, synchronise
from sightline.memory.sync.transfer import SyncReport
from sightline.model.memory import TEAM
from sightline.store import memory as store
from sightline.store import sync
from sightline.store.sync import Connection
from sightline.store.team import projects, schema
from sightline.store.team.address import VARIABLE, Address, forget, parse_address, remember
from sightline.store.team.database import TeamDatabase, open_team_database
from sightline.store.team.projects import TeamProject
from sightline.text.wording import ago, counted

_CHANGED_TWICE = "changed by two people at once"
URL_HINT = "sightline team connect postgresql://NAME@HOST/DATABASE"


def status(arguments: Namespace) -> None:
    """Say how this project is connected, without asking the server."""
    no_values(arguments)
    engine = engine_of(arguments)
    connection = sync.connection(engine.memory, engine.project.id)
    if connection is None:
        terminal.report(
            arguments, {"connected": False}, f"not connected to a team server\n  {URL_HINT}"
        )
        return
    waiting = sync.waiting(engine.memory, engine.project.id)
    problems = sync.problems(engine.memory, engine.project.id)
    disputed = [memory.id for memory in store.to_review(engine.memory, engine.project.id)
                if memory.scope == TEAM]  # fmt: skip
    value = {
        "connected": True,
        "server": connection.server,
        "project": connection.name,
        "role": connection.role,
        "synced": connection.synced,
        "waiting": waiting.changes,
        "problem": connection.problem,
        "to_review": disputed,
        "not_sent": [problem._asdict() for problem in problems],
    }
    lines = [f"{connection.name} on {connection.server}, as {connection.role}"]
    lines.append(_last_sync(connection, engine.now()))
    if waiting.changes:
        lines.append(f"{counted(waiting.changes, 'change')} to send")
    lines += [f"{_CHANGED_TWICE}: {id}; see: sightline team review" for id in disputed]
    if connection.problem:
        lines.append(f"the last attempt failed: {connection.problem}")
    lines += [f"  not sent: {problem.id}: {problem.problem}" for problem in problems]
    terminal.report(arguments, value, "\n".join(lines))


def _last_sync(connection: Connection, now: int) -> str:
    if not connection.synced:
        return "never synchronised"
    return f"synchronised {ago(connection.synced, now)}"


class OpenedTeam(NamedTuple):
    """The project of a command, how it is connected, and its server."""

    engine: Engine
    connection: Connection
    server: TeamDatabase


@contextmanager
def opened_team(arguments: Namespace) -> Iterator[OpenedTeam]:
    """The connected project of a command; its server is closed afterwards."""
    engine = engine_of(arguments)
    connection = connection_of(engine.memory, engine.project)
    server = open_server(connection, engine.home)
    try:
        yield OpenedTeam(engine, connection, server)
    finally:
        server.close()


def setup(arguments: Namespace) -> None:
    """Create or upgrade the schema in a database; its owner does that once."""
    address = _address(arguments)
    server = _open(address)
    before = schema.set_up(server)
    server.close()
    done = {0: "created"}.get(before, "is up to date" if before == schema.VERSION else "upgraded")
    terminal.report(
        arguments,
        {"server": address.name, "version": schema.VERSION, "before": before},
        f"schema {done} in {address.name}\nnext, in a project: sightline team connect URL --create",
    )


def connect(arguments: Namespace) -> None:
    """Connect this project to its counterpart on a server, and synchronise."""
    address = _address(arguments)
    engine = engine_of(arguments, writes=True)
    server = _open(address)
    address = server.address
    try:
        schema.require(server)
        project = _find_project(server, engine, arguments.name)
        if project is None:
            project = _create_project(server, engine, arguments)
    finally:
        server.close()
    before = sync.connection(engine.memory, engine.project.id)
    remember(address._replace(password="") if arguments.no_store else address, engine.home)
    sync.connect(
        engine.memory,
        engine.project.id,
        server=address.name,
        team_id=project.id,
        name=project.name,
        role=project.role,
    )
    if before is not None:
        _forget_unused(engine, before.server)
    report = _synchronise(engine)
    text = (
        f"connected to {project.name} on {address.name}, as {project.role}\n{report_text(report)}"
    )
    if not report.sent and project.may("writer"):
        text += "\nnothing of yours is shared yet: sightline team share --all --kind decision"
    value = {"server": address.name, "project": project.name, "role": project.role}
    terminal.report(arguments, {**value, **report._asdict()}, text)


def disconnect(arguments: Namespace) -> None:
    """Disconnect this project; the memories on this machine stay."""
    no_values(arguments)
    engine = engine_of(arguments)
    connection = connection_of(engine.memory, engine.project)
    waiting = sync.waiting(engine.memory, engine.project.id)
    sync.disconnect(engine.memory, engine.project.id)
    _forget_unused(engine, connection.server)
    text = f"disconnected from {connection.server}; the memories here stay"
    if waiting.changes:
        text += f"\n{counted(waiting.changes, 'change')} had not been sent"
    terminal.report(arguments, {"server": connection.server, "unsent": waiting.changes}, text)


def synchronise_now(arguments: Namespace) -> None:
    """Send and receive now."""
    no_values(arguments)
    report = _synchronise(engine_of(arguments))
    terminal.report(arguments, report._asdict(), report_text(report))


def schema_text(arguments: Namespace) -> None:
    """Print the SQL of a team server, for those who run it themselves."""
    no_values(arguments)
    text = schema.citus_statements() if arguments.citus else schema.statements()
    terminal.report(arguments, {"sql": text}, text.rstrip())


def report_text(report: SyncReport) -> str:
    """What a synchronisation did, in words."""
    done = f"sent {report.sent:,}, received {report.received:,}, deleted {report.deleted:,}"
    lines = [
        done if report.sent or report.received or report.deleted else "everything is up to date"
    ]
    lines += [
        f"  {_CHANGED_TWICE}: {id}; a reviewer decides: sightline team review {id}"
        for id in report.conflicts
    ]
    lines += [f"  {problem}" for problem in report.problems]
    return "\n".join(lines)


def no_values(arguments: Namespace) -> None:
    """Refuse values after an action that takes none."""
    if arguments.values:
        raise UsageError(
            f"sightline team {arguments.action} takes no value: {arguments.values[0]!r}"
        )


def _forget_unused(engine: Engine, server: str) -> None:
    """Delete the credentials of a server that no project is connected to."""
    if server not in [other.server for other in sync.connections(engine.memory)]:
        forget(server, engine.home)


def _synchronise(engine: Engine) -> SyncReport:
    total = max(1, sync.waiting(engine.memory, engine.project.id).changes)
    with terminal.Progress("sending") as bar:

        def progress(what: str, count: int) -> None:
            bar.phase(what, count, max(count, total if what == "sent" else count))

        return synchronise(
            engine.memory,
            engine.project,
            engine.settings,
            engine.home,
            now=engine.now(),
            report=progress,
        )


def _address(arguments: Namespace) -> Address:
    given: Sequence[str] = arguments.values
    if len(given) > 1:
        raise UsageError(f"sightline team {arguments.action} takes one URL")
    url = given[0] if given else os.environ.get(VARIABLE, "")
    if not url:
        raise UsageError("say which server", hint=f"{URL_HINT}\nor set {VARIABLE}")
    return parse_address(url)


def _open(address: Address) -> TeamDatabase:
    """Connect; a person at a terminal is asked for the password the server wants."""
    try:
        return open_team_database(address)
    except TeamNeedsPassword:
        if not sys.stdin.isatty():
            raise
    password = getpass.getpass(f"password of {address.user}: ")
    return open_team_database(address._replace(password=password))


def _find_project(server: TeamDatabase, engine: Engine, name: str | None) -> TeamProject | None:
    """The project on the server that is this repository, or has this name or id."""
    mine = projects.my_projects(server)
    if name:
        return next((project for project in mine if name in (project.name, project.id)), None)
    here = engine.project
    for project in mine:
        same_root = bool(here.root_commit) and project.root_commit == here.root_commit
        same_remote = bool(here.remote) and project.remote == here.remote
        differs = bool(project.root_commit and here.root_commit) and not same_root
        if (same_remote and not differs) or (same_root and not (project.remote and here.remote)):
            return project
    return None


def _create_project(server: TeamDatabase, engine: Engine, arguments: Namespace) -> TeamProject:
    here = engine.project
    name = arguments.name or here.name
    if not arguments.create:
        known = ", ".join(project.name for project in projects.my_projects(server)) or "none"
        raise UsageError(
            f"you are a member of no project {name!r} on this server",
            hint=f"create it: add --create; or choose one by --as NAME; yours: {known}",
        )
    id = str(uuid.uuid4())
    projects.create_project(server, id, name, remote=here.remote, root_commit=here.root_commit)
    return TeamProject(id, name, here.remote, here.root_commit, 1, "admin")
