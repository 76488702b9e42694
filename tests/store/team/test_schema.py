"""The schema of a team server: created once, checked, printed, and ready to be distributed."""

import re

import pytest
from tests.team_server import TeamServer

from sightline.errors import StoreTooNew, TeamNotSetUp
from sightline.store.sqlite import queries
from sightline.store.team import memories, schema
from sightline.store.team.memories import Change


def test_setting_up_twice_changes_nothing(team: TeamServer) -> None:
    assert schema.set_up(team.owner) == schema.VERSION
    assert schema.version(team.owner) == schema.VERSION


def test_a_database_without_the_schema_says_how_to_create_it(team: TeamServer) -> None:
    team.owner.statement("DROP SCHEMA sightline CASCADE")
    with pytest.raises(TeamNotSetUp) as caught:
        schema.require(team.owner)
    assert "sightline team setup" in caught.value.hint


def test_a_newer_schema_is_refused_and_not_changed(team: TeamServer) -> None:
    team.owner.run("meta.write", key="version", value="99")
    for check in (schema.require, schema.set_up):
        with pytest.raises(StoreTooNew):
            check(team.owner)
    assert schema.version(team.owner) == 99


def test_the_printed_schema_can_be_run_by_hand(team: TeamServer) -> None:
    team.owner.statement("DROP SCHEMA sightline CASCADE")
    team.owner.statement(schema.statements())
    assert schema.version(team.owner) == schema.VERSION


def test_every_table_can_be_distributed_by_project(team: TeamServer) -> None:
    """The rules of Citus that can be checked without it; with the extension the statements run."""
    text = schema.citus_statements()
    for table in schema.DISTRIBUTED_TABLES:
        assert f"create_distributed_table('{table}', 'project_id'" in text
        keys = team.owner.statement(
            "SELECT conname, contype, ARRAY(SELECT attname::text FROM unnest(conkey) AS k"
            " JOIN pg_attribute ON attrelid = conrelid AND attnum = k)"
            " FROM pg_constraint WHERE conrelid = %s::regclass AND contype IN ('p', 'u', 'f')",
            [f"sightline.{table}"],
        )
        # Unique and foreign keys must contain the distribution key.
        assert keys and all("project_id" in columns for _, _, columns in keys), table
    unique = team.owner.statement(
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'sightline'"
        " AND indexdef LIKE 'CREATE UNIQUE%%' AND tablename <> 'meta'", []
    )  # fmt: skip
    assert all("(project_id" in definition for (definition,) in unique)
    if team.owner.statement("SELECT 1 FROM pg_available_extensions WHERE name = 'citus'"):
        team.owner.statement("CREATE EXTENSION citus")
        team.owner.statement(text)


def test_every_query_has_a_sentence_and_fits_the_schema(team: TeamServer) -> None:
    queries._load("remote")
    known = {name: text for name, text in queries._queries.items() if name.startswith("remote.")}
    assert known
    for name, text in known.items():
        assert text.lstrip().startswith("-- "), f"{name} has no sentence"
        numbered = re.sub(r"(?<![:\w]):([a-z_]+)\b", "NULL", text.rstrip().rstrip(";"))
        team.owner.statement(f"EXPLAIN {numbered}")


def test_words_are_found_as_they_were_prepared(team: TeamServer) -> None:
    record = {"kind": "fact", "text": "x"}
    words = memories.searchable("_under it's back\\slash 漢字 " + "x" * 5_000)
    memories.push(team.owner, team.project, [Change("f-1", 0, "k", record, words)])
    for word in ("_under", "it's", "back\\slash", "漢字"):
        assert [hit.id for hit in memories.search(team.owner, team.project, [word])] == ["f-1"], (
            word
        )
    assert memories.search(team.owner, team.project, ["under", "it"]) == []
    assert memories.search(team.owner, team.project, []) == []


def test_memories_are_found_by_the_file_they_are_about(team: TeamServer) -> None:
    record = {"kind": "fact", "text": "x", "links": [{"name": "a.b", "path": "a.py"}]}
    memories.push(team.owner, team.project, [Change("f-1", 0, "k", record, "")])
    found = team.owner.rows("remote.linked_to_path", project=team.project, path="a.py")
    assert found == [("f-1",)]
    memories.push(team.owner, team.project, [Change("f-1", 1, "l", {**record, "links": []}, "")])
    assert team.owner.rows("remote.linked_to_path", project=team.project, path="a.py") == []
