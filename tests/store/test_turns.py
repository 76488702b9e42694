"""The turns of sessions: found through their index, and without a session too."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.model.session import SessionKey, Turn
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
    assert turns.session_topics(memory, PROJECT, key) == ["b", "a"]


@pytest.mark.parametrize("query", ["session.session_prompts", "session.session_topics"])
def test_a_new_session_does_not_read_all_turns_of_the_project(memory: Database, query: str) -> None:
    text = query_text(query).replace(":session", "'s'").replace(":project", "'p'")
    text = text.replace(":agent", "'claude'").replace(":most", "1")
    plan = memory.statement("EXPLAIN QUERY PLAN " + text)
    assert "turn_session" in plan[0][3]
