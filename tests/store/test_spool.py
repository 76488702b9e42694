"""The spool of ruling 59: nothing acknowledged is lost, nothing is applied twice."""

import os
import pathlib
import stat
from typing import Any

import pytest

from sightline.errors import StoreFull, UnknownName
from sightline.process.private_files import try_lock
from sightline.store.sqlite import spool as spool_module
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.spool import Spool

Payload = dict[str, Any]


@pytest.fixture
def spool(tmp_path: pathlib.Path) -> Spool:
    return Spool(str(tmp_path / "spool"), "memory")


@pytest.fixture
def database(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "memory.db"), "memory")


def apply(database: Database, kind: str, payload: Payload) -> None:
    if kind != "fact":
        raise UnknownName("event", kind)
    database.statement(
        "INSERT INTO meta (key, value) VALUES (?, ?)", (payload["key"], payload["value"])
    )


def facts(database: Database) -> list[tuple[str, object]]:
    rows = database.statement("SELECT key, value FROM meta WHERE key <> 'compatible_from'")
    return [(str(key), value) for key, value in rows]


def keep(spool: Spool, key: str, value: object = 1, kind: str = "fact") -> str:
    return spool.append(kind, {"key": key, "value": value}, now=1000)


def test_the_next_process_takes_in_what_waits_once(spool: Spool, database: Database) -> None:
    assert not spool.waiting()
    for key in ("a", "b", "c"):
        keep(spool, key, "zwei\nZeilen \ud800")
    keep(spool, "d", "日本")
    assert spool.waiting()
    assert spool.drain(database, apply, now=1) == 1
    assert spool.drain(database, apply, now=1) == 0
    assert facts(database) == [("d", "日本")]
    assert len(spool.refused()) == 3  # A lone surrogate is no text.


def test_events_are_applied_in_the_order_they_came(spool: Spool, database: Database) -> None:
    seen: list[int] = []
    for number in range(250):
        spool.append("n", {"n": number}, now=number)
    count = spool.drain(database, lambda _, __, payload: seen.append(payload["n"]), now=1)
    assert count == 250
    assert seen == list(range(250))


def test_a_process_killed_after_the_commit_applies_nothing_twice(
    spool: Spool, database: Database, tmp_path: pathlib.Path
) -> None:
    keep(spool, "a")
    line = (tmp_path / "spool" / "memory.jsonl").read_bytes()
    assert spool.drain(database, apply, now=1) == 1
    (tmp_path / "spool" / "memory.1.jsonl").write_bytes(line)
    assert spool.waiting()
    assert spool.drain(database, apply, now=2) == 0
    assert facts(database) == [("a", 1)]
    assert not spool.waiting()


def test_a_torn_line_costs_only_itself(
    spool: Spool, database: Database, tmp_path: pathlib.Path
) -> None:
    keep(spool, "a")
    with (tmp_path / "spool" / "memory.jsonl").open("ab") as file:
        file.write(b'\n{"id":"x","kind":"fact","payl')
    keep(spool, "b")
    assert spool.drain(database, apply, now=1) == 2
    assert facts(database) == [("a", 1), ("b", 1)]


def test_a_failure_in_the_middle_leaves_everything_waiting(
    spool: Spool, database: Database, tmp_path: pathlib.Path
) -> None:
    keep(spool, "a")
    keep(spool, "b")

    def stop_at_b(database: Database, kind: str, payload: Payload) -> None:
        if payload["key"] == "b":
            raise KeyboardInterrupt
        apply(database, kind, payload)

    with pytest.raises(KeyboardInterrupt):
        spool.drain(database, stop_at_b, now=1)
    assert facts(database) == []
    assert spool.drain(database, apply, now=1) == 2


def test_only_one_process_drains(spool: Spool, database: Database, tmp_path: pathlib.Path) -> None:
    keep(spool, "a")
    lock = try_lock(str(tmp_path / "spool" / "memory.drain.lock"))
    assert lock
    with lock:
        assert spool.drain(database, apply, now=1) == 0
    assert spool.drain(database, apply, now=1) == 1


def test_a_stopped_appender_holds_nobody_up(
    spool: Spool, database: Database, tmp_path: pathlib.Path
) -> None:
    lock = try_lock(str(tmp_path / "spool" / "memory.append.lock"))
    assert lock
    with lock:
        keep(spool, "a")
        assert spool.drain(database, apply, now=1) == 1


def test_what_cannot_be_applied_is_kept_for_another_version(
    spool: Spool, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(spool, "a", kind="news")
    keep(spool, "b")
    assert spool.drain(database, apply, now=1) == 1
    (refused,) = spool.refused()
    assert refused["kind"] == "news"
    assert "UnknownName" in refused["problem"]

    def newer(database: Database, kind: str, payload: Payload) -> None:
        apply(database, "fact", payload)

    keep(spool, "c")
    assert spool.drain(database, newer, now=1) == 1, "the same version does not try again"
    monkeypatch.setattr(spool_module, "__version__", "99")
    keep(spool, "d")
    assert spool.drain(database, newer, now=1) == 2
    assert sorted(facts(database)) == [("a", 1), ("b", 1), ("c", 1), ("d", 1)]
    assert spool.refused() == []


def test_files_rotate_and_the_whole_is_bounded(
    spool: Spool, database: Database, monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path
) -> None:
    monkeypatch.setattr(spool_module, "ROTATE_BYTES", 1000)
    monkeypatch.setattr(spool_module, "MOST_BYTES", 5000)
    kept = 0
    with pytest.raises(StoreFull):
        for number in range(1000):
            keep(spool, f"k{number}")
            kept += 1
    assert sum(path.stat().st_size for path in (tmp_path / "spool").iterdir()) < 8000
    assert spool.drain(database, apply, now=1) == kept
    assert len(facts(database)) == kept


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_the_spool_is_for_the_user_alone(spool: Spool, tmp_path: pathlib.Path) -> None:
    keep(spool, "a")
    for path in (tmp_path / "spool").iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_old_ids_are_forgotten(database: Database) -> None:
    for number in range(20):
        spool_module.take(database, f"e{number}", "n", {}, lambda *_: None, now=number)
    later = spool_module.REMEMBER_MS + 100
    for number in range(5):
        spool_module.take(database, f"l{number}", "n", {}, lambda *_: None, now=later)
    assert database.statement("SELECT count(*) FROM taken") == [(5,)]
