"""The address of a team server: read, shown without its password, encrypted, stored for its owner only."""

import os
import pathlib
import stat

import pytest

from sightline.errors import (
    MissingExtra,
    TeamInsecure,
    TeamNotTrusted,
    TeamUnreachable,
    UsageError,
)
from sightline.store.team import database
from sightline.store.team.address import credentials_path, forget, parse_address, recall, remember


@pytest.mark.parametrize(
    ("url", "name"),
    [
        ("postgresql://alice@db.example.com/team", "alice@db.example.com:5432/team"),
        ("postgres://al%40ice:s%2Fc@[::1]:6000/te%20am", "al@ice@[::1]:6000/te am"),
        ("postgresql:///team?host=/run/pg&user=alice", "alice@/run/pg:5432/team"),
        ("postgresql://alice@h", "alice@h:5432/alice"),
    ],
)
def test_an_address_is_read_and_written(url: str, name: str) -> None:
    address = parse_address(url)
    assert address.name == name
    assert parse_address(address.url()) == address


@pytest.mark.parametrize(
    "url",
    [
        *("mysql://a@h/d", "alice", "", "postgresql://h:port/d", "postgresql://h/d"),
        "postgresql://a@h/d?options=-csearch_path%3Dx",
    ],
)
def test_a_wrong_address_is_refused_without_repeating_it(url: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse_address(url.replace("@", ":pa55@"))
    assert "pa55" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]", ""])
def test_on_this_machine_encryption_is_not_required(host: str) -> None:
    assert "sslmode" not in parse_address(f"postgresql://a@{host}/d").parameters()


def test_to_another_machine_it_is_required_and_the_certificate_checked() -> None:
    parameters = parse_address("postgresql://a@db.example.com/d").parameters()
    assert (parameters["sslmode"], parameters["sslrootcert"]) == ("verify-full", "system")
    for mode in ("disable", "allow", "prefer", "nonsense"):
        with pytest.raises(TeamInsecure):
            parse_address(f"postgresql://a@db.example.com/d?sslmode={mode}").parameters()
    for mode in ("require", "verify-ca"):
        parameters = parse_address(f"postgresql://a@db.example.com/d?sslmode={mode}").parameters()
        assert parameters["sslmode"] == mode


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://a@localhost/d?hostaddr=192.0.2.1&sslmode=disable",
        "postgresql://a@localhost.example.com/d?sslmode=disable",
        "postgresql:///d?user=a&host=localhost,192.0.2.1&sslmode=disable",
    ],
)
def test_a_name_that_only_looks_local_is_not(url: str) -> None:
    with pytest.raises(TeamInsecure):
        parse_address(url).parameters()


def test_credentials_are_for_their_owner_only(tmp_path: pathlib.Path) -> None:
    home = str(tmp_path / "home")
    address = parse_address("postgresql://alice:pa55@h/d")
    remember(address, home)
    assert recall(address.name, home, {}) == address
    if os.name == "posix":
        assert stat.S_IMODE(os.stat(credentials_path(home)).st_mode) == 0o600
    other = {"SIGHTLINE_TEAM_URL": "postgresql://alice:newer@h/d"}
    assert (recall(address.name, home, other) or address).password == "newer"
    assert forget(address.name, home) and not forget(address.name, home)
    assert recall(address.name, home, {}) is None


def test_a_server_that_does_not_answer_is_named_without_the_password(
    tmp_path: pathlib.Path,
) -> None:
    pytest.importorskip("psycopg")
    address = parse_address(f"postgresql:///d?host={tmp_path}&user=alice&password=pa55word")
    with pytest.raises(TeamUnreachable) as caught:
        database.open_team_database(address)
    assert "pa55word" not in caught.value.message
    assert address.hidden("url postgresql://alice:pa55word@h") == "url postgresql://alice:***@h"


def test_without_the_extra_the_error_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(database, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra) as caught:
        database.open_team_database(parse_address("postgresql://a@localhost/d"))
    assert 'pip install "sightline[team]"' in caught.value.hint


def test_a_certificate_that_is_not_trusted_is_not_called_an_unreachable_server() -> None:
    psycopg = pytest.importorskip("psycopg")
    server = database.TeamDatabase(
        parse_address("postgresql://alice:pa55word@db.example.com/memories")
    )
    said = 'connection to server at "db.example.com" failed: SSL error: certificate verify failed'
    error = server._login_failure(psycopg.OperationalError(f"connection failed: {said}"))
    assert isinstance(error, TeamNotTrusted)
    assert "certificate verify failed" in error.message and "pa55" not in error.message
