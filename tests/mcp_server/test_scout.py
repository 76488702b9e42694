"""The scout: the same code as one finds oneself, and nothing lost when it dies, hangs or is busy."""

import os
import pathlib
import signal
import time
from collections.abc import Iterator

import pytest

from sightline.engine import open_engine
from sightline.events.blocks import find_code
from sightline.index.indexer import refresh
from sightline.mcp_server import scout as scouting
from sightline.mcp_server.scout import Scout
from tests.mcp_server.conftest import make_project, until

PROMPT = "work_1_3 should greet twice"
# A busy machine may take its time.
PATIENT, IMPATIENT = 60.0, 0.2


@pytest.fixture
def place(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    place = str(make_project(tmp_path / "work", files=4))
    engine = open_engine(place)
    refresh(engine.project, engine.settings)
    engine.close()
    return place


@pytest.fixture
def scout(
    place: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Scout]:
    monkeypatch.setattr(scouting, "PATIENCE", getattr(request, "param", PATIENT))
    scout = Scout()
    scout._of_use = os.name == "posix"  # also on a machine with one core
    if not scout._of_use:
        pytest.skip("there is none on this system")
    scout.be_ready(place)
    until(lambda: scout._running)
    yield scout
    scout.stop()


def test_it_finds_what_one_finds_oneself(scout: Scout, place: str) -> None:
    sought = scout.ask(place, PROMPT)
    assert sought is not None
    engine = open_engine(place)
    own = find_code(engine, PROMPT, 1.0)
    engine.close()
    assert own[0][0].key.endswith("work_1_3")
    assert sought.found() == own
    assert sought.found() is None  # it is taken once


def test_what_was_left_out_comes_too(scout: Scout, place: str) -> None:
    sought = scout.ask(place, "greet the whole world")
    assert sought is not None
    items, left_out = sought.found() or ([], [])
    assert items == []
    assert "below the threshold" in left_out[0].reason


@pytest.mark.parametrize("prompt", ["ok", "", "\ud83d", "x" * 300_000])
def test_what_asks_for_nothing_finds_nothing(scout: Scout, place: str, prompt: str) -> None:
    sought = scout.ask(place, prompt)
    assert sought is not None
    assert sought.found() == ([], [])
    again = scout.ask(place, PROMPT)
    assert again is not None
    assert again.found() is not None


def test_a_place_without_an_index_is_no_error(scout: Scout, tmp_path: pathlib.Path) -> None:
    sought = scout.ask(str(make_project(tmp_path / "other")), PROMPT)
    assert sought is not None
    assert sought.found() == ([], [])


def test_a_second_prompt_does_not_wait_for_the_first(scout: Scout, place: str) -> None:
    first = scout.ask(place, PROMPT)
    assert first is not None
    assert scout.ask(place, PROMPT) is None
    assert first.found() is not None
    second = scout.ask(place, PROMPT)
    assert second is not None
    assert second.found() is not None


def test_one_that_has_died_is_replaced(scout: Scout, place: str) -> None:
    dead = scout._running.process
    dead.kill()
    dead.wait()
    sought = scout.ask(place, PROMPT)
    assert sought is None or sought.found() is None
    scout.be_ready(place)
    until(lambda: scout._running)
    sought = scout.ask(place, PROMPT)
    assert sought is not None
    assert sought.found() is not None


@pytest.mark.parametrize("scout", [IMPATIENT], indirect=True)
def test_one_that_hangs_is_not_waited_for(scout: Scout, place: str) -> None:
    os.kill(scout._running.process.pid, signal.SIGSTOP)
    sought = scout.ask(place, PROMPT)
    assert sought is not None
    before = time.monotonic()
    assert sought.found() is None
    assert time.monotonic() - before < PATIENT
    assert scout._running is None


def test_it_ends_with_its_server(scout: Scout, place: str) -> None:
    process = scout._running.process
    scout.stop()
    assert process.poll() is not None
    scout.be_ready(place)
    assert scout.ask(place, PROMPT) is None


def test_it_ends_when_nobody_can_ask_any_more(scout: Scout) -> None:
    running = scout._running
    running.questions.close()
    running.answers.close()
    assert running.process.wait(timeout=20) == 0


def test_one_that_takes_the_place_for_another_project_is_not_believed(
    scout: Scout, place: str
) -> None:
    process = scout._running.process
    sought = scout.ask(place, PROMPT)
    assert sought is not None
    sought.is_about(("another", place, "another"))
    assert sought.found() is None
    assert process.poll() is not None
    scout.be_ready(place)
    until(lambda: scout._running)
    engine = open_engine(place)
    sought = scout.ask(place, PROMPT)
    assert sought is not None
    sought.is_about(engine.identity)
    assert sought.found() == find_code(engine, PROMPT, 1.0)
    engine.close()
