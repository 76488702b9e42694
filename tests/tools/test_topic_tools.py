"""The tools with which an agent steers its topics."""

import ast
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest

from sightline.cli.context import parse_values
from sightline.engine import Engine, open_engine
from sightline.errors import UnknownName, UsageError
from sightline.model.session import SessionKey
from sightline.store import memory as memories
from sightline.store import topics as store
from sightline.tools import catalog
from sightline.topics.telling.focus_block import RelatedTopic, related_topics
from sightline.topics.tracker import Submission, TrackedPrompt, dry_run, touch, track

DAY = 86_400_000


class Clock:
    now = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def engine(tmp_path: pathlib.Path, clock: Clock) -> Iterator[Engine]:
    engine = open_engine(str(tmp_path), now=clock)
    yield engine
    engine.close()


def submit(engine: Engine, prompt: str, session: str) -> TrackedPrompt:
    engine.now.now += 60_000  # type: ignore[attr-defined]
    key = SessionKey("claude", session)
    submission = Submission(engine.project.id, prompt, engine.now(), key)
    tracked = track(engine.memory, engine.settings, submission)
    assert tracked is not None
    return tracked


def say(engine: Engine, prompt: str, session: str = "one") -> str:
    return submit(engine, prompt, session).topic


def related(engine: Engine, prompt: str, session: str) -> list[RelatedTopic]:
    return related_topics(engine.memory, submit(engine, prompt, session), now=engine.now())


def call(engine: Engine, tool: str, session: str = "", **arguments: object) -> catalog.Result:
    key = SessionKey("claude", session) if session else None
    return catalog.run(engine, tool, arguments, key)


def paste(engine: Engine, command: str) -> catalog.Result:
    """Runs a command string exactly as an agent would read it."""
    node = ast.parse(command.replace("=true", "=True"), mode="eval").body
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.args
    values = {str(word.arg): ast.literal_eval(word.value) for word in node.keywords}
    return call(engine, node.func.id, **values)


def test_focus_answers_how_many_threads_it_touches(engine: Engine) -> None:
    """AS-1, ruling 29: by term, title or the topic's own id (a thread is a topic), case aside."""
    topic = say(engine, "JWT authentication for the exporter")
    found = call(engine, "ai_focus", topic="authentication", weight=0.8)
    assert found.text.splitlines() == [
        'Focus set on "authentication" (weight=0.8). 1 threads will be prioritized.',
        f"  {topic} JWT authentication for the exporter",
    ]
    assert call(engine, "ai_focus", topic="AUTHENTICATION").value["affected"] == 1
    assert call(engine, "ai_focus", topic=topic).value["affected"] == 1
    assert call(engine, "ai_focus", topic="zeppelin").value["affected"] == 0
    focused = [focus.topic for focus in store.focuses(engine.memory, engine.project.id)]
    assert sorted(focused) == sorted(["AUTHENTICATION", topic, "zeppelin"])


def test_focus_needs_a_topic_and_a_weight_in_range(engine: Engine) -> None:
    """AS-1, ruling 25: an empty topic is an error."""
    with pytest.raises(UsageError, match="Missing required parameter: topic"):
        call(engine, "ai_focus")
    with pytest.raises(UsageError, match="empty"):
        call(engine, "ai_focus", topic="  ")
    with pytest.raises(UsageError, match="weight must be 0 to 1"):
        call(engine, "ai_focus", topic="x", weight=2)


