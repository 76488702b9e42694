"""Whether our text costs the assistant its prompt cache is counted; where it does, prompts get nothing."""

import json
import pathlib
from collections.abc import Iterator

import pytest

from sightline.agents.prompt_cache import last_turn
from sightline.cli.doctor.checks import GOOD, POOR, prompt_cache
from sightline.cli.stats import cache_lines
from sightline.context.use_feedback import costs_cache
from sightline.engine import Engine, open_engine
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.model.event import PROMPT, STOP, Event
from sightline.store import usage
from sightline.store.usage import CacheLosses

NOW = 1_772_409_600_000  # 2026-03-02T00:00:00Z
DAY = 86_400_000


def request(second: int, read: int, written: int) -> dict[str, object]:
    tokens = {"cache_read_input_tokens": read, "cache_creation_input_tokens": written}
    stamp = f"2026-03-02T00:00:{second:02}Z"
    return {
        "type": "assistant",
        "timestamp": stamp,
        "message": {"id": f"{second}", "usage": tokens},
    }


def prompt(second: int, **more: object) -> dict[str, object]:
    stamp = f"2026-03-02T00:00:{second:02}Z"
    return {"type": "user", "timestamp": stamp, "message": {"content": "go"}, **more}


def transcript(folder: pathlib.Path, *entries: dict[str, object]) -> str:
    path = folder / "session.jsonl"
    path.write_text("\n".join(map(json.dumps, entries)))
    return str(path)


@pytest.mark.parametrize(("read", "is_lost"), [(9_000, False), (1_000, True)])
def test_the_last_turn_tells_whether_it_lost_the_cache(
    tmp_path: pathlib.Path, read: int, is_lost: bool
) -> None:
    entries = [prompt(1), request(2, 0, 9_000), prompt(10), request(11, read, 10_000 - read)]
    turn = last_turn(transcript(tmp_path, *entries, request(12, 10_000, 100)))
    assert turn is not None and turn.is_lost == is_lost
    assert turn.at == NOW / 1000 + 10


def test_a_first_turn_a_pause_and_what_is_no_prompt_tell_nothing(tmp_path: pathlib.Path) -> None:
    assert last_turn(transcript(tmp_path, prompt(1), request(2, 0, 9_000))) is None
    later = request(11, 0, 9_000) | {"timestamp": "2026-03-02T00:20:11Z"}
    assert (
        last_turn(transcript(tmp_path, prompt(1), request(2, 0, 9_000), prompt(9), later)) is None
    )
    by_program = prompt(9, isMeta=True)
    entries = (request(1, 0, 9_000), by_program, request(10, 0, 9_500))
    assert last_turn(transcript(tmp_path, *entries)) is None
    assert last_turn(str(tmp_path / "gone.jsonl")) is None


@pytest.fixture
def engine(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("SIGHTLINE_FOCUS_EVERY_PROMPT", "true")
    folder = tmp_path / "work"
    folder.mkdir()
    engine = open_engine(str(folder), now=lambda: NOW + 20_000)
    yield engine
    engine.close()


def losses(engine: Engine, now: int = NOW + 20_000) -> CacheLosses:
    return usage.cache_losses(engine.activity, project=engine.project.id, now=now)


def send(engine: Engine, kind: str, **more: object) -> str:
    name = "UserPromptSubmit" if kind == PROMPT else "Stop"
    reply = Reply()
    event = Event(kind, "claude", name=name, session="s", cwd=engine.project.root, **more)  # type: ignore[arg-type]
    handle(engine, event, reply, limit=9_000)
    return reply.text


def test_turns_are_counted_with_and_without_our_text(
    engine: Engine, tmp_path: pathlib.Path
) -> None:
    path = transcript(tmp_path, request(2, 0, 9_000), prompt(10), request(11, 0, 9_500))
    send(engine, STOP, reply="done", transcript=path)
    assert losses(engine) == CacheLosses(0, 0, 0, 1)
    assert "[Focus" in send(engine, PROMPT, prompt="explain the ledger of the billing service")
    send(engine, STOP, reply="done", transcript=path)
    assert losses(engine) == CacheLosses(0, 1, 0, 1)


def count(engine: Engine, kept: int, lost: int, *, with_text: bool) -> None:
    for number in range(kept + lost):
        is_lost = number >= kept
        usage.count_cache(
            *(engine.activity,), project=engine.project.id, with_text=with_text, is_lost=is_lost, now=NOW
        )  # fmt: skip


def test_where_our_text_costs_the_cache_prompts_get_nothing_and_doctor_says_why(
    engine: Engine,
) -> None:
    """Ruling 79: what is added must not cost the prompt cache."""
    count(engine, 20, 10, with_text=True)
    count(engine, 29, 1, with_text=False)
    assert send(engine, PROMPT, prompt="explain the ledger of the billing service") == ""
    (finding,) = prompt_cache(engine)
    assert finding.state == POOR and "10 of 30 (33%) prompts with added text" in finding.text
    assert len(cache_lines(losses(engine))) == 2
    # Old counts are forgotten: it is tried again.
    assert losses(engine, NOW + 15 * DAY) == CacheLosses()


def test_as_many_losses_with_our_text_as_without_change_nothing(engine: Engine) -> None:
    count(engine, 27, 3, with_text=True)
    count(engine, 28, 2, with_text=False)
    assert send(engine, PROMPT, prompt="explain the ledger of the billing service")
    (finding,) = prompt_cache(engine)
    assert finding.state == GOOD


@pytest.mark.parametrize(
    ("counts", "costly"),
    [((5, 5, 40, 0), False), ((30, 10, 40, 0), True), ((38, 2, 40, 0), False)],
)
def test_a_few_losses_prove_nothing(counts: tuple[int, int, int, int], costly: bool) -> None:
    assert costs_cache(*counts) == costly
