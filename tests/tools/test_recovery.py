"""Recovering a session after its context was lost."""

import pathlib

import pytest

from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.tool_calls import observe
from sightline.model.memory import Link, Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database, open_database
from sightline.tools.recovery import NOTHING, recover

NOW = 1_770_000_000_000
DAY = 86_400_000


@pytest.fixture
def database(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "memory.db"), "memory")


def keep(database: Database, text: str, kind: str = "fact", **values: object) -> Memory:
    now = int(str(values.pop("now", NOW)))
    memory = draft(kind, text, now=now, project="p", **values)
    return keeper.save(database, memory, now=now, anyway=True).memory


def test_recovery_has_the_documented_layout_and_caps(database: Database) -> None:
    """FO-26: layout strings, last per tool with the true count, caps of 20 files, 30 symbols."""
    notes = [keep(database, f"note {number}", "decision", now=NOW + number) for number in range(25)]
    for number in range(40):
        link = Link(f"mod.f{number}", f"file{number}.py")
        observe(
            database,
            "p",
            "query_symbol",
            f"Explored 'f{number}'",
            NOW + number,
            session="s",
            links=[link],
        )
    observe(database, "p", "search_code", "Searched 'z'", NOW + 99, session="s")
    observe(database, "p", "search_code", "Searched 'other'", NOW, session="elsewhere")
    observed = store.of_session(database, "s")
    found = recover("s", notes[::-1], observed)
    assert found.observations == 41
    assert found.decisions[0] == "[decision] note 24" and len(found.decisions) == 20
    lines = found.summary.split("\n")
    assert "Stored decisions/notes (20):" in lines
    assert "Session activity (41 tool calls):" in lines
    assert "  query_symbol (40): Explored 'f39'" in lines
    assert "  search_code (1): Searched 'z'" in lines
    assert "Files accessed (40):" in lines and "  … and 20 more" in lines
    title = "Symbols previously viewed (40) — bodies will be re-sent on next request:"
    assert title in lines and "  … and 10 more" in lines
    assert "other" not in found.summary
    assert recover("new", [], []).summary == NOTHING
    stale = [note._replace(stale=True) for note in notes]
    assert recover("new", stale, []).summary == NOTHING
