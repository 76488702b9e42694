"""The connector: queries by name, whole transactions, private files, clear errors."""

import os
import pathlib
import sqlite3
import stat

import pytest

from sightline.errors import (
    StoreBusy,
    StoreCorrupt,
    StoreError,
    StoreMissing,
    StoreReadOnly,
    StoreRefused,
    StoreTooNew,
)
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.queries import query_text

posix_only = pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")


@pytest.fixture
def path(tmp_path: pathlib.Path) -> str:
    return str(tmp_path / "home" / "memory.db")


def save(database: Database, identity: str, name: str = "n") -> int:
    return database.run(
        "project.save",
        id=identity,
        name=name,
        root="/r",
        common_dir="",
        root_commit="",
        remote="",
        seen=1,
    )


def names(database: Database) -> list[str]:
    return sorted(row[0] for row in database.rows("project.all"))


def test_what_was_written_is_there_after_opening_again(path: str) -> None:
    database = open_database(path, "memory")
    assert save(database, "a") == 1
    database.close()
    database.close()
    database = open_database(path, "memory")
    assert database.value("project.by_id", id="a") == "a"
    assert database.row("project.by_id", id="b") is None
    assert database.value("project.by_id", id="b") is None


def test_a_failed_transaction_leaves_nothing(path: str) -> None:
    database = open_database(path, "memory")
    with pytest.raises(RuntimeError), database.transaction():
        save(database, "a")
        raise RuntimeError
    assert names(database) == []


def test_an_inner_block_fails_alone(path: str) -> None:
    database = open_database(path, "memory")
    with database.transaction():
        save(database, "a")
        with pytest.raises(RuntimeError), database.transaction():
            save(database, "b")
            raise RuntimeError
        with database.transaction():
            save(database, "c")
    assert names(database) == ["a", "c"]


def test_many_writes_all_or_none(path: str) -> None:
    database = open_database(path, "memory")
    with pytest.raises(StoreRefused):
        database.many("meta.write", [{"key": "x", "value": 1}, {"key": None, "value": 2}])
    assert database.value("meta.read", key="x") is None
    database.many("meta.write", [{"key": "x", "value": 1}, {"key": "y", "value": 2}])
    assert database.value("meta.read", key="y") == 2


def test_a_list_travels_as_json(path: str) -> None:
    database = open_database(path, "memory")
    database.run("meta.write", key="list", value=["a", "b"])
    assert database.value("meta.read", key="list") == '["a", "b"]'


def test_half_a_surrogate_pair_stops_nothing(path: str) -> None:
    database = open_database(path, "memory")
    database.run("meta.write", key="odd", value="a\ud800b")
    assert database.value("meta.read", key="odd") == "a?b"


def test_reading_sees_one_state(path: str) -> None:
    one, two = open_database(path, "memory"), open_database(path, "memory")
    with one.reading():
        assert names(one) == []
        save(two, "a")
        assert names(one) == []
    assert names(one) == ["a"]


def test_a_locked_database_is_busy_not_broken(path: str) -> None:
    one = open_database(path, "memory")
    two = open_database(path, "memory", busy_ms=20)
    with one.transaction():
        save(one, "a")
        with pytest.raises(StoreBusy, match="locked"):
            save(two, "b")
        with pytest.raises(StoreBusy), two.transaction():
            pass
        assert names(two) == []
    save(two, "b")
    assert names(one) == ["a", "b"]


def test_an_unknown_query_is_named(path: str) -> None:
    database = open_database(path, "memory")
    with pytest.raises(StoreError, match=r"project\.nothing"):
        database.rows("project.nothing")
    with pytest.raises(StoreError, match="nowhere"):
        query_text("nowhere.nothing")


@posix_only
def test_files_are_for_the_user_alone(path: str) -> None:
    """Ruling 2: mode 0600."""
    before = os.umask(0)
    try:
        database = open_database(path, "memory")
        save(database, "a")
        folder = os.path.dirname(path)
        assert stat.S_IMODE(os.stat(folder).st_mode) == 0o700
        found = {
            name: stat.S_IMODE(os.stat(f"{folder}/{name}").st_mode) for name in os.listdir(folder)
        }
        assert found == dict.fromkeys(("memory.db", "memory.db-wal", "memory.db-shm"), 384)
    finally:
        os.umask(before)


