"""What a lasting process keeps of what it read: exactly as long as it is true."""

import pathlib
import re

import pytest

from sightline.store.database import Database, open_database
from sightline.store.kept import FOREST, MEMORIES, MOST, PROJECTS, Kept
from sightline.store.queries import SQL_FOLDER

# The tables that what is kept was read from.
TABLES = {
    FOREST: ("node",),
    MEMORIES: ("memory", "memory_words", "memory_total", "memory_count"),
    PROJECTS: ("project", "place"),
}
# The nouns whose queries run on the database of memories.
NOUNS = ("fulltext", "memory", "meta", "project", "recall", "session", "spool", "threads")


@pytest.fixture
def memory(tmp_path: pathlib.Path) -> Database:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    database.keep_what_is_read()
    return database


def kept_of(database: Database) -> Kept:
    assert database.kept is not None
    return database.kept


def put_all(database: Database) -> None:
    for about in (FOREST, MEMORIES, PROJECTS):
        kept_of(database).put(about, "p", about.upper())


def left(database: Database) -> set[str]:
    return {a for a in (FOREST, MEMORIES, PROJECTS) if kept_of(database).get(a, "p") is not None}


def test_nothing_is_kept_unless_it_is_asked_for(tmp_path: pathlib.Path) -> None:
    assert open_database(str(tmp_path / "memory.db"), "memory").kept is None


def test_what_was_read_is_not_read_again(memory: Database) -> None:
    answers = iter(["first", "second"])
    for _ in range(3):
        assert kept_of(memory).read(MEMORIES, "p", lambda: next(answers)) == "first"


def test_it_is_gone_when_another_connection_writes(memory: Database) -> None:
    other = open_database(memory.path, "memory")
    put_all(memory)
    assert left(memory) == {FOREST, MEMORIES, PROJECTS}
    other.run("spool.take", id="somebody else's", taken=1)
    assert left(memory) == set()


def test_own_changes_take_only_what_they_touch(memory: Database) -> None:
    put_all(memory)
    memory.run("spool.take", id="one", taken=1)
    assert left(memory) == {FOREST, MEMORIES, PROJECTS}
    memory.run("session.remove_nodes", numbers=[1])
    assert left(memory) == {MEMORIES, PROJECTS}
    memory.run("project.remove", id="nobody")
    assert left(memory) == set()


def test_what_is_taken_back_was_never_true(memory: Database) -> None:
    with pytest.raises(RuntimeError), memory.transaction():
        put_all(memory)
        raise RuntimeError
    assert left(memory) == set()


def test_a_closed_database_keeps_nothing(memory: Database) -> None:
    put_all(memory)
    memory.close()
    memory.open()
    assert left(memory) == set()


def test_every_query_that_changes_what_is_kept_is_known_to(memory: Database) -> None:
    """A query added later is found here when the table of what it touches forgets it."""
    writes = 0
    for noun in NOUNS:
        text = (pathlib.Path(SQL_FOLDER) / f"{noun}.sql").read_text(encoding="utf-8")
        for part in text.split("-- name: ")[1:]:
            name, _, sql = part.partition("\n")
            target = re.search(
                r"^(?:INSERT (?:OR \w+ )?INTO|UPDATE(?: OR \w+)?|DELETE FROM) (\S+)", sql, re.M
            )
            for about, tables in TABLES.items():
                # A query for any noun (`{noun}`) may be for one of these.
                if target and (target[1] in tables or target[1] == "{noun}"):
                    writes += 1
                    put_all(memory)
                    kept_of(memory).changed(f"{noun}.{name.strip()}")
                    assert about not in left(memory), f"{noun}.{name}"
    assert writes > 10


def test_no_more_is_kept_than_a_conversation_needs(memory: Database) -> None:
    for number in range(3 * MOST):
        kept_of(memory).read(MEMORIES, str(number), lambda: "memories")
        assert len(kept_of(memory)._values) <= MOST


def test_in_a_transaction_it_is_looked_for_changes_once(memory: Database) -> None:
    looked = []
    statement = memory.statement
    memory.statement = lambda sql, values=(): looked.append(sql) or statement(sql, values)  # type: ignore[method-assign,func-returns-value]
    with memory.reading():
        put_all(memory)
        assert left(memory) == {FOREST, MEMORIES, PROJECTS}
    assert looked.count("PRAGMA data_version") == 1
    other = open_database(memory.path, "memory")
    other.run("spool.take", id="somebody else's", taken=1)
    with memory.reading():
        assert left(memory) == set()
    assert looked.count("PRAGMA data_version") == 2
