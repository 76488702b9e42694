"""Actions of the page change the stores as the command line would."""

import pytest

from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.events.dispatch import handle
from sightline.events.reply import Reply
from sightline.memory import keeper
from sightline.model.event import PROMPT, Event
from sightline.model.session import ACTIVE
from sightline.store import memory as store
from sightline.store import topics
from sightline.store.usage import usage_of
from sightline.view.actions import act
from sightline.view.memories import memory_rows
from sightline.workspace.privacy import is_paused
from tests.view.conftest import inject, remember


def test_rating_an_item_counts(engine: Engine) -> None:
    inject(engine)
    key = "app.py::app.expire"
    act(engine, "rate", {"kind": "code", "key": key, "useful": False})
    assert usage_of(engine.activity, "code", [key], project=engine.project.id)[key].useless == 1


def test_keeping_editing_dropping_and_restoring_a_memory(engine: Engine) -> None:
    id = remember(engine, "Expire lazily", source="capture").id
    act(engine, "keep", {"id": id})
    assert not memory_rows(engine)[0]["review"]
    act(engine, "edit", {"id": id, "text": "Expire on read"})
    assert keeper.find(engine.memory, id).text == "Expire on read"
    act(engine, "drop", {"id": id})
    assert store.by_id(engine.memory, id) is None
    act(engine, "restore", {"id": id})
    assert store.by_id(engine.memory, id) is not None


def test_merging_memories_joins_texts_and_links_and_closes_one(engine: Engine) -> None:
    first = remember(engine, "Expire lazily", symbols=("expire",))
    second = remember(engine, "Sessions end on read")
    act(engine, "merge_memories", {"id": first.id, "into": second.id})
    merged = keeper.find(engine.memory, second.id)
    assert merged.text == "Sessions end on read\nExpire lazily"
    assert merged.links
    assert keeper.find(engine.memory, first.id).replaced_by == second.id


def test_a_memory_cannot_be_merged_into_itself(engine: Engine) -> None:
    id = remember(engine, "Expire lazily").id
    with pytest.raises(UsageError):
        act(engine, "merge_memories", {"id": id, "into": id})


def send(engine: Engine, session: str, prompt: str) -> None:
    event = Event(PROMPT, "claude", session=session, cwd=engine.project.root, prompt=prompt)
    handle(engine, event, Reply(), limit=9_000)


def test_topics_are_merged_split_and_both_undone(engine: Engine) -> None:
    send(engine, "a", "parse the yaml manifest of helm charts")
    send(engine, "b", "resize avatars with pillow thumbnails")

    def active() -> list[str]:
        active = topics.topics_of_status(engine.memory, engine.project.id, ACTIVE)
        return [topic.id for topic in active]

    first, second = active()
    act(engine, "merge_topics", {"topic": first, "into": second})
    assert active() == [second]
    numbers = [turn.number for turn in topics.turns(engine.memory, second)]
    act(engine, "undo", {})
    assert sorted(active()) == sorted([first, second])
    act(engine, "merge_topics", {"topic": first, "into": second})
    act(engine, "split_topic", {"topic": second, "groups": [numbers[:1]], "titles": ["charts"]})
    assert len(active()) == 2
    assert act(engine, "undo", {}).startswith("undone: split")
    assert active() == [second]


def test_pausing_and_resuming(engine: Engine) -> None:
    act(engine, "pause", {})
    assert is_paused(engine.project, engine.home)
    act(engine, "resume", {})
    assert not is_paused(engine.project, engine.home)


def test_an_unknown_action_or_missing_value_is_refused(engine: Engine) -> None:
    with pytest.raises(UsageError):
        act(engine, "format_disk", {})
    with pytest.raises(UsageError):
        act(engine, "keep", {})