@pytest.mark.parametrize(
    ("subject", "prompt"),
    [
        ("quota", "the rate limiter forgets the remaining quota"),
        ("bookmarks", "rename a bookmark after saving it"),
        ("idle timeout", "the codex provider dies, raise the idle timeout to an hour"),
        ("api/rate-limiter.ts", "the daily count in rate-limiter.ts starts too late"),
        ("PROJ-482", "PROJ-482: staging is refused"),
        ("Rechnungen", "Rechnungen ohne Steuer werden doppelt gezählt"),
        ("factura", "la factura suma mal los descuentos"),
        ("скидки", "скидки вычитаются дважды из суммы"),
        ("結合", "表の結合が遅い"),
        ("what the exporter drops", "the exporter drops rows"),
    ],
)
def test_a_focus_finds_threads_by_the_words_of_their_prompts_by_files_and_tickets(
    engine: Engine, subject: str, prompt: str
) -> None:
    topic = say(engine, prompt)
    say(engine, "paint the sidebar icons", "two")
    found = call(engine, "ai_focus", topic=subject)
    assert [thread["thread_id"] for thread in found.value["threads"]] == [topic]
    assert topic in found.text


@pytest.mark.parametrize("subject", ["zeppelin", "a", "the", "?", "никогда", "NOPE-77"])
def test_a_focus_that_finds_nothing_says_that_it_waits(engine: Engine, subject: str) -> None:
    say(engine, "a new icon for the sidebar")
    found = call(engine, "ai_focus", topic=subject)
    assert (found.value["affected"], found.value["threads"]) == (0, [])
    assert "No thread is about it yet" in found.text


def test_a_focus_waits_for_the_first_thread_about_its_subject(engine: Engine) -> None:
    call(engine, "ai_focus", topic="zeppelin")
    topic = say(engine, "the zeppelin exporter drops rows")
    tracked = submit(engine, "paint the sidebar icons", "two")
    assert [one.topic.id for one in tracked.state.focused] == [topic]


def test_a_focus_on_an_unknown_id_is_an_error_with_near_ones(engine: Engine) -> None:
    topic = say(engine, "the zeppelin exporter drops rows")
    for unknown in ("t-0000000000", topic[:-1] + ("0" if topic[-1] != "0" else "1")):
        with pytest.raises(UnknownName) as raised:
            call(engine, "ai_focus", topic=unknown)
        assert topic in str(raised.value.hint or raised.value)
    assert store.focuses(engine.memory, engine.project.id) == []
    assert call(engine, "ai_focus", topic=topic.upper()).value["affected"] == 1


def test_a_focus_has_a_length_and_is_one_line(engine: Engine) -> None:
    with pytest.raises(UsageError, match="at most 200"):
        call(engine, "ai_focus", topic="x" * 100_000)
    assert call(engine, "ai_focus", topic="csv\n  export").value["topic"] == "csv export"
    assert call(engine, "ai_unfocus", topic="CSV export ").value["removed"] == 1


def test_a_prediction_names_no_thread_rated_useless(tmp_path: pathlib.Path, clock: Clock) -> None:
    (tmp_path / ".sightline.toml").write_text('[focus]\nmatcher = "tfidf"\n')
    engine = open_engine(str(tmp_path), now=clock)
    for prompt in ("zeppelin exporter rows", "sidebar icons paint", "zeppelin exporter rows"):
        tracked = submit(engine, prompt, "one")
    (likely,) = tracked.state.predictions()
    for _ in range(2):
        call(engine, "ai_rate_context", thread_id=likely.topic, useful=False)
    assert not submit(engine, "zeppelin exporter rows", "one").state.predictions()
    engine.close()


def test_unfocus_clears_one_or_all(engine: Engine) -> None:
    """AS-2."""
    for topic in ("a", "b", "c"):
        call(engine, "ai_focus", topic=topic)
    assert call(engine, "ai_unfocus", topic="A").text == 'Focus on "A" cleared.'
    assert call(engine, "ai_unfocus", topic="x").text == "No focus on 'x' found"
    cleared = "All focus cleared. Returning to similarity-based injection."
    assert call(engine, "ai_unfocus").text == cleared
    assert store.focuses(engine.memory, engine.project.id) == []


