"""Exporting and importing memories, and importing instruction files."""

import json
import pathlib

import pytest

from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.exchange import export_lines, import_lines, import_sections
from sightline.model.memory import KINDS, Link, Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database, open_database

NOW = 1_770_000_000_000
DAY = 86_400_000


@pytest.fixture
def database(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "memory.db"), "memory")


def keep(database: Database, text: str, kind: str = "fact", **values: object) -> Memory:
    now = int(str(values.pop("now", NOW)))
    memory = draft(kind, text, now=now, project="p", **values)
    return keeper.save(database, memory, now=now, anyway=True).memory


def fill(database: Database) -> None:
    for kind in KINDS:
        links = (Link("a.b", "a.py", "f", "g", "def b()", "function", 3, 1, 2),)
        keep(database, f"about {kind} — größe 中文", kind, links=links, tags=("x", "y"), title=kind)
    keep(database, "ends", ttl_seconds=60, on_expire="archive", immutable=True, level=0)


def test_export_wipe_and_import_give_the_same(database: Database, tmp_path: pathlib.Path) -> None:
    fill(database)
    keeper.update(
        database,
        store.newest(database, None)
        and store.of_numbers(database, store.newest(database, None, limit=1))[0].id,
        {"text": "changed"},
        now=NOW + 5,
        person=True,
    )
    lines = list(export_lines(database, "p", auto=True))
    assert [json.loads(line)["id"] for line in lines] == sorted(
        json.loads(line)["id"] for line in lines
    )
    other = open_database(str(tmp_path / "other.db"), "memory")
    done = import_lines(other, lines, now=NOW + 9, project="p")
    assert (done.added, done.problems) == (len(lines), ())
    assert list(export_lines(other, "p", auto=True)) == lines
    again = import_lines(other, lines, now=NOW + 10, project="p")
    assert (again.same, again.added, again.changed) == (len(lines), 0, 0)
    everything = list(export_lines(database, None, auto=True))
    third = open_database(str(tmp_path / "third.db"), "memory")
    import_lines(third, everything, now=NOW, project="elsewhere")
    assert list(export_lines(third, None, auto=True)) == everything


def test_a_damaged_file_reports_each_bad_line_and_gives_the_rest(database: Database) -> None:
    good = json.dumps({"id": "dec-00000001", "kind": "decision", "text": "a b c", "created": NOW})
    lines = [
        good,
        "{",
        "[]",
        '{"kind": "decision"}',
        good.replace("decision", "decison").replace("0001", "0002"),
        good.replace("0001", "0003").replace("}", ', "colour": 1}'),
        good.replace("0001", "0004").replace(str(NOW), '"soon"'),
        "",
        good.replace("0001", "0005"),
    ]
    done = import_lines(database, lines, now=NOW, project="p")
    assert done.added == 2
    assert [problem.split(":")[0] for problem in done.problems] == [
        f"line {number}" for number in (2, 3, 4, 5, 6, 7)
    ]


def test_a_newer_state_wins_and_the_older_becomes_history(database: Database) -> None:
    memory = keep(database, "first")
    record = store.record(memory) | {"text": "second", "updated": NOW + 1}
    old = store.record(memory) | {"text": "older", "updated": NOW - 1}
    assert import_lines(database, [json.dumps(record)], now=NOW, project="p").changed == 1
    assert import_lines(database, [json.dumps(old)], now=NOW, project="p").changed == 0
    assert [r["text"] for _, _, r in store.versions(database, memory.id)] == ["first"]


def test_a_memory_linked_to_a_file_goes_out_and_in_and_comes_back(
    database: Database, tmp_path: pathlib.Path
) -> None:
    """A link to a file has no name, and what is empty is left out of a record."""
    memory = keep(database, "fixed again and again", links=(Link("", "src/app.py"),))
    lines = list(export_lines(database, "p"))
    other = open_database(str(tmp_path / "other.db"), "memory")
    done = import_lines(other, lines, now=NOW, project="p")
    assert (done.added, done.problems) == (1, ())
    assert list(export_lines(other, "p")) == lines
    keeper.forget(database, memory.id, now=NOW)
    assert keeper.restore(database, memory.id, now=NOW + 1).links == memory.links


def test_taking_memories_into_another_project_leaves_them_in_their_own(
    database: Database,
) -> None:
    memory = keep(database, "sign the sessions")
    lines = list(export_lines(database, "p"))
    done = import_lines(database, lines, now=NOW + 1, project="q")
    assert (done.added, done.changed) == (1, 0)
    assert list(export_lines(database, "p")) == lines
    (copy,) = [json.loads(line) for line in export_lines(database, "q")]
    assert copy["text"] == memory.text and copy["id"] != memory.id
    again = import_lines(database, lines, now=NOW + 2, project="q")
    assert (again.added, again.changed, again.same) == (0, 0, 1)


def test_what_was_forgotten_is_not_imported_again(database: Database) -> None:
    memory = keep(database, "gone")
    (line,) = export_lines(database, "p")
    keeper.forget(database, memory.id, now=NOW)
    assert import_lines(database, [line], now=NOW, project="p").forgotten == 1
    assert store.newest(database, None) == []


def test_sections_of_an_instructions_file_become_memories(database: Database) -> None:
    text = (
        "# Project\n\nA shop for books with a small API.\n\n## Code style\n\n- Use tabs, never spaces\n"
        "- Name tests after behaviour\n  and keep them short\n\n## Gotchas\n\n"
        "1. The cache must be warmed by hand:\n   ```sh\n   # no heading\n   make warm\n   ```\n"
    )
    done = import_sections(database, text, "CLAUDE.md", now=NOW, project="p")
    memories = store.of_numbers(database, store.newest(database, ["p"]))
    assert done.added == 4
    assert {(m.kind, m.text.split("\n")[0]) for m in memories} == {
        ("fact", "A shop for books with a small API."),
        ("convention", "Use tabs, never spaces"),
        ("convention", "Name tests after behaviour"),
        ("failure", "The cache must be warmed by hand:"),
    }
    assert all(m.origin == "CLAUDE.md" and not m.automatic for m in memories)
    assert import_sections(database, text, "CLAUDE.md", now=NOW, project="p").same == 4


def test_an_import_does_not_share(database: Database) -> None:
    """What a file says about sharing does not count: nothing leaves without a decision here."""
    line = {
        "id": "dec-1a2b3c4d",
        "kind": "decision",
        "text": "Log in UTC",
        "created": 1_800_000_000_000,
    }
    shared = [{**line, "scope": "team", "edited_by": "(here)", "source": "shared:git"}]
    import_lines(database, [json.dumps(one) for one in shared], now=NOW, project="p")
    memory = store.by_id(database, "dec-1a2b3c4d")
    assert memory is not None
    assert (memory.scope, memory.edited_by, memory.source) == ("", "", "import")
