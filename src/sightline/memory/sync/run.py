"""Runs the synchronisation of one project: finds its server, keeps others out, records how it went."""

from __future__ import annotations

import os
from collections.abc import Callable

from sightline.errors import NotConnected, SightlineError, StoreBusy, UsageError
from sightline.memory.sync.content import Rules
from sightline.memory.sync.transfer import Sync, SyncReport
from sightline.model.project import Project
from sightline.process.private_files import log_failure, try_lock
from sightline.settings.load import Settings
from sightline.store import sync
from sightline.store.sqlite.database import Database
from sightline.store.sync import Connection
from sightline.store.team import schema
from sightline.store.team.address import recall
from sightline.store.team.database import TeamDatabase, open_team_database
from sightline.workspace.privacy import Denier, is_paused

LOCK_MS = 30_000


def connection_of(local: Database, project: Project) -> Connection:
    """How a project is connected; raises NotConnected."""
    connection = sync.connection(local, project.id)
    if connection is None:
        raise NotConnected()
    return connection


def open_server(connection: Connection, home: str) -> TeamDatabase:
    """Connect to the server of a project and check its schema."""
    address = recall(connection.server, home)
    if address is None:
        raise UsageError(
            f"no credentials for {connection.server}",
            hint="connect again: sightline team connect URL; or set SIGHTLINE_TEAM_URL",
        )
    server = open_team_database(address)
    try:
        schema.require(server)
    except SightlineError:
        server.close()
        raise
    return server


def rules_of(project: Project, settings: Settings) -> Rules:
    """What the settings let out of this project."""
    return Rules(settings.texts("team.kinds"), Denier(settings.texts("privacy.deny"), project.root))


def synchronise(
    local: Database,
    project: Project,
    settings: Settings,
    home: str,
    *,
    now: int,
    report: Callable[[str, int], None] = lambda what, count: None,
) -> SyncReport:
    """Send and take everything of one project; a failure is recorded, and raised."""
    connection = connection_of(local, project)
    lock = try_lock(os.path.join(home, "team.lock"), wait_ms=LOCK_MS)
    if lock is None:
        raise StoreBusy(path=connection.server)
    with lock:
        connection = connection_of(local, project)
        sync.note_attempt(local, project.id, now)
        try:
            server = open_server(connection, home)
            try:
                rules = rules_of(project, settings)
                outcome = Sync(local, server, connection, rules, now=now, report=report).run()
            finally:
                server.close()
        except SightlineError as error:
            sync.note_end(local, project.id, now, error.message)
            raise
        sync.note_end(local, project.id, now, "")
    return outcome


def synchronise_quietly(
    local: Database, project: Project, settings: Settings, home: str, *, now: int
) -> None:
    """Synchronise in a background process if it is due; a failure is recorded and not raised."""
    seconds = settings.integer("team.sync_seconds")
    if not sync.is_due(local, project.id, seconds, now) or is_paused(project, home):
        return
    try:
        synchronise(local, project, settings, home, now=now)
    except SightlineError:
        # The next attempt follows; `sightline team status` and `doctor` say why this one failed.
        log_failure()
