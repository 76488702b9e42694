"""Damage: what is derived is built again, what is not comes back from a backup."""

import os
import pathlib
import sqlite3

import pytest

from sightline.errors import StoreCorrupt, StoreTooNew
from sightline.store.sqlite import backup, repair
from sightline.store.sqlite.database import SCHEMAS, open_database


@pytest.fixture
def path(tmp_path: pathlib.Path) -> str:
    """A memory database with a table's worth of rows and a full text."""
    path = str(tmp_path / "memory.db")
    database = open_database(path, "memory")
    database.statement("CREATE VIRTUAL TABLE sample_text USING fts5 (words)")
    database.statement("CREATE TABLE sample (id INTEGER PRIMARY KEY, name TEXT)")
    database.statement("CREATE INDEX sample_name ON sample (name)")
    with database.transaction():
        for number in range(500):
            database.statement("INSERT INTO sample (name) VALUES (?)", (f"name {number}" * 8,))
            database.statement("INSERT INTO sample_text (words) VALUES (?)", (f"word{number}",))
    database.close()
    return path


def damage_pages_of(path: str, name: str) -> None:
    raw = sqlite3.connect(path)
    root = raw.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (name,)).fetchone()[0]
    size = raw.execute("PRAGMA page_size").fetchone()[0]
    raw.close()
    with open(path, "r+b") as file:
        file.seek((root - 1) * size)
        file.write(b"\xee" * size)


def test_a_sound_database_has_no_problems(path: str) -> None:
    assert repair.check(path) == repair.Health(())
    assert repair.mend(path) == repair.Health(())


def behind_sqlites_back(path: str, sql: str, values: tuple[object, ...] = ()) -> None:
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA writable_schema=ON")
    raw.execute(sql, values)
    raw.commit()
    raw.close()


def test_a_damaged_index_is_built_again(path: str) -> None:
    raw = sqlite3.connect(path)
    entry = raw.execute("SELECT * FROM sqlite_master WHERE name = 'sample_name'").fetchone()
    raw.close()
    behind_sqlites_back(path, "DELETE FROM sqlite_master WHERE name = 'sample_name'")
    behind_sqlites_back(path, "INSERT INTO sample (name) VALUES ('not in the index')")
    behind_sqlites_back(path, "INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", entry)
    assert repair.check(path, thorough=True).problems
    assert "indexes" in repair.mend(path).mended
    assert repair.check(path, thorough=True) == repair.Health(())


def test_a_damaged_full_text_is_built_again(path: str) -> None:
    raw = sqlite3.connect(path)
    raw.execute("DELETE FROM sample_text_data WHERE id > 10")
    raw.commit()
    raw.close()
    assert repair.check(path).problems == ()
    assert repair.check(path, thorough=True).problems
    health = repair.mend(path)
    assert "full text of sample_text" in health.mended
    database = open_database(path, "memory")
    found = database.statement("SELECT rowid FROM sample_text WHERE sample_text MATCH 'word7'")
    assert found == [(8,)]


def test_damaged_memories_are_left_and_the_way_back_is_named(path: str) -> None:
    """FG-48, ruling 40: damage is said and never overwritten."""
    good = backup.back_up(path, now=1)
    damage_pages_of(path, "sample")
    before = pathlib.Path(path).read_bytes()
    with pytest.raises(StoreCorrupt, match=r"memory\.db") as damaged:
        repair.mend(path)
    assert good in damaged.value.hint
    assert pathlib.Path(path).read_bytes() == before


def test_damage_met_by_a_query_is_remembered_as_a_suspicion(path: str) -> None:
    damage_pages_of(path, "sample")
    database = open_database(path, "memory")
    with pytest.raises(StoreCorrupt):
        database.statement("SELECT count(name) FROM sample NOT INDEXED")
    assert repair.is_suspect(path)
    with pytest.raises(StoreCorrupt, match="damaged"):
        repair.mend(path)
    assert repair.is_suspect(path)


def test_a_restored_backup_is_the_store_and_the_old_file_is_kept(path: str) -> None:
    good = backup.back_up(path, now=1)
    long_lived = open_database(path, "memory")
    long_lived.run("meta.write", key="after the backup", value=1)
    kept = repair.restore(path, good, now=7)
    assert os.path.exists(kept)
    # A process that had it open goes on with the restored one.
    long_lived.run("meta.write", key="after restoring", value=1)
    fresh = open_database(path, "memory")
    assert fresh.value("meta.read", key="after restoring") == 1
    assert fresh.value("meta.read", key="after the backup") is None
    assert repair.check(path, thorough=True).problems == ()
    old = sqlite3.connect(kept)
    assert old.execute("SELECT 1 FROM meta WHERE key = 'after the backup'").fetchone() == (1,)
    assert os.path.exists(good)


def test_a_file_damaged_beyond_opening_is_restored(path: str) -> None:
    good = backup.back_up(path, now=1)
    pathlib.Path(path).write_bytes(b"nothing" * 2000)
    with pytest.raises(StoreCorrupt) as damaged:
        repair.mend(path)
    assert good in damaged.value.hint
    repair.restore(path, good, now=7)
    assert not repair.is_suspect(path)
    assert open_database(path, "memory").version() == SCHEMAS["memory"].version


def test_a_damaged_or_newer_backup_is_not_restored(path: str, tmp_path: pathlib.Path) -> None:
    bad = tmp_path / "bad.db"
    bad.write_bytes(b"x" * 5000)
    with pytest.raises(StoreCorrupt):
        repair.restore(path, str(bad), now=1)
    newer = backup.back_up(path, now=1)
    raw = sqlite3.connect(newer)
    raw.execute("UPDATE meta SET value = 99 WHERE key = 'compatible_from'")
    raw.execute("PRAGMA user_version=99")
    raw.commit()
    raw.close()
    with pytest.raises(StoreTooNew):
        repair.restore(path, newer, now=1)
    assert repair.check(path).problems == ()


def test_a_newer_backup_that_this_program_may_use_is_restored(path: str) -> None:
    newer = backup.back_up(path, now=1)
    raw = sqlite3.connect(newer)
    raw.execute("PRAGMA user_version=99")
    raw.commit()
    raw.close()
    repair.restore(path, newer, now=7)
    assert open_database(path, "memory").version() == 99


@pytest.mark.parametrize("schema", sorted(set(SCHEMAS) - {"memory"}))
def test_a_damaged_disposable_database_starts_anew(schema: str, tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "some.db")
    database = open_database(path, schema)
    database.run("meta.write", key="k", value="v" * 9000)
    database.close()
    pathlib.Path(path).write_bytes(b"garbage" * 3000)
    with pytest.raises(StoreCorrupt):
        open_database(path, schema, readonly=True)
    database = open_database(path, schema)
    assert database.value("meta.read", key="k") is None
    assert not repair.is_suspect(path)


def test_damage_found_later_makes_the_next_opening_start_anew(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "index.db")
    database = open_database(path, "index")
    database.many("meta.write", [{"key": f"k{n}", "value": "v" * 900} for n in range(100)])
    database.close()
    damage_pages_of(path, "meta")
    database = open_database(path, "index")
    with pytest.raises(StoreCorrupt):
        database.value("meta.read", key="k50")
    assert open_database(path, "index").value("meta.read", key="k50") is None
    # The one who held the damaged file goes on with the new one when it next writes.
    database.run("meta.write", key="k50", value=2)
    assert open_database(path, "index").value("meta.read", key="k50") == 2
