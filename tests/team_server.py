"""A team server for tests: a database of its own on a PostgreSQL server that all tests of a process share."""

import contextlib
import itertools
import pathlib
import sys
import uuid

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

from benchmarks.lib.postgres import Server

from sightline.errors import TeamNeedsPassword
from sightline.store.team import projects, schema
from sightline.store.team.address import Address, parse_address
from sightline.store.team.database import TeamDatabase, open_team_database

_numbers = itertools.count(1)


class TeamServer:
    """One database with the schema and one project; `connect` logs a person in."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.name = f"team{next(_numbers)}"
        self._open: list[TeamDatabase] = []
        with_maintenance = open_team_database(parse_address(server.url()))
        with_maintenance.statement(f"CREATE DATABASE {self.name}")
        with_maintenance.close()
        self.owner = self.connect("postgres")
        schema.set_up(self.owner)
        self.project = self.create_project("shop")

    def url(self, person: str) -> str:
        return self.server.url(self.name, person)

    def address(self, person: str) -> Address:
        return parse_address(self.url(person))

    def connect(self, person: str) -> TeamDatabase:
        database = open_team_database(self.address(person))
        self._open.append(database)
        return database

    def create_project(self, name: str) -> str:
        id = str(uuid.uuid4())
        projects.create_project(self.owner, id, name, remote="", root_commit="")
        return id

    def add(self, person: str, role: str, project: str = "") -> TeamDatabase:
        """Give a person a role, with a login where there is none, and log in."""
        projects.create_login(self.owner, person, "correct horse battery", renew=False)
        projects.set_role(self.owner, project or self.project, person, role)
        return self.connect(person)

    def require_passwords(self) -> None:
        """Let nobody into this database without a password from now on, but its owner."""
        rules = self.server.data / "pg_hba.conf"
        mine = f"local {self.name} postgres trust\nlocal {self.name},nothing all scram-sha-256\n"
        rules.write_text(mine + rules.read_text())
        self.owner.statement("SELECT pg_reload_conf()")
        with contextlib.suppress(TeamNeedsPassword):
            while True:
                open_team_database(self.address("nobody_here")).close()

    def close(self) -> None:
        for database in self._open:
            database.close()
