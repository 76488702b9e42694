"""The contract of the connectors: the same queries, blocks and errors on SQLite and PostgreSQL."""

import pathlib
from collections.abc import Callable, Iterator

import pytest
from tests.team_server import TeamServer

from sightline.errors import StoreError, StoreRefused
from sightline.store.sqlite.database import Database, open_database
from sightline.store.team.database import TeamDatabase

Connector = Database | TeamDatabase
Opener = Callable[[], Connector]


@pytest.fixture(params=["sqlite", "postgresql"])
def opener(request: pytest.FixtureRequest, tmp_path: pathlib.Path) -> Iterator[Opener]:
    """Opens connections to one database."""
    if request.param == "sqlite":
        yield lambda: open_database(str(tmp_path / "memory.db"), "memory", busy_ms=100)
    else:
        team: TeamServer = request.getfixturevalue("team")
        yield lambda: team.connect("postgres")


@pytest.fixture
def database(opener: Opener) -> Iterator[Connector]:
    database = opener()
    yield database
    database.close()


def save(database: Connector, key: str, value: object = "1") -> int:
    return database.run("meta.write", key=key, value=value)


def saved(database: Connector, *keys: str) -> list[str]:
    return [key for key in keys if database.row("meta.read", key=key)]


def test_a_query_goes_by_name_and_its_parameters_by_keyword(database: Connector) -> None:
    assert save(database, "a", "it's 100 % :key ::text \\ 漢") == 1
    assert database.value("meta.read", key="a") == "it's 100 % :key ::text \\ 漢"
    assert database.rows("meta.read", key="a") == [("it's 100 % :key ::text \\ 漢",)]
    assert database.row("meta.read", key="b") is None
    assert database.value("meta.read", key="b") is None
    assert save(database, "a", "2") == 1
    assert database.value("meta.read", key="a") == "2"


def test_collections_arrive_as_json(database: Connector) -> None:
    save(database, "list", ["a", {"b": "ü"}])
    assert '"a"' in database.value("meta.read", key="list")


def test_an_unknown_query_is_an_error(database: Connector) -> None:
    with pytest.raises(StoreError, match="no query called"):
        database.rows("meta.unknown")


def test_a_failed_block_leaves_nothing(database: Connector) -> None:
    with pytest.raises(RuntimeError), database.transaction():
        save(database, "a")
        raise RuntimeError
    assert saved(database, "a") == []
    assert not database.inside


def test_an_inner_block_fails_alone(database: Connector) -> None:
    with database.transaction():
        assert database.inside
        save(database, "a")
        with pytest.raises(RuntimeError), database.transaction():
            save(database, "b")
            raise RuntimeError
        with database.transaction():
            save(database, "c")
    assert saved(database, "a", "b", "c") == ["a", "c"]


def test_a_refused_value_is_our_error_and_undoes_its_block(database: Connector) -> None:
    with pytest.raises(StoreRefused), database.transaction():
        save(database, "a")
        database.run("meta.write", key="b", value=None) if isinstance(
            database, TeamDatabase
        ) else database.statement("INSERT INTO project (id) VALUES ('x')")
    assert saved(database, "a") == []


def test_many_writes_all_or_none(database: Connector) -> None:
    rows = [{"key": str(n), "value": "x"} for n in range(5)]
    database.many("meta.write", rows)
    assert saved(database, "0", "4") == ["0", "4"]
    with pytest.raises(Exception):  # noqa: B017  a missing parameter, an error of the driver
        database.many("meta.write", [{"key": "new", "value": "x"}, {"key": "bad"}])
    assert saved(database, "new") == []


def test_others_see_a_block_when_it_is_committed(opener: Opener, database: Connector) -> None:
    other = opener()
    with database.transaction():
        save(database, "a")
        assert saved(other, "a") == []
    assert saved(other, "a") == ["a"]
    other.close()


def test_a_reading_block_sees_one_snapshot(opener: Opener, database: Connector) -> None:
    other = opener()
    with database.reading():
        assert saved(database, "a") == []
        save(other, "a")
        assert saved(database, "a") == []
    assert saved(database, "a") == ["a"]
    other.close()


def test_text_that_cannot_be_stored_is_replaced(database: Connector) -> None:
    save(database, "a", "lone \ud800 surrogate")
    assert database.value("meta.read", key="a").startswith("lone ")


def test_a_connection_may_be_closed_twice(database: Connector) -> None:
    assert database.is_open()
    database.close()
    database.close()
    assert not database.is_open()
