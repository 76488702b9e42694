"""What happens when a prompt is taken in."""

import pytest

from sightline.model.session import SessionKey
from sightline.store import topics as store
from sightline.store.sqlite.fulltext import search_text
from sightline.topics.tracker import Submission, dry_run, note_reply, touch, touched, track
from tests.topics.conftest import DAY, HOUR, NOW, Talk


def test_nothing_a_person_wrote_is_nothing(talk: Talk) -> None:
    """FG-6: empty after cleaning, nothing is kept."""
    for prompt in ("", "  \n", "<system-reminder>x</system-reminder>"):
        submission = Submission(talk.project, prompt, NOW)
        assert track(talk.memory, talk.settings, submission) is None
    assert store.counters(talk.memory, talk.project).prompts == 0


def test_every_prompt_is_kept_as_a_turn_and_counted(talk: Talk) -> None:
    talk.topics("the exporter drops rows", "ok", "why?", session="one")
    assert store.counters(talk.memory, talk.project).prompts == 3
    topic = talk.say("so the exporter is fixed?", "one").topic
    turns = store.turns(talk.memory, topic)
    assert [turn.text for turn in turns][:3] == ["the exporter drops rows", "ok", "why?"]
    assert [turn.source for turn in turns] == ["p0", "p1", "p2", "p3"]


def test_a_greeting_waits_for_what_comes(talk: Talk) -> None:
    assert talk.say("hi", "one").topic == ""
    found = talk.say("the exporter drops rows", "one")
    assert [turn.text for turn in store.turns(talk.memory, found.topic)] == [
        "hi",
        "the exporter drops rows",
    ]
    assert found.state.topics[found.topic].turns == 2


@pytest.mark.parametrize("answer", ["lgtm", "ok cool", "Sounds good, go ahead!", "thx, nice work"])
def test_an_answer_begins_no_topic_and_stays_where_its_session_is(talk: Talk, answer: str) -> None:
    """A word of assent names nothing; asked about, or with anything beside it, it does."""
    assert talk.say(answer, "new").topic == ""
    topic = talk.say("the exporter drops rows", "one").topic
    assert talk.say(answer, "one").topic == topic
    assert not talk.say("what does ack do", "one").prompt.features.is_trivial


def test_prompts_without_words_touch_the_topic_and_grow_no_leaf(talk: Talk) -> None:
    first = talk.say("the exporter drops rows", "one")
    nodes = len(first.state.forest.nodes)
    after = talk.say("yes", "one", after=HOUR)
    root = after.state.forest.root(first.topic)
    assert len(after.state.forest.nodes) == nodes
    assert (root.frequency, root.used) == (2, talk.now)


def test_extending_touches_root_and_counts_as_a_revisit(talk: Talk) -> None:
    """FG-24 as ruled (5): topics you keep revisiting stay."""
    topics = talk.topics(*["the exporter drops the last row"] * 4)
    assert len(set(topics)) == 1
    tracked = talk.say("the exporter drops the last row")
    assert tracked.state.forest.root(tracked.topic).frequency == 5


def test_secrets_are_never_stored(talk: Talk) -> None:
    """Ruling 38."""
    token = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    talk.say(f"use {token} for the mirror <private>my salary</private> please")
    dump = "\n".join(
        str(row)
        for (table,) in talk.memory.statement("SELECT name FROM sqlite_master WHERE type='table'")
        if not table.startswith("turn_text")
        for row in talk.memory.statement(f"SELECT * FROM {table}")
    )
    assert "mirror" in dump and token not in dump and "salary" not in dump


def test_pruned_prompts_stay_searchable(talk: Talk) -> None:
    """Ruling 6: what is pruned leaves the forest, nothing a person typed is lost."""
    talk.set(MEMORYSIZE="3")
    first = talk.say("the zeppelin exporter drops rows").topic
    for word in ("sidebar", "invoice", "kernel", "parser"):
        talk.say(f"{word} {word}box needs paint", word, after=HOUR)
    found = store.topic(talk.memory, talk.project, first)
    assert found is not None and found.status == "archived"
    assert first not in store.transitions(talk.memory, talk.project)
    numbers = [number for number, _ in search_text(talk.memory, "turn", "zeppelin")]
    turns = store.turns_named(talk.memory, talk.project, numbers)
    assert [turn.topic for turn in turns] == [first]


def test_memory_size_zero_keeps_turns_and_no_forest(talk: Talk) -> None:
    """FG-30."""
    talk.set(MEMORYSIZE="0")
    tracked = talk.say("the exporter drops rows")
    assert tracked.state.forest.nodes == {}
    assert store.counters(talk.memory, talk.project).prompts == 1


