"""`sightline team member` and `audit`: who may do what in the project, and who did what."""

from __future__ import annotations

import secrets
import time
from argparse import Namespace

from sightline.cli import terminal
from sightline.cli.team.connection import no_values, opened_team
from sightline.errors import StoreRefused, UsageError
from sightline.store.sync import Connection
from sightline.store.team import projects
from sightline.store.team.database import TeamDatabase


def member(arguments: Namespace) -> None:
    """List the people of the project, add one, change a role or remove one."""
    with opened_team(arguments) as (_, connection, server):
        if not arguments.values:
            _list(arguments, server, connection)
        elif len(arguments.values) > 1:
            raise UsageError("sightline team member takes one name")
        elif arguments.remove:
            name = arguments.values[0]
            _give(server, connection, name, None)
            terminal.report(arguments, {"removed": name}, f"{name} is no longer a member")
        else:
            _set_role(arguments, server, connection, arguments.values[0])


def _list(arguments: Namespace, server: TeamDatabase, connection: Connection) -> None:
    people = projects.members(server, connection.team_id)
    lines = [f"{person.role:<9} {person.person}" for person in people]
    terminal.report(arguments, [person._asdict() for person in people], "\n".join(lines))


def _set_role(
    arguments: Namespace, server: TeamDatabase, connection: Connection, name: str
) -> None:
    if not arguments.role and not arguments.new_token:
        raise UsageError("say which role", hint=f"sightline team member {name} --role writer")
    token = secrets.token_urlsafe(24)
    is_new = projects.create_login(server, name, token, renew=arguments.new_token)
    if arguments.role:
        _give(server, connection, name, arguments.role)
    value = {"person": name, "role": arguments.role or "", "url": ""}
    text = f"{name} is {arguments.role} of {connection.name}" if arguments.role else ""
    if not is_new:
        text += (
            f"\nthe login {name} existed before and keeps its password; is it the person you mean?"
        )
    if is_new:
        # Shown once and stored nowhere: the server has only a hash of it.
        value["url"] = server.address._replace(user=name, password=token).url()
        text += (
            f"\ngive {name} this address; it is a password and is not shown again:\n{value['url']}"
        )
    terminal.report(arguments, value, text.strip())


def _give(server: TeamDatabase, connection: Connection, name: str, role: str | None) -> None:
    try:
        projects.set_role(server, connection.team_id, name, role)
    except StoreRefused as error:
        hint = "make somebody else an admin first: sightline team member NAME --role admin"
        raise UsageError(str(error.fields["problem"]), hint=hint) from error


def audit(arguments: Namespace) -> None:
    """Say who shared, changed, reviewed and deleted what."""
    no_values(arguments)
    with opened_team(arguments) as (_, connection, server):
        entries = projects.audit(
            server,
            connection.team_id,
            person=arguments.person,
            subject=arguments.memory,
            limit=arguments.limit,
        )
    lines = [
        f"{_date(entry.at)}  {entry.person:<16} {entry.action:<18} {entry.subject}"
        + (f" (revision {entry.revision})" if entry.revision else "")
        for entry in entries
    ]
    empty = "nothing to show; the audit is for reviewers and admins"
    terminal.report(arguments, [entry._asdict() for entry in entries], "\n".join(lines) or empty)


def _date(moment: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(moment / 1000))