def test_a_focus_alone_brings_a_topic_in(engine: Engine) -> None:
    """AS-8, rulings 25 and 47: priority = similarity x weight x relevance + boost."""
    other = say(engine, "zeppelin exporter drops rows", "one")
    assert related(engine, "sidebar icons paint", "two") == []
    call(engine, "ai_focus", topic="zeppelin", weight=1.0)
    (shown,) = related(engine, "sidebar icons paint", "two")
    assert shown.topic == other
    assert (dict(shown.parts)["focus"], shown.priority) == (pytest.approx(0.5), pytest.approx(0.5))


def test_ratings_follow_the_formula(engine: Engine) -> None:
    """AS-7."""
    topic = say(engine, "zeppelin exporter drops rows")
    good = call(engine, "ai_rate_context", thread_id=topic, useful=True, reason="on point")
    assert good.value["relevance_score"] == 1.0
    bad = call(engine, "ai_rate_context", thread_id=topic, useful=False)
    assert bad.value["relevance_score"] == pytest.approx(0.47619, abs=1e-5)
    assert "1.00 → 0.48" in bad.text
    with pytest.raises(UnknownName):
        call(engine, "ai_rate_context", thread_id="t-none", useful=True)


def test_a_bad_rating_says_what_follows_from_it(engine: Engine) -> None:
    """Ruling 75."""
    topic = say(engine, "zeppelin exporter drops rows")
    once = call(engine, "ai_rate_context", thread_id=topic, useful=False)
    assert "told last from now on" in once.text
    again = call(engine, "ai_rate_context", thread_id=topic, useful=False)
    assert "not told again until" in again.text


def test_a_bad_rating_demotes_a_candidate(engine: Engine) -> None:
    """Ruling 26."""
    other = say(engine, "zeppelin exporter drops rows", "one")
    say(engine, "sidebar icons paint", "two")
    (before,) = related(engine, "the zeppelin exporter", "two")
    call(engine, "ai_rate_context", thread_id=other, useful=False)
    (after,) = related(engine, "the zeppelin exporter", "two")
    parts = dict(after.parts)
    assert (dict(before.parts)["rated"], parts["rated"]) == (1.0, 0.05)
    assert after.priority == pytest.approx(parts["similarity"] * parts["weight"] * 0.05)


def test_a_pin_is_a_memory_on_a_thread_of_its_own(engine: Engine, clock: Clock) -> None:
    """AS-4, AS-5, rulings 31 and 50: both ids, weight 1.0 + boost, never capped or faded."""
    found = call(engine, "ai_pin", content="Never touch the zeppelin table.", topics=["zeppelin"])
    memory_id, thread_id = found.value["memory_id"], found.value["thread_id"]
    assert found.text.splitlines()[0] == f"Pinned as {memory_id} (weight=1.30)"
    pin = memories.by_id(engine.memory, memory_id)
    assert pin is not None and (pin.kind, pin.level) == ("pin", 0)
    topic = store.topic(engine.memory, engine.project.id, thread_id)
    assert topic is not None and (topic.pinned, topic.weight) == (True, 1.3)
    assert topic.title == "Never touch the zeppelin table."
    (turn,) = store.turns(engine.memory, thread_id)
    assert turn.source == "agent_pin"
    clock.now += 400 * DAY
    call(engine, "ai_compact", strategy="aggressive")
    kept = store.topic(engine.memory, engine.project.id, thread_id)
    assert kept is not None and (kept.status, kept.weight) == ("active", 1.3)


@pytest.mark.parametrize(("given", "weight"), [(0.9, 1.5), (-1, 1.0), (0.1, 1.1)])
def test_the_boost_of_a_pin_is_clamped(engine: Engine, given: float, weight: float) -> None:
    """AS-4: 0 to 0.5."""
    found = call(engine, "ai_pin", content="keep this", weight_boost=given)
    assert found.value["weight"] == pytest.approx(weight)


