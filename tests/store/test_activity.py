"""What was sent and seen: sessions and epochs, disclosure, injections, hook calls, bounds."""

import os
import pathlib
from typing import Any

import pytest

from sightline.errors import UnknownName
from sightline.model.frame import Frame, Item, LeftOut
from sightline.model.session import SessionKey
from sightline.store import activity as writing
from sightline.store import statistics, usage
from sightline.store.activity import (
    disclose,
    first_time,
    forget_sent,
    newest_session,
    next_epoch,
    prune,
    record_hook_call,
    record_injection,
    record_saving,
    see_session,
    still_has,
)
from sightline.store.sqlite.database import Database, open_database

KEY = SessionKey("claude", "s1")
HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.fixture
def activity(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "activity.db"), "activity")


def item(key: str, content: str = "", score: float = 0.5) -> Item:
    parts = (("text", 0.25), ("name", score - 0.25))
    return Item("code", key, f"text of {key}", score, content or "h-" + key, parts)


def frame_of(*items: Item, left_out: tuple[LeftOut, ...] = ()) -> Frame:
    text = "\n".join(part.text for part in items)
    return Frame(text, items, left_out, tokens=len(text) // 4, budget=1500)


def inject(activity: Database, *items: Item, now: int = 1000, **named: Any) -> str:
    given = {"project": "p", "event": "prompt", "prompt": "why?", "ms": 12.5, "now": now, **named}
    key = given.pop("key", KEY)
    return record_injection(activity, key, frame_of(*items), **given)


def test_what_was_sent_is_still_there_until_a_compaction(activity: Database) -> None:
    """Ruling 23."""
    key = see_session(activity, KEY, now=1, prompt=True)
    assert key.epoch == 0
    assert still_has(activity, key, now=1) == frozenset()
    inject(activity, item("a"), item("b"))
    disclose(activity, key, ["h-c"], now=2)
    assert still_has(activity, key, now=3) == {"h-a", "h-b", "h-c"}
    assert still_has(activity, SessionKey("claude", "s2"), now=3) == frozenset()
    assert still_has(activity, key._replace(subagent="x"), now=3) == frozenset(), "ruling 44"
    compacted = next_epoch(activity, key, now=4)
    assert compacted.epoch == 1
    assert see_session(activity, KEY, now=5) == compacted, "every process learns the epoch"
    assert still_has(activity, compacted, now=5) == frozenset()


def test_a_recovered_session_has_nothing(activity: Database) -> None:
    disclose(activity, KEY, ["a"], now=1)
    forget_sent(activity, KEY)
    forget_sent(activity, SessionKey("nobody", "x"))
    assert still_has(activity, KEY, now=2) == frozenset()


def test_disclosure_lapses_where_no_compaction_is_signalled(activity: Database) -> None:
    """Ruling 44: after so many prompts or hours."""
    see_session(activity, KEY, now=1, prompt=True)
    disclose(activity, KEY, ["a"], now=1)
    for _ in range(39):
        see_session(activity, KEY, now=2, prompt=True)
    lapse = {"lapse_prompts": 40, "lapse_ms": 6 * HOUR}
    assert still_has(activity, KEY, now=2, **lapse) == {"a"}
    see_session(activity, KEY, now=2, prompt=True)
    assert still_has(activity, KEY, now=2, **lapse) == frozenset()
    assert still_has(activity, KEY, now=2) == {"a"}
    disclose(activity, KEY, ["b"], now=3)
    assert still_has(activity, KEY, now=3 + 6 * HOUR - 1, **lapse) == {"b"}
    assert still_has(activity, KEY, now=3 + 6 * HOUR, **lapse) == frozenset()


def test_the_server_finds_the_session_a_hook_saw_last_here(activity: Database) -> None:
    """Ruling 44."""
    assert newest_session(activity, "claude", "w1") is None
    see_session(activity, SessionKey("claude", "old"), now=1, worktree="w1")
    see_session(activity, SessionKey("claude", "new"), now=2, worktree="w1")
    see_session(activity, SessionKey("claude", "new", "sub"), now=3, worktree="w1")
    see_session(activity, SessionKey("claude", "elsewhere"), now=4, worktree="w2")
    see_session(activity, SessionKey("codex", "other"), now=5, worktree="w1")
    next_epoch(activity, SessionKey("claude", "new"), now=6)
    assert newest_session(activity, "claude", "w1") == SessionKey("claude", "new", "", 1)


def test_an_event_that_arrives_twice_is_answered_once(activity: Database) -> None:
    assert first_time(activity, "e1", now=1)
    assert not first_time(activity, "e1", now=2)
    assert first_time(activity, "e2", now=2)


def test_an_injection_is_read_back_exactly(activity: Database) -> None:
    left = (LeftOut("code", "x.py::y", 0.1 + 0.2, "below the threshold", (("text", 0.3),)),)
    frame = frame_of(item("a", score=1 / 3), item("b"), left_out=left)
    first = record_injection(
        activity,
        KEY,
        frame,
        project="p",
        event="prompt",
        prompt="warum läuft 日本 nicht?",
        ms=23.5,
        now=77,
        notes={"task": "debug"},
    )
    found = statistics.injection(activity, first)
    assert found.frame == frame
    assert isinstance(found.frame.items[0].parts[0], tuple)
    assert found.text == frame.text
    assert found.prompt == "warum läuft 日本 nicht?"
    assert found.notes == {"task": "debug"}
    assert (found.session, found.created, found.ms, found.items) == (KEY, 77, 23.5, 2)
    assert [(shown.key, shown.used) for shown in found.shown] == [("a", None), ("b", None)]


def test_the_log_is_newest_first_and_filtered(activity: Database) -> None:
    one = inject(activity, item("a"), now=1)
    two = inject(activity, item("b"), now=2, project="q")
    three = inject(activity, item("c"), now=3, key=SessionKey("codex", "s9"))
    assert [found.id for found in statistics.injections(activity)] == [three, two, one]
    assert [found.id for found in statistics.injections(activity, project="q")] == [two]
    assert [found.id for found in statistics.injections(activity, session="s9")] == [three]
    assert [found.id for found in statistics.injections(activity, agent="claude")] == [two, one]
    assert statistics.injection(activity).id == three
    assert statistics.injection(activity, project="q").id == two
    for unknown in ("ffff", "no", "f" * 40):
        with pytest.raises(UnknownName, match=unknown):
            statistics.injection(activity, unknown)


def test_hook_calls_are_summed_up(activity: Database) -> None:
    for number in range(20):
        record_hook_call(activity, agent="claude", event="prompt", project="p", ms=number, now=9)
    record_hook_call(
        activity, agent="claude", event="stop", project="p", ms=5, now=10, error="StoreBusy: x"
    )
    stop, prompt = sorted(statistics.latencies(activity, since=0), key=lambda found: found.calls)
    assert (prompt.calls, prompt.failed, prompt.median_ms, prompt.p95_ms) == (20, 0, 9, 18)
    assert prompt.slowest_ms == 19
    assert (stop.failed, stop.last) == (1, 10)
    assert statistics.latencies(activity, since=11) == []
    assert statistics.last_seen(activity, project="p") == {"claude": 10}
    assert statistics.last_seen(activity, project="q") == {}


def test_savings_and_totals_by_session_and_in_all(activity: Database) -> None:
    inject(activity, item("a"), item("b"))
    inject(activity, item("c"), key=SessionKey("claude", "s2"))
    record_saving(activity, KEY, "capsule", project="p", before=900, after=100, now=1, budget=400)
    record_saving(activity, KEY, "capsule", project="p", before=100, after=50, now=1, budget=400)
    record_saving(activity, None, "skeleton", project="p", before=10, after=1, now=1)
    assert statistics.savings(activity, session="s1") == [("capsule", 2, 1000, 150, 800)]
    assert [saving.what for saving in statistics.savings(activity)] == ["capsule", "skeleton"]
    everything = statistics.totals(activity)
    assert (everything.injections, everything.items, everything.sessions) == (2, 3, 2)
    assert (everything.shown, everything.decided, everything.used) == (3, 0, 0)
    assert statistics.totals(activity, session="s2").items == 1
    assert statistics.totals(activity, since=2000) == (0,) * 8


def test_what_is_too_old_goes(activity: Database) -> None:
    for day in range(10):
        key = SessionKey("claude", f"s{day}")
        inject(activity, item(f"k{day}"), now=day * DAY, key=key)
        usage.mark_used(activity, usage.open_items(activity, key), "read", now=day * DAY)
        record_hook_call(activity, agent="a", event="e", project="p", ms=1, now=day * DAY)
        first_time(activity, f"e{day}", now=day * DAY)
    assert prune(activity, now=10 * DAY, days=5) > 0
    assert len(statistics.injections(activity)) == 5
    # One more row of use counts whole injections.
    for table, count in (("session", 5), ("shown", 5), ("sent", 5), ("hook_call", 5), ("usage", 6)):
        assert activity.statement(f"SELECT count(*) FROM {table}") == [(count,)], table
    assert activity.statement("SELECT count(*) FROM answered") == [(1,)]
    assert prune(activity, now=10 * DAY, days=5) == 0


def test_the_oldest_go_when_it_grows_too_large(
    activity: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "PRUNE_ROWS", 50)
    for number in range(600):
        inject(activity, item("k")._replace(text="t" * 3000), now=number)
    assert activity.value("activity.bytes") > 3_000_000
    prune(activity, now=1000, megabytes=1)
    assert activity.value("activity.bytes") <= 1024 * 1024
    kept = statistics.injections(activity, limit=1000)
    assert kept
    assert kept[0].created == 599
    activity.close()
    assert os.path.getsize(activity.path) < 1_300_000, "the space is given back"


def test_hook_calls_keep_the_file_bounded_by_themselves(activity: Database) -> None:
    for number in range(300):
        record_hook_call(activity, agent="a", event="e", project="p", ms=1, now=number * DAY)
    assert activity.statement("SELECT count(*) FROM hook_call")[0][0] < 90 + 2 * 64


def test_ids_are_not_used_twice(activity: Database) -> None:
    first = inject(activity, item("a"), now=1)
    prune(activity, now=200 * DAY)
    assert inject(activity, item("b"), now=200 * DAY) != first
