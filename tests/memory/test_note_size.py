"""Notes of tool calls stay small and few."""

import os
import pathlib

from sightline.memory import keeper
from sightline.memory.keeper import process_expired
from sightline.memory.tool_calls import observe
from sightline.model.memory import Link
from sightline.store.sqlite.database import open_database

NOTES = 400


def test_a_note_takes_less_than_a_kilobyte(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "memory.db")
    database = open_database(path, "memory")
    database.empty_journal()
    before = os.path.getsize(path)
    links = [
        Link(f"package.module.Class.method_{n}", f"src/package/module_{n}.py") for n in range(50)
    ]
    for number in range(NOTES):
        sentence = f"get_context answered question {number} " + "about some code " * 20
        observe(database, "p", "get_context", sentence, number, session="s", links=links)
    database.empty_journal()
    assert (os.path.getsize(path) - before) / NOTES <= 1024


def test_only_the_newest_notes_stay(tmp_path: pathlib.Path, monkeypatch) -> None:
    monkeypatch.setattr(keeper, "MOST_NOTES", 3)
    database = open_database(str(tmp_path / "memory.db"), "memory")
    for number in range(5):
        observe(database, "p", "recall", f"answered question {number}", number)
    assert process_expired(database, now=10).observations == 2
    rows = database.statement("SELECT text FROM memory ORDER BY number")
    assert [text for (text,) in rows] == [f"answered question {n}" for n in (2, 3, 4)]