def test_the_same_pin_updates_and_a_near_one_is_mentioned(engine: Engine) -> None:
    """Ruling 50."""
    first = call(engine, "ai_pin", content="Deploys go out on Tuesdays after the standup meeting.")
    again = call(
        engine,
        "ai_pin",
        content="Deploys go out on Tuesdays after the standup meeting.",
        weight_boost=0.5,
    )
    assert again.value["memory_id"] == first.value["memory_id"]
    assert again.value["thread_id"] == first.value["thread_id"]
    assert again.value["weight"] == 1.5 and "before" in again.text
    near = call(engine, "ai_pin", content="Deploys go out on Tuesdays after the standup meeting!!")
    assert near.value["memory_id"] == first.value["memory_id"] or "nearly the same" in near.text


def test_a_pin_may_go_on_the_current_thread(engine: Engine) -> None:
    """Ruling 50."""
    topic = say(engine, "zeppelin exporter drops rows")
    found = call(engine, "ai_pin", session="one", content="rows are sacred", current=True)
    assert found.value["thread_id"] == topic
    kept = store.topic(engine.memory, engine.project.id, topic)
    assert kept is not None and kept.pinned
    assert "rows are sacred" in [turn.text for turn in store.turns(engine.memory, topic)]


def test_a_long_pin_gets_a_title(engine: Engine) -> None:
    """AS-4: its first 50 characters and three dots."""
    found = call(engine, "ai_pin", content="x" * 80)
    pin = memories.by_id(engine.memory, found.value["memory_id"])
    assert (pin is not None and pin.title == "x" * 52 + "...") or pin.title.endswith("...")  # type: ignore[union-attr]


def crowd(engine: Engine) -> list[str]:
    """Two topics alike, one that drifts, one to recall."""
    alike = [
        say(engine, "giraffe neck paint colour red", "a"),
        say(engine, "giraffe neck paint colour red", "b"),
    ]
    if alike[0] == alike[1]:
        split = store.turns(engine.memory, alike[0])[-1].number
        made = call(
            engine, "ai_split", thread_id=alike[0], message_groups=[str(split)], confirm=True
        )
        alike[1] = made.value["children"][0]
        call(engine, "ai_unlock", thread_id=alike[1])
    words = ("invoice", "kernel", "violin", "quartz", "zebra")
    drifting = [say(engine, f"and the {word} {word}box please", "drift") for word in words]
    return [*alike, drifting[0]]


def test_commands_of_suggestions_work_when_pasted_back(engine: Engine) -> None:
    """AS-6, ruling 30."""
    first, second, drifting = crowd(engine)
    value = call(engine, "ai_suggestions", context="paint the giraffe").value
    (merge,) = value["merge_candidates"]
    assert {merge["thread_a"], merge["thread_b"]} == {first, second}
    (split,) = value["split_candidates"]
    assert split["thread_id"] == drifting
    (hint, *_) = value["recall_hints"]
    assert paste(engine, hint["command"]).value["threads"]
    assert "proposed_groups" in paste(engine, split["command"]).value
    merged = paste(engine, merge["command"]).value
    assert {merged["survivor"], merged["absorbed"]} == {first, second}


def test_suggestions_are_short_text_or_the_documented_json(engine: Engine) -> None:
    """AS-6, ruling 42."""
    crowd(engine)
    found = call(engine, "ai_suggestions", format="json")
    assert set(found.value) == {*("merge_candidates", "split_candidates", "recall_hints", "health")}
    assert found.text.startswith("3 active threads, pressure 0.28")


def test_a_split_is_proposed_then_confirmed(engine: Engine) -> None:
    """Ruling 30: two steps; the proposal's own command confirms it."""
    *_, drifting = crowd(engine)
    turns = store.turns(engine.memory, drifting)
    proposed = call(engine, "ai_split", thread_id=drifting)
    assert len(store.turns(engine.memory, drifting)) == len(turns)
    assert [message["id"] for message in proposed.value["messages"]] == [
        str(turn.number) for turn in turns
    ]
    again = proposed.text.splitlines()[-1].removeprefix("to do so: ")
    done = paste(engine, again)
    assert len(done.value["children"]) == len(proposed.value["proposed_groups"]) - 1 >= 1
    child = store.topic(engine.memory, engine.project.id, done.value["children"][0])
    assert child is not None and child.lock == "compaction"


