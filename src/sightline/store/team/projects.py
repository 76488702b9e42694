"""Projects on a team server: who may do what in them, and who did what."""

from __future__ import annotations

from typing import NamedTuple

from sightline.store.team.database import TeamDatabase

ROLES = ("reader", "writer", "reviewer", "admin")


class TeamProject(NamedTuple):
    """A project on the server, with this person's role; `seq` is the number of its last change."""

    id: str
    name: str
    remote: str
    root_commit: str
    seq: int
    role: str

    def may(self, role: str) -> bool:
        """Whether this person has at least this role."""
        return ROLES.index(self.role) >= ROLES.index(role)


class Member(NamedTuple):
    """A person of a project, and who added it when."""

    person: str
    role: str
    added_by: str
    added: int


class AuditEntry(NamedTuple):
    """Who did what to which memory or member; never what it said."""

    seq: int
    at: int
    person: str
    action: str
    subject: str
    revision: int


def my_projects(database: TeamDatabase) -> list[TeamProject]:
    """The projects of this person."""
    return [TeamProject._make(row) for row in database.rows("remote.my_projects")]


def my_project(database: TeamDatabase, id: str) -> TeamProject | None:
    """One project of this person."""
    row = database.row("remote.my_project", project=id)
    return TeamProject._make(row) if row else None


def create_project(
    database: TeamDatabase, id: str, name: str, *, remote: str, root_commit: str
) -> None:
    """Create a project; this person becomes its admin."""
    database.row(
        "remote.create_project", project=id, name=name, remote=remote, root_commit=root_commit
    )


def members(database: TeamDatabase, project: str) -> list[Member]:
    """Who may do what in a project."""
    return [Member._make(row) for row in database.rows("remote.members", project=project)]


def set_role(database: TeamDatabase, project: str, person: str, role: str | None) -> None:
    """Give a person a role in a project; None removes the person from it."""
    database.row("remote.set_member", project=project, person=person, role=role)


def create_login(database: TeamDatabase, person: str, password: str, *, renew: bool) -> bool:
    """Create the login of a person; False if it exists and should keep its password."""
    verifier = database.verifier(person, password)
    return bool(
        database.value("remote.create_login", person=person, verifier=verifier, renew=renew)
    )


def audit(
    database: TeamDatabase, project: str, *, person: str = "", subject: str = "", limit: int = 50
) -> list[AuditEntry]:
    """Who did what in a project, newest first."""
    rows = database.rows(
        "remote.audit", project=project, person=person, subject=subject, limit=limit
    )
    return [AuditEntry._make(row) for row in rows]
