"""What was acknowledged after the last backup comes back from the damaged file."""

import pathlib
import sqlite3

import pytest

from sightline.store.salvage import Salvaged, salvage
from sightline.store.sqlite import backup, repair
from sightline.store.sqlite.database import Database, open_database


def add(database: Database, number: int, text: str, updated: int = 1) -> None:
    database.statement(
        "INSERT INTO memory (number, id, kind, text, created, updated) VALUES (?, ?, 'fact', ?, 1, ?)",
        (number, f"fact-{number}", text, updated),
    )
    database.statement("INSERT INTO memory_words (number, words) VALUES (?, ?)", (number, "word"))
    database.statement("INSERT INTO memory_tag (memory, tag) VALUES (?, 'tag')", (number,))


def texts(path: str) -> dict[str, str]:
    database = open_database(path, "memory")
    rows = database.statement("SELECT id, text FROM memory ORDER BY number")
    database.close()
    return {str(id): str(text) for id, text in rows}


@pytest.fixture
def store(tmp_path: pathlib.Path) -> str:
    """Fifty long memories and a backup; afterwards more are added, one is edited, one is forgotten."""
    path = str(tmp_path / "memory.db")
    database = open_database(path, "memory")
    with database.transaction():
        for number in range(1, 51):
            add(database, number, f"memory {number} " + "x" * 900)
    backup.back_up(path, now=1)
    with database.transaction():
        for number in range(51, 61):
            add(database, number, f"memory {number} " + "y" * 900)
        database.statement("UPDATE memory SET text = 'edited', updated = 5 WHERE number = 2")
        database.statement("DELETE FROM memory WHERE number = 3")
        database.statement("INSERT INTO memory_tombstone (id, at) VALUES ('fact-3', 6)")
    database.statement("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    return path


def damage_a_leaf(path: str) -> None:
    """Overwrite a page in the middle of the table of memories."""
    raw = sqlite3.connect(path)
    size = raw.execute("PRAGMA page_size").fetchone()[0]
    raw.close()
    content = bytearray(pathlib.Path(path).read_bytes())
    page = content.find(b"memory 30 xxx") // size
    content[page * size : (page + 1) * size] = b"\xee" * size
    pathlib.Path(path).write_bytes(bytes(content))


def test_additions_edits_and_deletions_after_the_backup_are_brought_back(store: str) -> None:
    damage_a_leaf(store)
    assert repair.check(store).problems
    copy = backup.newest_good(store)
    assert copy is not None
    repair.restore(store, copy.path, now=2, bring_back=salvage)
    kept = texts(store)
    assert set(kept) == {f"fact-{number}" for number in range(1, 61) if number != 3}
    assert kept["fact-2"] == "edited"
    assert kept["fact-30"].startswith("memory 30")
    assert repair.check(store, thorough=True) == repair.Health(())


def test_without_a_backup_only_the_damaged_page_is_lost(store: str) -> None:
    damage_a_leaf(store)
    repair.restore(store, "", now=2, bring_back=salvage)
    kept = texts(store)
    assert len(kept) >= 59 - 16
    assert {"fact-1", "fact-2", "fact-60"} <= set(kept)
    assert repair.check(store, thorough=True) == repair.Health(())


def test_a_file_that_is_no_database_costs_nothing_but_itself(
    store: str, tmp_path: pathlib.Path
) -> None:
    before = texts(store)
    other = tmp_path / "other.db"
    other.write_bytes(b"nothing" * 1000)
    database = open_database(store, "memory")
    assert salvage(str(other), database) == Salvaged(0, 0)
    database.close()
    assert texts(store) == before


def test_salvaging_twice_changes_nothing(store: str, tmp_path: pathlib.Path) -> None:
    target = open_database(str(tmp_path / "target.db"), "memory")
    assert salvage(store, target).memories == 59
    assert salvage(store, target) == Salvaged(0, 0)
    target.close()
