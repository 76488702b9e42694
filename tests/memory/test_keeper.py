"""Keeping memories: time to live, notes of tool calls, forgetting and restoring."""

import pathlib

import pytest

from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.keeper import process_expired
from sightline.memory.tool_calls import observe
from sightline.model.memory import Memory
from sightline.store import memory as store
from sightline.store.sqlite.database import Database, open_database

NOW = 1_770_000_000_000
DAY = 86_400_000


@pytest.fixture
def database(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "memory.db"), "memory")


def keep(database: Database, text: str, kind: str = "fact", **values: object) -> Memory:
    now = int(str(values.pop("now", NOW)))
    memory = draft(kind, text, now=now, project="p", **values)
    return keeper.save(database, memory, now=now, anyway=True).memory


@pytest.mark.parametrize(
    ("policy", "shown"), [("mark_stale", "stale"), ("archive", "archived"), ("delete", "gone")]
)
def test_an_expired_memory_follows_its_policy(database: Database, policy: str, shown: str) -> None:
    """PC-16: mark_stale, archive or delete when the time is over; not before."""
    memory = keep(database, "short lived", ttl_seconds=3600, on_expire=policy)
    process_expired(database, now=NOW + 3_599_000)
    assert store.by_id(database, memory.id) == memory
    process_expired(database, now=NOW + 3_600_000)
    after = store.by_id(database, memory.id)
    state = "gone" if after is None else "stale" if after.stale else after.status
    assert state == shown
    assert process_expired(database, now=NOW + 9_000_000) == (0, 0, 0, 0, 0)


def test_genes_and_memories_without_a_time_never_expire(database: Database) -> None:
    """FO-28, PC-16: manual memories stay; immutable facts too, whatever their TTL."""
    gene = keep(database, "law", ttl_seconds=1, on_expire="delete", immutable=True, level=0)
    plain = keep(database, "note")
    process_expired(database, now=NOW + 4000 * DAY)
    assert store.by_id(database, gene.id) and store.by_id(database, plain.id)


def test_said_again_its_time_begins_anew_and_its_creation_stays(database: Database) -> None:
    memory = keep(database, "renewed", ttl_seconds=3600)
    process_expired(database, now=NOW + 3_600_000)
    again = keeper.save(database, memory._replace(id="", created=0), now=NOW + 3_700_000)
    assert again.memory.id == memory.id and not again.new
    process_expired(database, now=NOW + 7_200_000)
    after = store.by_id(database, memory.id)
    assert after is not None and not after.stale and after.created == NOW


def test_observations_of_tool_calls_go_after_ninety_days(database: Database) -> None:
    """FO-4, FO-28, 1.2.7: old auto rows go, young ones and manual ones stay."""
    observe(database, "p", "search_code", "Searched 'x' (1 results)", NOW - 91 * DAY)
    observe(database, "p", "search_code", "Searched 'y' (1 results)", NOW)
    keep(database, "old note", now=NOW - 400 * DAY)
    assert process_expired(database, now=NOW).observations == 1
    assert process_expired(database, now=NOW, auto_days=0).observations == 0
    assert len(store.newest(database, None)) == 2


def test_every_call_is_observed_and_an_empty_result_is_not(database: Database) -> None:
    """FO-25, ruling 17: category auto, source auto:<tool>, one row per call."""
    for _ in range(3):
        observe(database, "p", "query_symbol", "Explored 'a' (2 results)", NOW, session="s")
    assert observe(database, "p", "query_symbol", "", NOW, session="s") is None
    found = store.of_session(database, "s")
    assert len(found) == 3
    assert {(m.kind, m.source) for m in found} == {("auto", "auto:query_symbol")}


def test_a_forgotten_memory_can_be_taken_back_for_thirty_days(database: Database) -> None:
    memory = keep(database, "take me back", tags=("t",))
    keeper.forget(database, memory.id, now=NOW)
    assert (
        keeper.restore(database, memory.id, now=NOW + 29 * DAY)._replace(number=memory.number)
        == memory
    )
    keeper.forget(database, memory.id, now=NOW)
    process_expired(database, now=NOW + 31 * DAY)
    with pytest.raises(Exception, match="30 days"):
        keeper.restore(database, memory.id, now=NOW + 31 * DAY)
    assert "take me back" not in str(store.versions(database, memory.id))
