"""Copies of the memory database: made in use, checked, rotated."""

import os
import pathlib
import sqlite3
import stat

import pytest

from sightline.errors import StoreCorrupt
from sightline.store.sqlite import backup
from sightline.store.sqlite.database import open_database

DAY = backup.DAY_MS


@pytest.fixture
def path(tmp_path: pathlib.Path) -> str:
    return str(tmp_path / "memory.db")


def write(path: str, key: str, seconds: int = 0) -> None:
    database = open_database(path, "memory")
    database.run("meta.write", key=key, value=1)
    database.close()
    os.utime(path, (seconds, seconds))


def keys(path: str) -> list[str]:
    raw = sqlite3.connect(path)
    found = [row[0] for row in raw.execute("SELECT key FROM meta WHERE key <> 'compatible_from'")]
    raw.close()
    return sorted(found)


def test_a_copy_holds_what_was_committed_while_others_write(path: str) -> None:
    database = open_database(path, "memory")
    database.run("meta.write", key="a", value=1)
    with database.transaction():
        database.run("meta.write", key="b", value=1)
        copy = backup.back_up(path, now=5)
    assert keys(copy) == ["a"]
    assert os.listdir(os.path.dirname(copy)) == [os.path.basename(copy)], "one file, no journal"
    if os.name == "posix":
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600


def test_one_copy_a_day_and_only_after_a_change(path: str) -> None:
    write(path, "a", seconds=10)
    assert backup.back_up_if_due(path, now=DAY)
    assert backup.back_up_if_due(path, now=DAY + DAY // 2) is None
    assert backup.back_up_if_due(path, now=3 * DAY) is None, "nothing changed"
    write(path, "b", seconds=3 * DAY // 1000)
    assert backup.back_up_if_due(path, now=3 * DAY + 1)
    assert [keys(copy.path) for copy in backup.backups(path)] == [["a", "b"], ["a"]]


def test_the_oldest_copies_go(path: str) -> None:
    write(path, "a")
    for number in range(5):
        backup.back_up(path, now=100 + number, reason=f"before-schema-{number}")
    for day in range(1, 11):
        write(path, "a", seconds=day * DAY // 1000)
        assert backup.back_up_if_due(path, now=day * DAY, keep=7) is not None
    found = backup.backups(path)
    assert [copy.made for copy in found if copy.reason == "daily"] == [
        day * DAY for day in range(10, 3, -1)
    ]
    assert [copy.made for copy in found if copy.reason != "daily"] == [104, 103, 102]


def test_zero_copies_means_none(path: str) -> None:
    write(path, "a", seconds=10)
    assert backup.back_up_if_due(path, now=DAY, keep=0) is None
    assert backup.backups(path) == []


def test_a_damaged_database_never_replaces_a_good_copy(path: str) -> None:
    database = open_database(path, "memory")
    database.many("meta.write", [{"key": f"k{n}", "value": "v" * 500} for n in range(200)])
    database.close()
    good = backup.back_up(path, now=1)
    blob = bytearray(pathlib.Path(path).read_bytes())
    for page in range(3, len(blob) // 4096):
        blob[page * 4096 : page * 4096 + 200] = b"\xff" * 200
    pathlib.Path(path).write_bytes(bytes(blob))
    with pytest.raises(StoreCorrupt):
        backup.back_up(path, now=2)
    assert [copy.path for copy in backup.backups(path)] == [good]
    newest = backup.newest_good(path)
    assert newest and newest.path == good


def test_the_newest_good_copy_is_found_past_a_damaged_one(path: str) -> None:
    write(path, "a")
    good = backup.back_up(path, now=1)
    pathlib.Path(backup.back_up(path, now=2)).write_bytes(b"x" * 9000)
    newest = backup.newest_good(path)
    assert newest == backup.Backup(good, 1, "daily")
