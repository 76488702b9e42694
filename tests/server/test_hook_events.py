"""A hook event answered inside a server: complete when it is ready in time, else what there is."""

import json
import pathlib
import threading
import time
from collections.abc import Iterator

import pytest

from sightline.engine import open_engine
from sightline.index.refresh import refresh
from sightline.server.hook_events import HookEvents, PendingReply
from tests.server.conftest import make_project

NOW, FAR = 0.0, 60.0
# Each prompt gets an answer, and a busy machine has the time for it.
ANSWERED = {"SIGHTLINE_HOOK_PROMPT_SECONDS": "25", "SIGHTLINE_FOCUS_EVERY_PROMPT": "true"}


def reply_with_deadline(seconds: float) -> PendingReply:
    reply = PendingReply(time.monotonic())
    reply.deadline = time.monotonic() + seconds
    return reply


def test_a_complete_answer_is_sent_at_once() -> None:
    reply = reply_with_deadline(FAR)

    def work() -> None:
        reply.prepare(lambda: "partial")
        reply.text = "complete"
        reply.give()

    threading.Thread(target=work).start()
    assert reply.wait() == "complete"


def test_at_the_deadline_the_partial_answer_is_sent() -> None:
    reply = reply_with_deadline(NOW)
    assert reply.wait() == ""
    reply.prepare(lambda: "partial")
    assert reply.wait() == "partial"


def test_a_deadline_that_moves_is_the_one_that_counts() -> None:
    reply = reply_with_deadline(FAR)
    reply.prepare(lambda: "partial")
    waited: list[str] = []
    waiting = threading.Thread(target=lambda: waited.append(reply.wait()))
    reply.deadline = time.monotonic()
    waiting.start()
    waiting.join(FAR)
    assert waited == ["partial"]


@pytest.fixture
def project(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[pathlib.Path]:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    project = make_project(tmp_path / "work")
    engine = open_engine(str(project))
    refresh(engine.project, engine.settings)
    engine.close()
    return project


def prompt(project: pathlib.Path, **more: str) -> bytes:
    payload = {
        "hook_event_name": "UserPromptSubmit",
        "session_id": "s-1",
        "cwd": str(project),
        "prompt": "why does greet say hello to the wrong name?",
    }
    return json.dumps(payload | more).encode()


def test_a_prompt_is_answered_in_the_form_of_its_agent(project: pathlib.Path) -> None:
    events = HookEvents(ANSWERED)
    answer = json.loads(events.answer("claude", prompt(project)))
    assert answer["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert "greet" in answer["hookSpecificOutput"]["additionalContext"]


def test_the_same_event_twice_is_answered_once(project: pathlib.Path) -> None:
    events = HookEvents(ANSWERED)
    assert events.answer("claude", prompt(project, prompt_id="p-1"))
    assert events.answer("claude", prompt(project, prompt_id="p-1")) == ""


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"[]", b"null", b"\xff", b"[" * 100_000),
        b'{"hook_event_name": "Unknown"}',
        b'{"hook_event_name": 7, "cwd": []}',
    ],
)
def test_a_payload_that_makes_no_sense_is_answered_with_nothing(body: bytes) -> None:
    assert HookEvents({}).answer("claude", body) == ""


def test_an_unknown_agent_is_answered_with_nothing(project: pathlib.Path) -> None:
    assert HookEvents({}).answer("nobody", prompt(project)) == ""


def test_a_failure_is_logged_and_answered_with_nothing(
    project: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr("sightline.server.hook_events.handle", fail)
    assert HookEvents({}).answer("claude", prompt(project)) == ""
    assert "Traceback" in (tmp_path / "home" / "hook.log").read_text()


def test_the_start_of_a_session_loads_the_model_for_the_first_prompt(project: pathlib.Path) -> None:
    asked: list[str] = []

    def similar(_: object, text: str, __: object) -> dict[int, float]:
        asked.append(text)
        return {}

    start = {"hook_event_name": "SessionStart", "session_id": "s-1", "cwd": str(project)}
    HookEvents(similar=similar).answer("claude", json.dumps(start | {"source": "startup"}).encode())
    for _ in range(100):
        if asked:
            break
        time.sleep(0.05)
    assert asked == [""]
