"""What this machine knows about its team servers: connections, revisions and changes to send.

The tables are in the memory database; triggers there enter every changed memory into the outbox.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sightline.store.sqlite.database import Database


class Connection(NamedTuple):
    """How a project is connected: server, the project's id there, and how far it was synchronised."""

    project: str
    server: str
    team_id: str
    name: str
    role: str
    cursor: int
    attempted: int
    synced: int
    problem: str


class OutboxEntry(NamedTuple):
    """A changed memory, and the revision and digest that the server acknowledged."""

    number: int
    id: str
    revision: int
    digest: str


class Known(NamedTuple):
    """What the server has of a memory."""

    revision: int
    digest: str


class Waiting(NamedTuple):
    """How many changes wait to be sent, and how many of them were refused."""

    changes: int
    refused: int


class Problem(NamedTuple):
    """A memory that was not sent, and why."""

    id: str
    problem: str


def connection(database: Database, project: str) -> Connection | None:
    """How a project is connected, or None."""
    row = database.row("sync.project", project=project)
    return Connection._make(row) if row else None


def connections(database: Database) -> list[Connection]:
    """Every connected project."""
    return [Connection._make(row) for row in database.rows("sync.projects")]


def connect(
    database: Database, project: str, *, server: str, team_id: str, name: str, role: str
) -> None:
    """Connect a project; what was shared before is compared with the server at the next sync."""
    with database.transaction():
        before = connection(database, project)
        if before is not None and before.team_id != team_id:
            database.run("sync.forget_revisions", project=project)
        database.run(
            "sync.connect", project=project, server=server, team_id=team_id, name=name, role=role
        )
        database.run("sync.enter_all", project=project)


def disconnect(database: Database, project: str) -> None:
    """Disconnect a project; its memories stay."""
    with database.transaction():
        for query in ("sync.disconnect", "sync.forget_revisions", "sync.forget_outbox"):
            database.run(query, project=project)


def start_over(database: Database, project: str) -> None:
    """Compare everything anew, because the server was restored from an older state."""
    with database.transaction():
        database.run("sync.forget_revisions", project=project)
        database.run("sync.move_cursor", project=project, cursor=0)
        database.run("sync.enter_all", project=project)


def is_due(database: Database, project: str, seconds: int, now: int) -> bool:
    """Whether a project is connected and was not synchronised for so long; 0 means never."""
    here = connection(database, project)
    # A clock that was set back must not stop it.
    return here is not None and seconds > 0 and not 0 <= now - here.attempted < seconds * 1000


def note_attempt(database: Database, project: str, now: int) -> None:
    """Note that a synchronisation begins."""
    database.run("sync.attempt", project=project, now=now)


def note_end(database: Database, project: str, now: int, problem: str) -> None:
    """Note how a synchronisation ended; an empty problem means well."""
    database.run("sync.finish", project=project, now=now, problem=problem)


def set_role(database: Database, project: str, role: str) -> None:
    """Note the role that the server gives this person."""
    database.run("sync.set_role", project=project, role=role)


def move_cursor(database: Database, project: str, cursor: int) -> None:
    """Note up to which change everything was taken from the server."""
    database.run("sync.move_cursor", project=project, cursor=cursor)


def outbox(database: Database, project: str, after: int, limit: int) -> list[OutboxEntry]:
    """The oldest changes after a number."""
    rows = database.rows("sync.outbox", project=project, after=after, limit=limit)
    return [OutboxEntry._make(row) for row in rows]


def waiting(database: Database, project: str) -> Waiting:
    """How many changes wait to be sent."""
    row = database.row("sync.waiting", project=project)
    return Waiting._make(row) if row else Waiting(0, 0)


def problems(database: Database, project: str) -> list[Problem]:
    """The changes that could not be sent, and why."""
    return [Problem._make(row) for row in database.rows("sync.problems", project=project)]


def changed_among(database: Database, ids: Sequence[str]) -> set[str]:
    """Which of these memories changed since they were sent."""
    return {id for (id,) in database.rows("sync.in_outbox", ids=list(ids))}


def leave_outbox(database: Database, entry: OutboxEntry) -> None:
    """Take a change out of the outbox, unless a newer one took its place."""
    database.run("sync.leave_outbox", id=entry.id, number=entry.number)


def drop(database: Database, id: str) -> None:
    """Take a memory out of the outbox, whatever changed."""
    database.run("sync.drop", id=id)


def refuse(database: Database, entry: OutboxEntry, problem: str) -> None:
    """Keep a change in the outbox, with the reason why it was not sent."""
    database.run("sync.refuse", id=entry.id, number=entry.number, problem=problem)


def acknowledge(database: Database, project: str, id: str, revision: int, digest: str) -> None:
    """Note what the server has of a memory."""
    database.run("sync.acknowledge", id=id, project=project, revision=revision, digest=digest)


def known(database: Database, id: str) -> Known | None:
    """What the server has of a memory, or None."""
    row = database.row("sync.known", id=id)
    return Known._make(row) if row else None


def set_scope(database: Database, project: str, ids: Sequence[str], scope: str) -> int:
    """Say whose these memories are; how many changed."""
    return database.run("sync.set_scope", project=project, ids=list(ids), scope=scope)


def replaces_shared(database: Database, project: str, id: str) -> bool:
    """Whether a memory takes the place of one that is shared."""
    return database.value("sync.replaces_shared", project=project, id=id) is not None
