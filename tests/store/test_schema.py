"""Schemas and migrations: one truth, applied whole, never downwards."""

import pathlib
import re
import shutil
import sqlite3

import pytest
from tests.store.full_text_schema import full_text_schema

from sightline.errors import StoreError, StoreOld
from sightline.store.memory_search import counts
from sightline.store.sqlite import queries, schema
from sightline.store.sqlite.backup import backups
from sightline.store.sqlite.database import SCHEMAS, SchemaVersion, open_database
from sightline.store.sqlite.queries import SQL_FOLDER
from sightline.store.sqlite.repair import full_text_tables


def shape(raw: sqlite3.Connection) -> list[tuple[str, ...]]:
    rows = raw.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_master"
        " WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name"
    )
    return [tuple(re.sub(r"\s*([(),])\s*|\s+", r"\1 ", str(part)) for part in row) for row in rows]


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
    assert sorted(steps) == list(range(1, SCHEMAS["memory"].version + 1))


@pytest.mark.parametrize("name", sorted(SCHEMAS))
def test_a_new_database_has_its_version(name: str, tmp_path: pathlib.Path) -> None:
    """FO-2 with ruling 2: journal, patience and foreign keys as documented."""
    database = open_database(str(tmp_path / "new.db"), name)
    assert database.version() == SCHEMAS[name].version
    assert database.value("meta.read", key="compatible_from") == SCHEMAS[name].compatible_from
    assert SCHEMAS[name].compatible_from <= SCHEMAS[name].version
    assert database.statement("PRAGMA journal_mode") == [("wal",)]
    assert database.statement("PRAGMA busy_timeout") == [(5000,)]
    assert database.statement("PRAGMA foreign_keys") == [(1,)]


def test_a_disposable_database_of_an_older_version_is_made_again(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "index.db")
    database = open_database(path, "index")
    other = open_database(path, "index")
    other.statement("CREATE VIRTUAL TABLE old_text USING fts5 (words)")
    other.statement("CREATE TABLE old (x REFERENCES meta)")
    other.statement("PRAGMA user_version=0")
    other.close()
    made = open_database(path, "index")
    assert made.version() == SCHEMAS["index"].version
    assert [
        row[0] for row in made.statement("SELECT name FROM sqlite_master WHERE name LIKE 'old%'")
    ] == []
    assert not database.moved()
    assert database.value("meta.read", key="compatible_from") == SCHEMAS["index"].compatible_from


def test_triggers_stay_whole() -> None:
    script = "CREATE TABLE t (x);\nCREATE TRIGGER r AFTER INSERT ON t BEGIN\n  DELETE FROM t;\nEND;\n-- end\n"
    assert len(schema.statements(script)) == 2


@pytest.mark.parametrize(
    "path",
    # The queries of team servers are in PostgreSQL's dialect: see store/team/test_schema.py.
    [path for path in sorted(pathlib.Path(SQL_FOLDER).glob("*.sql")) if path.stem != "remote"],
    ids=lambda path: str(path.stem),
)
def test_every_query_has_a_sentence_and_fits_a_schema(path: pathlib.Path) -> None:
    schemas = [sqlite3.connect(":memory:") for _ in SCHEMAS]
    for raw, name in zip(schemas, SCHEMAS, strict=True):
        for sql in schema.statements(schema.schema_text(name)):
            raw.execute(sql)
        for sql in schema.statements(full_text_schema("sample")):
            raw.execute(sql)
        raw.execute("CREATE TABLE sample (project, topic)")
    queries._load(path.stem)
    known = {k: v for k, v in queries._queries.items() if k.startswith(path.stem + ".")}
    assert known
    for query, text in known.items():
        sql = text.replace("{noun}", "sample")
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