def test_a_split_takes_named_groups_and_refuses_nonsense(engine: Engine) -> None:
    *_, drifting = crowd(engine)
    numbers = [turn.number for turn in store.turns(engine.memory, drifting)]
    done = call(
        engine,
        "ai_split",
        thread_id=drifting,
        message_groups=[f"{numbers[1]}, {numbers[2]}", str(numbers[3])],
        titles=["kernel and violin"],
        lock="force",
        confirm=True,
    )
    kinds = [store.topic(engine.memory, engine.project.id, c) for c in done.value["children"]]
    assert [(k.title, k.turns, k.lock) for k in kinds if k] == [
        ("kernel and violin", 2, "force"),
        ("Quartz quartzbox", 1, "force"),
    ]
    with pytest.raises(UsageError, match="turn ids"):
        call(engine, "ai_split", thread_id=drifting, message_groups=["abc"], confirm=True)
    with pytest.raises(UsageError, match="lock must be one of"):
        call(engine, "ai_split", thread_id=drifting, lock="forever")


@pytest.mark.parametrize("everything", [False, True])
def test_a_proposal_of_named_groups_prints_the_call_that_does_it(
    engine: Engine, everything: bool
) -> None:
    *_, drifting = crowd(engine)
    numbers = [turn.number for turn in store.turns(engine.memory, drifting)]
    groups = [f"{numbers[0]},{numbers[1]}", str(numbers[2])]
    if everything:
        groups.append(",".join(map(str, numbers[3:])))
    arguments = {"message_groups": groups, "titles": ['the "first" one'], "lock": "force"}
    proposed = call(engine, "ai_split", thread_id=drifting, **arguments)
    stays, *leaves = proposed.value["proposed_groups"]
    paste(engine, proposed.text.splitlines()[-1].removeprefix("to do so: "))
    topics = {t.id: t for t in store.topics_of_status(engine.memory, engine.project.id, "active")}
    made = {
        topic.title: [str(turn.number) for turn in store.turns(engine.memory, topic.id)]
        for topic in topics.values()
        if topic.parent == drifting
    }
    assert made == {group["title"]: group["messages"] for group in leaves}
    assert {topics[t].lock for t in topics if topics[t].parent == drifting} == {"force"}
    left = [str(turn.number) for turn in store.turns(engine.memory, drifting)]
    assert (topics[drifting].title, left) == (stays["title"], stays["messages"])


def test_groups_as_text_are_the_same_everywhere(engine: Engine) -> None:
    """A comma stands within a group, a semicolon between groups."""
    *_, drifting = crowd(engine)
    first, second, third, *_ = (turn.number for turn in store.turns(engine.memory, drifting))
    text = f"{first},{second};{third}"
    values = parse_values("ai_split", [f"thread_id={drifting}", f"message_groups={text}"])
    on_command_line = call(engine, "ai_split", **values)
    assert on_command_line == call(engine, "ai_split", thread_id=drifting, message_groups=text)
    groups = [group["messages"] for group in on_command_line.value["proposed_groups"][1:]]
    assert groups == [[str(first), str(second)], [str(third)]]


def test_a_recall_needs_a_query(engine: Engine) -> None:
    with pytest.raises(UsageError, match="query must not be empty"):
        call(engine, "ai_recall", query=" ")


def test_threads_are_named_by_their_titles_too(engine: Engine) -> None:
    topic = say(engine, "Write a Dockerfile for the worker")
    title = store.topics_named(engine.memory, engine.project.id, [topic])[0].title
    assert call(engine, "ai_split", thread_id=title).value["thread_id"] == topic
    assert call(engine, "ai_unlock", thread_id=title.upper()).text == f"{topic} was not locked"


