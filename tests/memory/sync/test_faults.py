"""Clients that synchronise at the same time while the server is killed and restarted: nothing is lost."""

import pathlib

import pytest
from benchmarks.lib.postgres import Server, missing
from benchmarks.team_faults import TEAM_ID, Client, run, settle, verify

from sightline.store.team import projects, schema
from sightline.store.team.address import parse_address
from sightline.store.team.database import open_team_database


@pytest.mark.skipif(bool(missing()), reason=missing())
@pytest.mark.parametrize(
    ("clients", "kills"), [(5, 4), pytest.param(20, 20, marks=pytest.mark.heavy)]
)
def test_no_acknowledged_change_is_lost_and_all_replicas_are_equal(
    tmp_path: pathlib.Path, clients: int, kills: int
) -> None:
    server = Server()
    try:
        owner = open_team_database(parse_address(server.url()))
        schema.set_up(owner)
        projects.create_project(owner, TEAM_ID, "shop", remote="", root_commit="")
        for number in range(clients):
            projects.create_login(owner, f"person{number}", "a password", renew=False)
            projects.set_role(owner, TEAM_ID, f"person{number}", "writer")
        owner.close()
        team = [Client(number, str(tmp_path), server.url()) for number in range(clients)]
        assert run(team, server, kills, 0.4) == kills
        settle(team)
        result = verify(team, server)
    finally:
        server.stop()
    assert result["acknowledged"] > 10 * clients
    assert result["failed_synchronisations"] > 0
    assert (result["lost"], result["replicas_that_differ"], result["doubled"]) == (0, 0, 0)
    assert result["unsent"] == 0
