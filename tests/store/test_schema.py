"""Schemas and migrations: one truth, applied whole, never downwards."""

import pathlib
import sqlite3

import pytest

from sightline.store import database as connector
from sightline.store import schema
from sightline.store.database import SCHEMAS, SQL_FOLDER, open_database


def shape(raw: sqlite3.Connection) -> list[tuple[str, ...]]:
    rows = raw.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master"
        " WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
    )
    return [tuple(" ".join(str(part).split()) for part in row) for row in rows]


def made_of(script: str) -> list[tuple[str, ...]]:
    raw = sqlite3.connect(":memory:")
    for sql in schema.statements(script):
        raw.execute(sql)
    return shape(raw)


def test_all_migrations_applied_equal_the_schema() -> None:
    """Invariant 5 of the design."""
    steps = schema.migrations("memory")
    migrated = made_of("\n".join(steps[number] for number in sorted(steps)))
    assert migrated == made_of(schema.schema_text("memory"))


def test_the_newest_migration_is_the_version() -> None:
    steps = schema.migrations("memory")
    assert sorted(steps) == list(range(1, SCHEMAS["memory"][0] + 1))


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_new_database_has_its_version(name: str, tmp_path: pathlib.Path) -> None:
    database = open_database(str(tmp_path / "new.db"), name)
    assert database.version() == SCHEMAS[name][0]
    assert database.value("meta.read", key="compatible_from") == SCHEMAS[name][1]
    assert SCHEMAS[name][1] <= SCHEMAS[name][0]
    assert database.statement("PRAGMA journal_mode") == [("wal",)]


def test_a_disposable_database_of_an_older_version_is_made_again(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "index.db")
    database = open_database(path, "index")
    other = open_database(path, "index")
    other.statement("CREATE VIRTUAL TABLE old_text USING fts5 (words)")
    other.statement("CREATE TABLE old (x REFERENCES meta)")
    other.statement("PRAGMA user_version=0")
    other.close()
    made = open_database(path, "index")
    assert made.version() == SCHEMAS["index"][0]
    assert [
        row[0] for row in made.statement("SELECT name FROM sqlite_master WHERE name LIKE 'old%'")
    ] == []
    assert not database.moved()
    assert database.value("meta.read", key="compatible_from") == SCHEMAS["index"][1]


def test_triggers_stay_whole() -> None:
    script = "CREATE TABLE t (x);\nCREATE TRIGGER r AFTER INSERT ON t BEGIN\n  DELETE FROM t;\nEND;\n-- end\n"
    assert len(schema.statements(script)) == 2


@pytest.mark.parametrize(
    "path", sorted(pathlib.Path(SQL_FOLDER).glob("*.sql")), ids=lambda path: str(path.stem)
)
def test_every_query_has_a_sentence_and_fits_a_schema(path: pathlib.Path) -> None:
    schemas = [sqlite3.connect(":memory:") for _ in SCHEMAS]
    for raw, name in zip(schemas, SCHEMAS, strict=True):
        for sql in schema.statements(schema.schema_text(name)):
            raw.execute(sql)
    connector._load(path.stem)
    queries = {k: v for k, v in connector._queries.items() if k.startswith(path.stem + ".")}
    assert queries
    for query, sql in queries.items():
        assert sql.lstrip().startswith("-- "), f"{query} has no sentence"
        assert any(fits(raw, sql) for raw in schemas), f"{query} fits no schema"


def fits(raw: sqlite3.Connection, sql: str) -> bool:
    class Anything(dict[str, object]):
        def __missing__(self, key: str) -> None:
            return None

    marks = tuple(None for _ in range(sql.count("?")))
    try:
        raw.execute("EXPLAIN " + sql, marks or Anything())
    except sqlite3.OperationalError:
        return False
    return True