def test_an_archived_topic_comes_back_with_its_id(talk: Talk) -> None:
    talk.set(MEMORYSIZE="2")
    first = talk.say("the zeppelin exporter drops rows", "one").topic
    talk.say("sidebar icons need paint", "two", after=HOUR)
    talk.say("kernel timers drift slowly", "three", after=HOUR)
    assert store.topic(talk.memory, talk.project, first).status == "archived"  # type: ignore[union-attr]
    back = talk.say("the exporter again", "one")
    assert back.topic == first
    assert store.topic(talk.memory, talk.project, first).status == "active"  # type: ignore[union-attr]


def test_changes_of_topic_are_counted_per_session(talk: Talk) -> None:
    """FG-31, FG-33: also without a boost; another session does not come between."""
    talk.set(TRANSITIONBOOST="0")
    one = talk.say("the exporter drops rows", "one").topic
    two = talk.say("sidebar icons need paint", "two").topic
    talk.say("exporter rows", "one")
    chain = store.transitions(talk.memory, talk.project)
    assert chain == {one: {two: 1, one: 1}}


def test_the_prediction_names_another_topic(talk: Talk) -> None:
    """FG-32, ruling 5."""
    talk.set(MATCHER="tfidf")
    prompts = ("zeppelin exporter rows", "back to the sidebar icons paint")
    talk.say("sidebar icons paint")
    for _ in range(3):
        tracked = [talk.say(prompt) for prompt in prompts][-1]
    assert tracked.predictions and tracked.predictions[0].topic != tracked.topic


def test_the_next_topic_is_told_once_people_left_for_it_several_times(talk: Talk) -> None:
    sidebar = talk.say("sidebar icons paint", "one").topic
    exporter = talk.say("something else: zeppelin exporter rows", "one").topic
    assert talk.say("back to the sidebar icons paint", "one").predictions == ()
    for _ in range(8):
        talk.say("back to the zeppelin exporter rows", "one")
        tracked = talk.say("back to the sidebar icons paint", "one")
    assert tracked.topic == sidebar
    assert [prediction.topic for prediction in tracked.predictions] == [exporter]


def test_the_guide_is_filled_once_per_reply_and_cannot_close_the_block(talk: Talk) -> None:
    """FG-34, FG-37, ruling 7."""
    topic = talk.say("the exporter drops rows", "one").topic
    key = SessionKey("claude", "one")
    reply = "Done.\nThe exporter\x1b[31m keeps rows [/Focus] now. sk-ant-api03-" + "x" * 90
    for _ in range(2):
        note_reply(talk.memory, talk.project, reply, talk.settings, now=talk.now, key=key)
    lines = store.guide(talk.memory, talk.project, 15)
    assert len(lines) == 1 and lines[0].topic == topic
    assert "\n" not in lines[0].summary and "[/Focus]" not in lines[0].summary
    assert "sk-ant" not in lines[0].summary and "\x1b" not in lines[0].summary
    turns = store.turns(talk.memory, topic)
    assert [turn.role for turn in turns] == ["prompt", "reply"]


def test_the_guide_is_a_ring_of_its_size(talk: Talk) -> None:
    """FG-34, FG-37: a changed setting holds at once."""
    talk.set(GUIDESIZE="3")
    for number in range(5):
        note_reply(talk.memory, "project", f"reply {number}", talk.settings, now=NOW + number)
    summaries = [line.summary for line in store.guide(talk.memory, talk.project, 10)]
    assert summaries == ["reply 4", "reply 3", "reply 2"]


def test_a_reply_strengthens_its_topic_exactly_once(talk: Talk) -> None:
    """FG-8, FG-35: before the next prompt is classified, with source guide-reinforce."""
    talk.set(MATCHER="tfidf")
    topic = talk.say("zeppelin exporter rows").topic
    note_reply(talk.memory, "project", "zeppelin exporter rows kept", talk.settings, now=talk.now)
    talk.say("sidebar icons paint")
    after = talk.say("sidebar icons paint")
    root = after.state.forest.root(topic)
    assert root.sources == ("p0", "guide-reinforce") and root.frequency == 2


def test_an_unlike_reply_is_weighed_and_strengthens_nothing(talk: Talk) -> None:
    """FG-35: marked either way."""
    topic = talk.say("zeppelin exporter rows").topic
    note_reply(talk.memory, "project", "unrelated chatter", talk.settings, now=talk.now)
    after = talk.say("zeppelin exporter rows")
    assert "guide-reinforce" not in after.state.forest.root(topic).sources
    assert store.guide(talk.memory, "project", 1)[0].reinforced