@posix_only
def test_a_file_others_could_read_is_made_private(path: str) -> None:
    open_database(path, "memory").close()
    os.chmod(path, 0o644)
    open_database(path, "memory").close()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600


def test_reading_only_never_makes_or_changes_a_file(path: str) -> None:
    with pytest.raises(StoreMissing):
        open_database(path, "memory", readonly=True)
    assert not os.path.exists(path)
    open_database(path, "memory").close()
    database = open_database(path, "memory", readonly=True)
    assert names(database) == []
    with pytest.raises(StoreReadOnly):
        save(database, "a")


def test_a_path_with_odd_characters_opens_for_reading(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "a b%20?#é" / "memory.db")
    save(open_database(path, "memory"), "a")
    assert names(open_database(path, "memory", readonly=True)) == ["a"]


def test_a_damaged_file_is_said_to_be_damaged(path: str) -> None:
    open_database(path, "memory").close()
    pathlib.Path(path).write_bytes(b"not a database at all" * 400)
    with pytest.raises(StoreCorrupt, match=r"memory\.db"):
        open_database(path, "memory")


def test_a_newer_database_is_refused_unchanged(path: str) -> None:
    open_database(path, "memory").close()
    with sqlite3.connect(path) as raw:
        raw.execute("UPDATE meta SET value = 99 WHERE key = 'compatible_from'")
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = pathlib.Path(path).read_bytes()
    for readonly in (False, True):
        with pytest.raises(StoreTooNew, match="schema 99") as refused:
            open_database(path, "memory", readonly=readonly)
        assert "upgrade" in refused.value.hint
    assert pathlib.Path(path).read_bytes() == before


def test_a_newer_database_that_says_so_is_used(path: str) -> None:
    open_database(path, "memory").close()
    with sqlite3.connect(path) as raw:
        raw.execute("ALTER TABLE project ADD COLUMN colour TEXT")
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    database = open_database(path, "memory")
    save(database, "a")
    assert names(database) == ["a"]
    assert database.version() == 99


def test_another_programs_database_is_left_alone(path: str) -> None:
    os.makedirs(os.path.dirname(path))
    with sqlite3.connect(path) as raw:
        raw.execute("CREATE TABLE theirs (x)")
    raw.close()
    with pytest.raises(StoreError, match="another program"):
        open_database(path, "memory")


def test_a_database_deleted_meanwhile_is_made_again(path: str) -> None:
    database = open_database(path, "memory")
    for ending in ("", "-wal", "-shm"):
        os.unlink(path + ending)
    assert database.moved()
    with database.transaction():
        save(database, "a")
    assert names(open_database(path, "memory")) == ["a"]


def test_a_light_transaction_does_not_wait_for_the_disk_and_the_next_one_does(
    tmp_path: pathlib.Path,
) -> None:
    database = open_database(str(tmp_path / "memory.db"), "memory")

    def level() -> int:
        return int(database.statement("PRAGMA synchronous")[0][0])

    full, normal = 2, 1
    with database.transaction(light=True):
        assert level() == normal
        with database.transaction(light=True):
            database.run("meta.write", key="a", value=1)
        assert level() == normal
    assert level() == full
    with database.transaction(), database.transaction(light=True):
        assert level() == full
    other = sqlite3.connect(str(tmp_path / "memory.db"), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    database.wait_at_most(1)
    with pytest.raises(StoreError), database.transaction(light=True):
        raise AssertionError("it cannot begin")
    assert level() == full
    assert database.value("meta.read", key="a") == 1


@pytest.mark.parametrize("schema", ["memory", "activity", "index"])
def test_journals_stay_below_their_limit_and_go_with_the_last_process(
    tmp_path: pathlib.Path, schema: str
) -> None:
    path = tmp_path / "large.db"
    database = open_database(str(path), schema)
    database.statement("CREATE TABLE large (number INTEGER PRIMARY KEY, text TEXT)")
    for number in range(60):
        with database.transaction():
            database.statement("INSERT INTO large VALUES (?, ?)", (number, "x" * 500_000))
    database.statement("UPDATE large SET text = text || 'y'")  # one transaction above the limit
    with database.transaction():
        database.statement("DELETE FROM large WHERE number = 1")
    assert path.with_name("large.db-wal").stat().st_size <= 16_000_000
    database.close()
    assert not path.with_name("large.db-wal").exists()
