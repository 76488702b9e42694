"""`sightline team` as people use it: from an empty database to a team that shares."""

import json
import os
import pathlib
import stat
import subprocess
import sys
from collections.abc import Callable

import pytest
from benchmarks.lib.postgres import Server
from tests.conftest import Sightline
from tests.team_server import TeamServer

Person = Callable[..., "subprocess.CompletedProcess[str]"]


def repository(path: pathlib.Path) -> pathlib.Path:
    """A repository with one commit and a remote, as every clone of it has."""
    path.mkdir()
    environ = {
        **os.environ,
        "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
        "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    }
    for command in (
        ["init", "-q", "-b", "main"],
        ["remote", "add", "origin", "https://git.example.com/shop.git"],
        [
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@t",
            "commit",
            "-q",
            "--allow-empty",
            "-m",
            "first",
        ],
    ):
        subprocess.run(["git", *command], cwd=path, check=True, env=environ)
    return path


@pytest.fixture
def people(tmp_path: pathlib.Path, sightline: Sightline) -> Callable[[str], Person]:
    """Runs commands as a person with a machine and a clone of their own."""

    def person(name: str) -> Person:
        clone = tmp_path / name
        if not clone.exists():
            repository(clone)

        def run(*arguments: str, **environ: str) -> "subprocess.CompletedProcess[str]":
            home = str(tmp_path / f"{name}-home")
            return sightline(*arguments, cwd=clone, SIGHTLINE_HOME=home, **environ)

        return run

    return person


def test_a_team_shares_through_a_server(postgres: Server, people: Callable[[str], Person]) -> None:
    alice, bob = people("alice"), people("bruno")
    # The owner sets the database up and creates the project.
    team = TeamServer(postgres)
    team.owner.statement("DROP SCHEMA sightline CASCADE")
    url = team.url("postgres")
    assert "schema created" in alice("team", "setup", url).stdout
    assert "up to date" in alice("team", "setup", url).stdout
    refused = alice("team", "connect", url)
    assert refused.returncode == 2 and "--create" in refused.stderr
    assert "as admin" in alice("team", "connect", url, "--create").stdout
    # A person is let in with an address that is shown once.
    # Logins belong to the whole server, which other tests use, too: this name is only here.
    added = json.loads(alice("team", "member", "bruno", "--role", "writer", "--json").stdout)
    joined = bob("team", "connect", added["url"])
    assert "as writer" in joined.stdout and "sightline team share" in joined.stdout
    # What one shares, the other has.
    saved = json.loads(
        alice("remember", "Prices are integers in cents", "--kind", "decision", "--json").stdout
    )
    id = saved["memory_id"]
    assert "shared 1 memory" in alice("team", "share", id).stdout
    assert "received 1" in bob("team", "sync").stdout
    shown = bob("recall", "prices")
    assert "Prices are integers in cents" in shown.stdout
    assert id in bob("team", "search", "price", "rounding").stdout
    # Both change it: the reviewer decides.
    edited = alice("edit", id, "--text", "Prices are decimals")
    assert "next synchronisation sends it to the team" in edited.stdout
    bob("edit", id, "--text", "Prices are floats")
    bob("team", "sync")
    conflict = alice("team", "sync")
    assert f"sightline team review {id}" in conflict.stdout
    waiting = json.loads(alice("team", "review", "--json").stdout)
    texts = {one["record"]["text"]: one["revision"] for one in waiting[0]["revisions"]}
    assert texts.keys() == {"Prices are floats", "Prices are decimals"}
    denied = bob("team", "review", id)
    assert denied.returncode == 1 and "role reviewer" in denied.stderr
    for person in (alice, bob):
        person("team", "sync")
        assert f"changed by two people at once: {id}" in person("team").stdout
        assert json.loads(person("team", "--json").stdout)["to_review"] == [id]
        assert "two people changed it at once: ask" in person("recall", "prices").stdout
    taken = texts["Prices are decimals"]
    assert "stands" in alice("team", "review", id, "--take", str(taken)).stdout
    bob("team", "sync")
    for person in (alice, bob):
        assert "Prices are decimals" in person("show", id).stdout
        assert "two people" not in person("show", id).stdout + person("team").stdout
    assert "synced, by postgres" in bob("blame", id).stdout
    # Who did what is on record; deleting is real.
    assert "next synchronisation deletes it for the team" in alice("forget", id).stdout
    alice("team", "sync"), bob("team", "sync")
    assert "Prices" not in bob("recall", "prices").stdout
    audit = json.loads(alice("team", "audit", "--memory", id, "--json").stdout)
    assert [entry["action"] for entry in audit] == [
        *("delete", "review", "concurrent change", "change", "share")
    ]
    assert "for reviewers and admins" in bob("team", "audit").stdout
    roles = json.loads(alice("team", "member", "--json").stdout)
    assert {(person["person"], person["role"]) for person in roles} == {
        ("postgres", "admin"),
        ("bruno", "writer"),
    }
    last = alice("team", "member", "postgres", "--remove")
    assert last.returncode == 2 and "--role admin" in last.stderr
    again = alice("team", "member", "bruno", "--role", "reader")
    assert "the login bruno existed before" in again.stdout
    alice("team", "member", "bruno", "--remove")
    gone = bob("team", "sync")
    assert gone.returncode == 1 and "not a member" in gone.stderr
    assert "disconnected" in bob("team", "disconnect").stdout
    assert "not connected" in bob("team").stdout
    team.close()


def test_a_password_is_kept_private_and_never_shown(
    team: TeamServer, people: Callable[[str], Person], tmp_path: pathlib.Path
) -> None:
    alice = people("alice")
    team.add("carol", "writer")
    secret = "pa55/word-of-carol"
    url = team.url("carol").replace("carol@", "carol:pa55%2Fword-of-carol@")
    results = [
        alice("team", "connect", url, "--as", "shop"),
        alice("team", "status", "--json"),
        alice("team", "sync"),
        alice("doctor"),
        alice("team", "connect", url.replace("host=", "host=/nowhere"), "--as", "shop"),
        alice("team", "connect", url.replace("/team", "/nothing"), "--as", "shop"),
        alice("team", "connect", url.replace("postgresql", "mysql")),
    ]
    assert [result.returncode for result in results[:3]] == [0, 0, 0]
    assert [result.returncode for result in results[4:]] == [1, 1, 2]
    for result in results:
        for word in (secret, "pa55"):
            assert word not in result.stdout + result.stderr
    home = tmp_path / "alice-home"
    kept = home / "team-credentials.json"
    assert "pa55%2Fword-of-carol" in kept.read_text()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    for path in [*home.rglob("*"), *(tmp_path / "alice").rglob("*")]:
        if path.is_file() and path != kept:
            assert b"pa55" not in path.read_bytes(), path
    alice("team", "disconnect")
    assert "pa55" not in kept.read_text()


def test_the_password_may_stay_in_the_environment(
    team: TeamServer, people: Callable[[str], Person], tmp_path: pathlib.Path
) -> None:
    alice = people("alice")
    team.add("carol", "writer")
    url = team.url("carol").replace("carol@", "carol:pa55word@")
    connected = alice("team", "connect", "--as", "shop", "--no-store", SIGHTLINE_TEAM_URL=url)
    assert connected.returncode == 0, connected.stderr
    assert "pa55" not in (tmp_path / "alice-home" / "team-credentials.json").read_text()
    assert alice("team", "sync", SIGHTLINE_TEAM_URL=url).returncode == 0


def test_a_wrong_login_is_not_called_an_unreachable_server(
    team: TeamServer, people: Callable[[str], Person]
) -> None:
    alice = people("alice")
    team.add("carol", "writer")
    team.require_passwords()
    url = team.url("carol")
    asked = alice("team", "connect", url, "--as", "shop")
    assert asked.returncode == 1 and "wants a password" in asked.stderr
    assert "PGPASSWORD" in asked.stderr
    wrong = alice("team", "connect", url.replace("carol@", "carol:no@"), "--as", "shop")
    assert "refused the login: password authentication failed" in wrong.stderr
    assert "--new-token" in wrong.stderr and "when it answers again" not in wrong.stderr
    right = url.replace("carol@", "carol:correct%20horse%20battery@")
    missing = alice("team", "connect", right.replace(f"/{team.name}", "/nothing"))
    assert "does not exist" in missing.stderr and "cannot be reached" not in missing.stderr
    assert "as writer" in alice("team", "connect", right, "--as", "shop").stdout


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_person_at_a_terminal_is_asked_for_the_password(
    team: TeamServer, tmp_path: pathlib.Path
) -> None:
    team.add("carol", "writer")
    team.require_passwords()
    clone = repository(tmp_path / "carol")
    command = ["-m", "sightline", "team", "connect", team.url("carol"), "--as", "shop"]
    environ = {**os.environ, "SIGHTLINE_HOME": str(tmp_path / "home")}
    child, terminal = os.forkpty()
    if not child:
        os.chdir(clone)
        os.execve(sys.executable, [sys.executable, *command], environ)
    shown = b""
    while b"password of carol" not in shown:
        shown += os.read(terminal, 1000)
    os.write(terminal, b"correct horse battery\n")
    try:
        while more := os.read(terminal, 1000):
            shown += more
    except OSError:
        pass  # how Linux says that the other end was closed
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0, shown
    assert b"as writer" in shown and b"correct horse" not in shown


def test_without_the_server_nothing_is_lost_and_work_goes_on(
    postgres: Server, people: Callable[[str], Person]
) -> None:
    team = TeamServer(postgres)
    alice = people("alice")
    alice("team", "connect", team.url("postgres"), "--as", "shop")
    team.close()
    postgres.kill()
    try:
        saved = alice("remember", "Orders are never deleted", "--kind", "decision")
        assert saved.returncode == 0
        shared = alice("team", "share", "--all", "--kind", "decision")
        assert shared.returncode == 0 and "will be sent" in shared.stdout
        failed = alice("team", "sync")
        assert failed.returncode == 1 and "cannot be reached" in failed.stderr
        state = json.loads(alice("team", "--json").stdout)
        assert state["waiting"] == 1 and "cannot be reached" in state["problem"]
        assert "cannot be reached" in alice("doctor").stdout
    finally:
        postgres.start()
    assert "sent 1" in alice("team", "sync").stdout
    assert "1 change" not in alice("team").stdout


def test_a_personal_memory_is_not_shared(team: TeamServer, people: Callable[[str], Person]) -> None:
    alice = people("alice")
    alice("team", "connect", team.url("postgres"), "--as", "shop")
    saved = alice("remember", "Look at the cart", "--kind", "pin", "--json")
    id = json.loads(saved.stdout)["memory_id"]
    refused = alice("team", "share", id)
    assert refused.returncode == 2 and "personal" in refused.stderr


def test_plain_text_to_another_machine_is_refused(people: Callable[[str], Person]) -> None:
    pytest.importorskip("psycopg")
    refused = people("alice")("team", "connect", "postgresql://alice@192.0.2.1/team?sslmode=prefer")
    assert refused.returncode == 1
    assert "not be encrypted" in refused.stderr and "verify-full" in refused.stderr


def test_the_schema_is_printed_for_those_who_run_it(sightline: Sightline) -> None:
    assert "FORCE ROW LEVEL SECURITY" in sightline("team", "schema").stdout
    assert (
        "create_distributed_table('memory', 'project_id'"
        in sightline("team", "schema", "--citus").stdout
    )


def test_an_unconnected_project_is_told_how_to_connect(sightline: Sightline) -> None:
    for action in ("sync", "share", "audit", "member", "review", "disconnect"):
        result = sightline("team", action)
        assert result.returncode == 1 and "sightline team connect" in result.stderr
    assert sightline("team", "connect").returncode == 2