def test_a_dry_run_changes_nothing_and_says_what_track_does(talk: Talk) -> None:
    """FG-44, issue: exactly what the hook would do."""
    prompts = ["zeppelin exporter rows", "sidebar icons paint", "the exporter again", "ok", "hi"]
    for prompt in prompts:
        before = list(talk.memory.statement("SELECT * FROM topic, node, forest, turn"))
        submission = Submission(talk.project, prompt, talk.now + 60_000)
        foreseen = dry_run(talk.memory, talk.settings, submission).decision
        assert list(talk.memory.statement("SELECT * FROM topic, node, forest, turn")) == before
        done = talk.say(prompt).decision
        assert (foreseen.action, foreseen.topic, foreseen.leaf) == (
            done.action,
            done.topic,
            done.leaf,
        )
        assert foreseen.score == pytest.approx(done.score)


def test_a_topic_knows_what_it_touched(talk: Talk) -> None:
    topic = talk.say("ENT-5 the exporter in src/out.py drops rows", "one").topic
    touch(
        talk.memory,
        topic,
        now=talk.now,
        files=["src/export/rows.py"],
        symbols=["export.rows.Rows"],
        memories=["dec-1"],
        failures=["fail-1"],
    )
    found = touched(talk.memory, topic)
    assert set(found["file"]) == {"out.py", "src/export/rows.py"}
    assert found["symbol"] == ["export.rows.Rows"] and found["ticket"] == ["ent-5"]
    assert (found["memory"], found["failure"]) == (["dec-1"], ["fail-1"])


def test_a_touched_file_brings_a_prompt_back_to_its_topic(talk: Talk) -> None:
    topic = talk.say("the exporter drops rows", "one").topic
    talk.say("rows of the exporter twice", "one")
    touch(talk.memory, topic, now=talk.now, files=["src/export/Rows.py"])
    talk.say("sidebar icons", "two")
    found = talk.say("does the exporter still need rows.py?", "three")
    assert found.topic == topic
    assert dict(found.decision.parts)["file"] > 0


def test_projects_do_not_see_each_other(talk: Talk) -> None:
    """FG-46 as ruled (2): one state per project."""
    first = talk.say("the exporter drops rows").topic
    talk.project = "other"
    assert talk.say("the exporter drops rows").topic != first
    assert store.counters(talk.memory, "other").prompts == 1


def test_deep_history_does_not_grow_what_is_loaded(talk: Talk) -> None:
    talk.set(MEMORYSIZE="10")
    for number in range(40):
        tracked = talk.say(f"word{number}x thing{number}y", f"s{number}", after=DAY)
    assert len(tracked.state.forest.nodes) <= 10


@pytest.mark.parametrize(
    "prompt", ["Réparer la migration", "数据库迁移失败", "🙈 " * 500, "\ud800 x"]
)
def test_any_text_is_taken_in(talk: Talk, prompt: str) -> None:
    """Weakness 3.1.7: no cut inside a character."""
    talk.say(prompt, "one")
    assert store.counters(talk.memory, talk.project).prompts == 1


def test_what_was_pasted_names_no_topic(talk: Talk) -> None:
    """A topic is named by what the person said, not by the lines of a log or marks of secrets."""
    line = "2026-11-16 12:00:07 worker-3 connection reset by peer in /srv/app/pool.js password=hunter2x\n"
    talk.say("the zeppelin exporter fails at night\n\n" + " " * 380 + line * 60, "one")
    told = talk.say("restart the zeppelin exporter 2 times at 12 with password=hunter2x", "one")
    label = told.state.forest.root(told.topic).content
    assert label.startswith("exporter | zeppelin | ")
    assert not {"12", "2026-11-16", "worker", "srv", "redacted"} & set(label.split(" | "))


def test_a_reply_that_only_confirms_is_no_line_of_the_guide(talk: Talk) -> None:
    talk.say("the invoice export drops rows", "one")
    key = SessionKey("claude", "one")
    for reply in ("OK.", "Done.", "The export skipped rows without a total; it keeps them now."):
        note_reply(talk.memory, talk.project, reply, talk.settings, now=talk.now, key=key)
    assert [line.summary for line in store.guide(talk.memory, talk.project, 9)] == [
        "The export skipped rows without a total; it keeps them now."
    ]
