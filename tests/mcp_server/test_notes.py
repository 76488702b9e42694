"""Notes of calls are written after the answer, none is lost by an orderly end."""

from __future__ import annotations

import pathlib
import threading

from sightline.mcp_server.afterwards import Afterwards
from sightline.mcp_server.start import Serving
from sightline.model.session import SessionKey
from sightline.tools.answer import Note

KEY = SessionKey("codex", "s1")


def note(sentence: str) -> Note:
    return Note("p", "query_symbol", sentence, 1, KEY, ())


def test_a_call_does_not_wait_for_its_note() -> None:
    gate, written = threading.Event(), []

    def write(notes: list[Note]) -> None:
        gate.wait(10)
        written.extend(notes)

    later = Afterwards(write)
    later.take(note("one"))
    assert not written
    assert not later.settle(0.01)
    gate.set()
    assert later.settle(10)
    assert [kept.sentence for kept in written] == ["one"]


def test_notes_that_pile_up_are_written_together_and_in_order() -> None:
    gate, batches = threading.Event(), []

    def write(notes: list[Note]) -> None:
        gate.wait(10)
        batches.append([kept.sentence for kept in notes])

    later = Afterwards(write)
    for number in range(50):
        later.take(note(str(number)))
    gate.set()
    assert later.settle(10)
    assert [one for batch in batches for one in batch] == [str(number) for number in range(50)]
    assert len(batches) < 50


def test_stopping_writes_what_is_left_and_later_notes_at_once() -> None:
    written: list[str] = []
    later = Afterwards(lambda notes: written.extend(kept.sentence for kept in notes))
    later.take(note("before"))
    later.stop()
    assert written == ["before"]
    later.take(note("after"))
    assert written == ["before", "after"]


def test_a_failed_write_stops_nothing(tmp_path: pathlib.Path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path))
    written: list[str] = []

    def write(notes: list[Note]) -> None:
        if notes[0].sentence == "bad":
            raise OSError("disk full")
        written.extend(kept.sentence for kept in notes)

    later = Afterwards(write)
    later.take(note("bad"))
    assert later.settle(10)
    later.take(note("good"))
    assert later.settle(10)
    assert written == ["good"]


def test_what_was_noted_is_there_for_the_call_that_asks_for_it(tmp_path, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """FO-25, FO-26: the very next recovery knows the call before it."""
    home, project = tmp_path / "home", tmp_path / "project"
    project.mkdir()
    (project / "a.py").write_text("def needle():\n    return 1\n", encoding="utf-8")
    monkeypatch.setenv("SIGHTLINE_HOME", str(home))
    serving = Serving([str(project)], {}, http=False, background=False)
    from sightline.index.indexer import refresh

    engine = serving.roots.engine()
    refresh(engine.project, engine.settings, home=engine.home)
    serving.ask("query_symbol", {"name": "needle"}, None)
    texts = serving.ask("recover_session", {}, None)
    assert "query_symbol" in texts[0]
    serving.stop()