def test_compaction_reports_what_it_does(engine: Engine, clock: Clock) -> None:
    """AS-9."""
    *_, drifting = crowd(engine)
    clock.now += 8 * DAY
    say(engine, "giraffe neck paint colour red", "a")
    planned = call(engine, "ai_compact", strategy="aggressive", dry_run=True)
    assert set(planned.value) == {"strategy", "dry_run", "actions", "before", "after"}
    done = call(engine, "ai_compact", strategy="aggressive")
    assert done.value["after"] == planned.value["after"]
    assert f"archive {drifting} (age, 8 days unused)" in done.text
    assert any(action["action"] == "merge" for action in done.value["actions"])
    with pytest.raises(UsageError, match="gentle, normal, aggressive"):
        call(engine, "ai_compact", strategy="brutal")


def test_recall_finds_archived_threads_and_what_they_touched(engine: Engine, clock: Clock) -> None:
    """Ruling 6, 30."""
    topic = say(engine, "the zeppelin exporter drops rows")
    touch(engine.memory, topic, now=engine.now(), files=["src/zeppelin.py"])
    clock.now += 60 * DAY
    say(engine, "sidebar icons paint", "two")
    call(engine, "ai_compact", strategy="gentle")
    found = call(engine, "ai_recall", query="zeppelin")
    (thread,) = found.value["threads"]
    assert (thread["thread_id"], thread["status"]) == (topic, "archived")
    assert thread["touched"]["file"] == ["src/zeppelin.py"]
    assert thread["said"][0]["content"] == "the zeppelin exporter drops rows"
    assert found.text.splitlines()[0] == "# Memory Recall: zeppelin"
    assert f"[thread {topic}]" in found.text
    assert call(engine, "ai_recall", query="nonsensical").text == ""


def test_without_focus_and_ratings_everything_is_as_before(engine: Engine) -> None:
    """AS-10: additive."""
    other = say(engine, "zeppelin exporter drops rows", "one")
    say(engine, "sidebar icons paint", "two")
    (shown,) = related(engine, "zeppelin exporter", "two")
    parts = dict(shown.parts)
    assert (shown.topic, parts["rated"], parts.get("focus")) == (other, 1.0, None)
    assert shown.priority == pytest.approx(parts["similarity"] * parts["weight"])


def test_focus_pins_and_ratings_do_not_change_classification(engine: Engine) -> None:
    """2.6.7."""

    def decided() -> Any:
        submission = Submission(engine.project.id, "zeppelin exporter", engine.now())
        return dry_run(engine.memory, engine.settings, submission).decision.trees

    topic = say(engine, "zeppelin exporter drops rows")
    before = decided()
    call(engine, "ai_focus", topic="zeppelin", weight=1.0)
    call(engine, "ai_rate_context", thread_id=topic, useful=False)
    assert decided() == before


def test_time_changes_no_weight_and_use_not_the_one_of_pins(engine: Engine, clock: Clock) -> None:
    """Rulings 32 and 49: what fades is worked out when read; strength and weight are two things."""
    topic = say(engine, "JWT authentication for the exporter")

    def stored() -> tuple[float, int]:
        found = store.topic(engine.memory, engine.project.id, topic)
        assert found is not None
        return found.weight, sum(
            node.frequency for node in store.nodes(engine.memory, engine.project.id)
        )

    weight, frequency = stored()
    clock.now += 100 * DAY
    call(engine, "ai_suggestions", context="exporter")
    assert stored() == (weight, frequency)
    say(engine, "JWT authentication for the exporter again")
    assert stored()[0] == weight
    assert stored()[1] > frequency
    call(engine, "ai_pin", session="one", content="Tokens live ten minutes", current=True)
    assert stored()[0] > weight
