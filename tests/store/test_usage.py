"""Whether what was shown was used, counted per item (issue of learning what helps)."""

import pathlib

import pytest

from sightline.model.frame import Frame, Item
from sightline.model.session import SessionKey
from sightline.model.usage import Usage
from sightline.store import statistics, usage
from sightline.store.activity import record_injection
from sightline.store.sqlite.database import Database, open_database

KEY = SessionKey("claude", "s1")
KINDS = ("code", "memory")


@pytest.fixture
def activity(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "activity.db"), "activity")


def show(
    activity: Database, *keys: str, now: int, key: SessionKey = KEY, project: str = "p"
) -> None:
    items = tuple(Item("code", key, key, 0.5, "h" + key) for key in keys)
    record_injection(
        activity, key, Frame("t", items), project=project, event="prompt", prompt="", ms=1, now=now
    )


def test_items_of_other_kinds_stay_undecided(activity: Database) -> None:
    items = (Item("thread", "t-1", "where it stood", 0.5, "h"), Item("code", "a", "a", 0.5, "ha"))
    frame = Frame("t", items)
    record_injection(activity, KEY, frame, project="p", event="prompt", prompt="", ms=1, now=10)
    assert usage.close_open(activity, KINDS, project="p", before=20, now=40) == 1
    assert [item.kind for item in usage.open_items(activity, KEY)] == ["thread"]


def test_an_item_is_used_once_and_the_rest_is_not(activity: Database) -> None:
    show(activity, "a", "b", now=10)
    show(activity, "a", now=20)
    opened = usage.open_items(activity, KEY)
    assert [(item.injection, item.key) for item in opened] == [(2, "a"), (1, "a"), (1, "b")]
    used = [item for item in opened if item.key == "a" and item.injection == 1]
    assert usage.mark_used(activity, used, "edited", now=30) == 1
    assert usage.mark_used(activity, used, "read", now=31) == 0
    assert usage.close_open(activity, KINDS, project="p", before=20, now=40) == 1
    assert [item.key for item in usage.open_items(activity, KEY)] == ["a"]
    counts = usage.usage_of(activity, "code", ["a", "b", "z"], project="p")
    assert counts == {
        "a": Usage(used=1, last_shown=10, last_used=30),
        "b": Usage(unused=1, last_shown=10),
    }
    shown = statistics.injection(activity, "1").shown
    assert [(item.used, item.how) for item in shown] == [(True, "edited"), (False, "")]
    assert statistics.totals(activity)[4:7] == (3, 2, 1)


def test_ratings_are_counted_apart(activity: Database) -> None:
    usage.rate(activity, "thread", "t1", project="p", useful=True)
    usage.rate(activity, "thread", "t1", project="p", useful=False)
    usage.rate(activity, "thread", "t1", project="p", useful=False)
    counts = usage.usage_of(activity, "thread", ["t1"], project="p")
    assert counts == {"t1": Usage(useful=1, useless=2)}


def test_an_unknown_session_has_nothing_open(activity: Database) -> None:
    nobody = SessionKey("x", "y")
    assert usage.open_items(activity, nobody) == []
    assert usage.close_open(activity, KINDS, project="p", before=9, now=9, over=nobody) == 0


def test_what_any_session_left_open_is_decided_in_time_and_what_is_over_at_once(
    activity: Database,
) -> None:
    show(activity, "a", now=10)
    show(activity, "b", now=50, key=SessionKey("claude", "s2"))
    show(activity, "c", now=50, key=SessionKey("claude", "s3"))
    show(activity, "d", now=10, project="another")
    over = SessionKey("claude", "s2")
    assert usage.close_open(activity, KINDS, project="p", before=20, now=60, over=over) == 2
    counts = usage.usage_of(activity, "code", ["a", "b", "c"], project="p")
    assert counts.keys() == {"a", "b"}
    assert usage.balance(activity, "code", project="p") == (0, 2)


def test_a_long_list_of_what_is_open_is_decided_bit_by_bit_each_injection_once(
    activity: Database,
) -> None:
    for now in range(40):
        show(activity, *"abcdefghijklmnop", now=now)
    closed = [usage.close_open(activity, KINDS, project="p", before=99, now=100) for _ in range(3)]
    assert closed == [496, 144, 0]
    assert usage.balance(activity, "code", project="p") == (0, 40)
