"""Notes of calls are written after the answer, none is lost by an orderly end."""

from __future__ import annotations

import pathlib
import threading

from sightline.index.refresh import refresh
from sightline.model.session import SessionKey
from sightline.server.backend import Backend, Caller
from sightline.server.note_writer import NoteWriter
from sightline.tools.answer import Note

KEY = SessionKey("codex", "s1")


def note(sentence: str) -> Note:
    return Note("p", "query_symbol", sentence, 1, KEY, ())


def test_a_call_does_not_wait_for_its_note() -> None:
    gate, written = threading.Event(), []

    def write(notes: list[Note]) -> None:
        gate.wait(10)
        written.extend(notes)

    writer = NoteWriter(write)
    writer.add(note("one"))
    assert not written
    assert not writer.flush(0.01)
    gate.set()
    assert writer.flush(10)
    assert [kept.sentence for kept in written] == ["one"]


def test_notes_that_pile_up_are_written_together_and_in_order() -> None:
    gate, batches = threading.Event(), []

    def write(notes: list[Note]) -> None:
        gate.wait(10)
        batches.append([kept.sentence for kept in notes])

    writer = NoteWriter(write)
    for number in range(50):
        writer.add(note(str(number)))
    gate.set()
    assert writer.flush(10)
    assert [one for batch in batches for one in batch] == [str(number) for number in range(50)]
    assert len(batches) < 50


def test_stopping_writes_what_is_left_and_writer_notes_at_once() -> None:
    written: list[str] = []
    writer = NoteWriter(lambda notes: written.extend(kept.sentence for kept in notes))
    writer.add(note("before"))
    writer.stop()
    assert written == ["before"]
    writer.add(note("after"))
    assert written == ["before", "after"]


def test_a_failed_write_stops_nothing(tmp_path: pathlib.Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path))
    written: list[str] = []

    def write(notes: list[Note]) -> None:
        if notes[0].sentence == "bad":
            raise OSError("disk full")
        written.extend(kept.sentence for kept in notes)

    writer = NoteWriter(write)
    writer.add(note("bad"))
    assert writer.flush(10)
    writer.add(note("good"))
    assert writer.flush(10)
    assert written == ["good"]


def test_what_was_noted_is_there_for_the_call_that_asks_for_it(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """FO-25, FO-26: the very next recovery knows the call before it."""
    home, project = tmp_path / "home", tmp_path / "project"
    project.mkdir()
    (project / "a.py").write_text("def needle():\n    return 1\n", encoding="utf-8")
    monkeypatch.setenv("SIGHTLINE_HOME", str(home))
    backend = Backend([str(project)], environ={}, session_environ={}, background=False)
    engine = backend.roots.engine()
    refresh(engine.project, engine.settings, home=engine.home)
    backend.ask("query_symbol", {"name": "needle"}, Caller("codex"))
    texts = backend.ask("recover_session", {}, Caller("codex"))
    assert "query_symbol" in texts[0]
    backend.stop()
