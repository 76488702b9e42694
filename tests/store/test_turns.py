"""The turns of sessions: found through their index, and without a session too."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.model.session import MOVED, ChangeReason, SessionKey, TopicEvidence, Turn
from sightline.store import topics, turns
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.queries import query_text

PROJECT = "p"


@pytest.fixture
def memory(tmp_path: pathlib.Path) -> Iterator[Database]:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    yield database
    database.close()


def save(memory: Database, key: SessionKey, topic: str) -> int:
    turn = Turn(0, topic, "prompt", "text", created=1, agent=key.agent, session=key.session)
    return topics.add_turn(memory, PROJECT, turn)


@pytest.mark.parametrize("session", ["one", ""])
def test_prompts_and_topics_of_a_session_are_found_newest_first(
    memory: Database, session: str
) -> None:
    key = SessionKey("claude", session)
    first, second = save(memory, key, "a"), save(memory, key, "b")
    save(memory, SessionKey("claude", "other"), "c")
    save(memory, SessionKey("codex", session), "d")
    prompts = turns.session_prompts(memory, PROJECT, key, 5)
    assert [prompt.turn for prompt in prompts] == [second, first]
    assert turns.visits(memory, PROJECT, key) == ["b", "a"]


@pytest.mark.parametrize("query", ["session.session_prompts", "session.visits"])
def test_a_new_session_does_not_read_all_turns_of_the_project(memory: Database, query: str) -> None:
    text = query_text(query).replace(":session", "'s'").replace(":project", "'p'")
    text = text.replace(":agent", "'claude'").replace(":most", "1")
    plan = memory.statement("EXPLAIN QUERY PLAN " + text)
    assert "turn_session" in plan[0][3]


def test_the_reason_of_a_change_is_read_as_it_was_saved(memory: Database) -> None:
    chosen = TopicEvidence("b", {"words": 3.1234}, {"words": ("Straße", "счёт")})
    left = TopicEvidence("a", {"stay": 2.0, "files": -1.5}, {"files": ("src/export.py",)})
    number = save(memory, SessionKey("claude", "one"), "b")
    turns.settle_turn(memory, number, ChangeReason(MOVED, "c", chosen, left))
    (change,) = turns.change_points(memory, PROJECT)
    assert change.reason == ChangeReason(
        MOVED, "c", chosen._replace(parts={"words": 3.123}), left, None
    )
    assert change.topics == {"a", "b", "c"}


def test_a_turn_that_stayed_is_no_change(memory: Database) -> None:
    turns.settle_turn(memory, save(memory, SessionKey("claude", "one"), "a"))
    assert turns.change_points(memory, PROJECT) == []


@pytest.mark.parametrize(
    ("stored", "reason"),
    [
        (
            '{"stay": 3.0, "form": -2.0}',
            ChangeReason(left=TopicEvidence("a", {"stay": 3.0, "form": -2.0})),
        ),
        (
            '{"session": -0.72, "back": 2.7}',
            ChangeReason(chosen=TopicEvidence("b", {"session": -0.72, "back": 2.7})),
        ),
        ('{"start": 0.0}', ChangeReason()),
    ],
)
def test_evidence_stored_without_its_topic_is_that_of_the_one_it_can_only_be(
    memory: Database, stored: str, reason: ChangeReason
) -> None:
    turn = Turn(0, "b", "prompt", "text", created=1, agent="claude", session="one", origin="a")
    number = topics.add_turn(memory, PROJECT, turn)
    memory.run("session.settle_turn", number=number, evidence=stored)
    (change,) = turns.change_points(memory, PROJECT)
    assert change.reason == reason