@pytest.fixture
def next_version(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A program one version on: its SQL folder has a second migration."""
    folder = tmp_path / "sql"
    shutil.copytree(SQL_FOLDER, folder)
    step = "ALTER TABLE project ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey';\n"
    number = SCHEMAS["memory"].version + 1
    (folder / "migrations" / "memory" / f"{number:04d}_colour.sql").write_text(step)
    monkeypatch.setattr(schema, "SQL_FOLDER", str(folder))
    monkeypatch.setitem(SCHEMAS, "memory", SchemaVersion(number, number, "FULL"))
    return folder


def old_database(path: str) -> None:
    database = open_database(path, "memory")
    database.run("meta.write", key="mine", value="kept")
    database.close()


def test_a_migration_keeps_what_was_there_after_a_backup(
    tmp_path: pathlib.Path, request: pytest.FixtureRequest
) -> None:
    path = str(tmp_path / "memory.db")
    old_database(path)
    before = SCHEMAS["memory"].version
    request.getfixturevalue("next_version")
    database = open_database(path, "memory")
    assert database.version() == before + 1
    assert database.value("meta.read", key="mine") == "kept"
    assert database.value("meta.read", key="compatible_from") == before + 1
    assert database.statement("SELECT colour FROM project") == []
    (copy,) = backups(path)
    assert copy.reason == f"before-schema-{before + 1}"
    raw = sqlite3.connect(copy.path)
    assert raw.execute("PRAGMA user_version").fetchone() == (before,)
    assert raw.execute("SELECT value FROM meta WHERE key = 'mine'").fetchone() == ("kept",)


def test_a_failing_migration_changes_nothing(
    tmp_path: pathlib.Path, request: pytest.FixtureRequest
) -> None:
    path = str(tmp_path / "memory.db")
    old_database(path)
    before = SCHEMAS["memory"].version
    folder = request.getfixturevalue("next_version")
    (step,) = (folder / "migrations" / "memory").glob("*_colour.sql")
    step.write_text(step.read_text() + "CREATE TABLE project (twice);\n")
    with pytest.raises(StoreError, match="already exists"):
        open_database(path, "memory")
    raw = sqlite3.connect(path)
    assert raw.execute("PRAGMA user_version").fetchone() == (before,)
    columns = [row[1] for row in raw.execute("PRAGMA table_info(project)")]
    assert "colour" not in columns


def test_words_of_an_older_store_are_counted_when_it_is_migrated(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = str(tmp_path / "memory.db")
    raw = sqlite3.connect(path)
    raw.executescript(schema.migrations("memory")[1])
    raw.execute("PRAGMA user_version=1")
    for number, words in ((1, "cache key cache"), (2, "don't cache"), (3, "")):
        raw.execute(
            "INSERT INTO memory (number, id, kind, text, created) VALUES (?, ?, 'fact', '', 0)",
            (number, f"fact-{number}"),
        )
        raw.execute(
            "INSERT INTO memory_words (number, words, scope) VALUES (?, ?, '_pp _kfact')",
            (number, words),
        )
    raw.commit()
    raw.close()
    database = open_database(path, "memory")
    asked = ["cache", "key", "don't", "nowhere", "_kfact"]
    assert counts(database, asked) == {"cache": 2, "key": 1, "don't": 1, "_kfact": 3}
    database.statement("DELETE FROM memory WHERE number = 1")
    database.statement("UPDATE memory_words SET words = 'key \"quoted\" key' WHERE number = 3")
    assert counts(database, asked) == {"cache": 1, "key": 1, "don't": 1, "_kfact": 2}
    assert counts(database, ['"quoted"']) == {'"quoted"': 1}


def test_an_old_database_open_for_reading_waits_for_its_migration(
    tmp_path: pathlib.Path, request: pytest.FixtureRequest
) -> None:
    path = str(tmp_path / "memory.db")
    old_database(path)
    request.getfixturevalue("next_version")
    with pytest.raises(StoreOld, match="older schema"):
        open_database(path, "memory", readonly=True)


def test_an_old_program_goes_on_beside_a_new_one_that_says_so(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """An older server and a newer hook live side by side on an additive migration."""
    path = str(tmp_path / "memory.db")
    old_program = open_database(path, "memory")
    known = SCHEMAS["memory"]
    request.getfixturevalue("next_version")
    monkeypatch.setitem(SCHEMAS, "memory", SchemaVersion(known.version + 1, known.version, "FULL"))
    new_program = open_database(path, "memory")
    new_program.run("meta.write", key="new", value=1)
    monkeypatch.setitem(SCHEMAS, "memory", known)
    old_program.run("meta.write", key="old", value=1)
    again = open_database(path, "memory")
    assert again.value("meta.read", key="new") == 1
    assert again.version() == known[0] + 1, "the older program does not turn it back"
    assert new_program.value("meta.read", key="old") == 1


def test_every_full_text_of_a_precious_database_can_be_built_again(tmp_path: pathlib.Path) -> None:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    tables = database.statement(
        "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'"
        " AND sql NOT LIKE '%fts5vocab%' ORDER BY name"
    )
    assert full_text_tables(database) == [name for (name,) in tables]
    for (name,) in tables:
        database.statement(f"INSERT INTO {name} ({name}) VALUES ('rebuild')")
