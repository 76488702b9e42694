"""Merging, splitting, archiving, clearing, and taking each of it back."""

from typing import Any

import pytest

from sightline.errors import SightlineError, UnknownName, UsageError
from sightline.model.session import Focus, SessionKey
from sightline.store import topics as store
from sightline.store.sqlite.fulltext import search_text
from sightline.store.threads import mark_recalled, turn_numbers
from sightline.topics.state import limits_of, load_state
from sightline.topics.steering import muted_topics
from sightline.topics.threads import changes, splitting
from sightline.topics.threads.split_groups import TurnGroup, proposed_groups
from sightline.topics.threads.undo import forget_old, reset, undo
from sightline.topics.tracker import touch, touched
from tests.topics.conftest import DAY, HOUR, MINUTE, Talk


def seen(talk: Talk) -> dict[str, Any]:
    """All there is to see of a project's topics, without the numbers of nodes."""
    state = load_state(talk.memory, talk.project, limits_of(talk.settings))
    ids = [row[0] for row in talk.memory.statement("SELECT id FROM topic ORDER BY id")]
    return {
        "topics": store.topics_named(talk.memory, talk.project, ids),
        "trees": {
            name: [
                (n.depth, n.content, n.frequency, n.used, n.turn) for n in state.forest.tree(name)
            ]
            for name in state.forest.roots
        },
        "turns": talk.memory.statement("SELECT number, topic, text FROM turn ORDER BY number"),
        "chain": store.transitions(talk.memory, talk.project),
        "terms": [
            (topic, term, round(count, 6))
            for topic, term, count in talk.memory.statement(
                "SELECT topic_term.topic, term, count FROM topic_term JOIN topic ON topic.id ="
                " topic_term.topic WHERE status <> 'merged' ORDER BY 1, 2"
            )
        ],
        "sessions": talk.memory.statement("SELECT session, topic FROM session ORDER BY session"),
        "counters": store.counters(talk.memory, talk.project),
    }


def two_topics(talk: Talk) -> tuple[str, str]:
    one = talk.topics("zeppelin exporter drops rows", "zeppelin header lost", session="one")[0]
    two = talk.topics("sidebar icons need paint", "sidebar tree flickers", session="two")[0]
    return one, two


def merge(talk: Talk, survivor: str, absorbed: str) -> None:
    with talk.memory.transaction():
        step = changes.merge(talk.memory, talk.project, survivor, absorbed, talk.settings)
        changes.record_change(talk.memory, talk.project, "merge", "merged", [step], now=talk.now)


def take_back(talk: Talk) -> str:
    return undo(talk.memory, talk.project, talk.settings, now=talk.now)


def test_a_merge_keeps_every_turn_and_can_be_taken_back_exactly(talk: Talk) -> None:
    """Issue, ruling 27: lose no turn, reversible."""
    one, two = two_topics(talk)
    touch(talk.memory, two, now=talk.now, files=["ui/tree.ts"])
    before = seen(talk)
    merge(talk, one, two)
    after = seen(talk)
    assert len(turn_numbers(talk.memory, one)) == 4 and not turn_numbers(talk.memory, two)
    assert list(after["trees"]) == [one]
    survivor, absorbed = (store.topic(talk.memory, talk.project, name) for name in (one, two))
    assert (absorbed.status, absorbed.merged_into) == ("merged", one)  # type: ignore[union-attr]
    assert (survivor.turns, survivor.weight) == (4, 1.0)  # type: ignore[union-attr]
    assert touched(talk.memory, one)["file"] == ["ui/tree.ts"]
    assert after["sessions"] == [("one", one), ("two", one)]
    assert take_back(talk) == "merged"
    assert seen(talk) == before
    assert touched(talk.memory, one)["file"] == []


def test_a_merge_taken_back_after_more_prompts_loses_none_of_them(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    later = talk.say("zeppelin footer is missing", "two").topic
    assert later == one
    take_back(talk)
    turns = {
        turn.text: turn.topic for name in (one, two) for turn in store.turns(talk.memory, name)
    }
    assert turns["sidebar icons need paint"] == turns["sidebar tree flickers"] == two
    assert turns["zeppelin footer is missing"] == one
    trees = seen(talk)["trees"]
    assert {content for _, content, *_ in trees[two]} >= {"sidebar icons need paint"}
    assert not any("sidebar" in content for _, content, *_ in trees[one])


def test_prompts_follow_a_merged_topic(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    assert talk.say("and the icons?", "two").topic == one


@pytest.mark.parametrize("kept", ["pinned", "lock"])
def test_pinned_and_locked_topics_are_not_absorbed_but_may_survive(talk: Talk, kept: str) -> None:
    """Ruling 27; a locked survivor is allowed."""
    one, two = two_topics(talk)
    topic = store.topic(talk.memory, talk.project, two)
    assert topic is not None
    held = {"pinned": True} if kept == "pinned" else {"lock": "force"}
    store.save_topic(talk.memory, talk.project, topic._replace(**held))  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        merge(talk, one, two)
    merge(talk, two, one)
    assert len(turn_numbers(talk.memory, two)) == 4


def test_merging_asks_for_two_threads_that_are_there(talk: Talk) -> None:
    one, two = two_topics(talk)
    with pytest.raises(UsageError):
        merge(talk, one, one)
    with pytest.raises(UnknownName) as error:
        merge(talk, one, "t-nothing")
    assert error.value.nearest
    merge(talk, one, two)
    with pytest.raises(UsageError, match="merged already"):
        merge(talk, one, two)


def split(talk: Talk, topic: str, groups: list[tuple[str, list[int]]]) -> list[str]:
    with talk.memory.transaction():
        named = [TurnGroup(title, turns) for title, turns in groups]
        step, children = splitting.split(
            *(talk.memory, talk.project, topic, named, "compaction", talk.settings), now=talk.now
        )
        changes.record_change(talk.memory, talk.project, "split", "split", [step], now=talk.now)
    return [child.id for child in children]


def test_a_split_makes_locked_children_and_can_be_taken_back_exactly(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    before = seen(talk)
    numbers = turn_numbers(talk.memory, one)
    (child,) = split(talk, one, [("the sidebar", [*numbers[2:], 999])])
    made = store.topic(talk.memory, talk.project, child)
    assert made is not None
    assert (made.title, made.lock, made.parent, made.turns) == ("the sidebar", "compaction", one, 2)
    assert made.weight == pytest.approx(0.8)
    assert turn_numbers(talk.memory, child) == numbers[2:]
    assert {c for _, c, *_ in seen(talk)["trees"][child]} >= {"sidebar icons need paint"}
    take_back(talk)
    assert seen(talk) == before


def test_a_split_taken_back_later_gathers_all_turns(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    numbers = turn_numbers(talk.memory, one)
    (child,) = split(talk, one, [("", numbers[2:])])
    talk.say("sidebar tree flickers at night", "three")
    take_back(talk)
    assert len(turn_numbers(talk.memory, one)) >= 4
    assert store.topic(talk.memory, talk.project, child) is None


def test_a_split_of_nothing_is_an_error(talk: Talk) -> None:
    one, _ = two_topics(talk)
    with pytest.raises(UsageError):
        split(talk, one, [("empty", []), ("unknown", [999])])


def test_groups_are_proposed_by_what_turns_talk_about(talk: Talk) -> None:
    zeppelin = ["zeppelin exporter drops rows", "zeppelin exporter header", "exporter rows twice"]
    sidebar = ["sidebar icons paint", "sidebar icons flicker", "sidebar paint is late"]
    one = talk.topics(*zeppelin, session="one")[0]
    two = talk.topics(*sidebar, session="two")[0]
    merge(talk, one, two)
    talk.say("ok", "one")
    groups = proposed_groups(talk.memory, "", store.turns(talk.memory, one))
    numbers = turn_numbers(talk.memory, one)
    assert [turns for _, turns in groups] == [numbers[:3], numbers[3:]]
    assert "eppelin" in groups[0][0] and "idebar" in groups[1][0]


def test_a_topic_of_one_subject_is_not_split(talk: Talk) -> None:
    one = talk.topics(*[f"zeppelin exporter drops rows of sheet {n}" for n in range(6)])[0]
    assert proposed_groups(talk.memory, "", store.turns(talk.memory, one)) == []


def test_an_archived_topic_leaves_the_forest_stays_findable_and_comes_back(talk: Talk) -> None:
    one, _ = two_topics(talk)
    before = seen(talk)
    with talk.memory.transaction():
        step = changes.archive(talk.memory, talk.project, one, talk.settings)
        changes.record_change(
            talk.memory, talk.project, "archive", "archived", [step], now=talk.now
        )
    assert one not in seen(talk)["trees"]
    assert search_text(talk.memory, "turn", "zeppelin")
    take_back(talk)
    assert seen(talk) == before


def test_a_reset_clears_from_use_and_undo_brings_back(talk: Talk) -> None:
    """FG-49, ruling 53."""
    two_topics(talk)
    before = seen(talk)
    assert reset(talk.memory, talk.project, now=talk.now) == 4
    assert seen(talk)["trees"] == {} and seen(talk)["counters"][0] == 0
    assert take_back(talk) == "reset of 4 turns"
    assert seen(talk) == before


def test_undo_after_a_reset_keeps_what_came_since(talk: Talk) -> None:
    one, _ = two_topics(talk)
    reset(talk.memory, talk.project, now=talk.now)
    new = talk.say("zeppelin exporter drops rows", "one").topic
    assert new != one
    take_back(talk)
    assert store.counters(talk.memory, talk.project).prompts == 5
    assert {one, new} <= set(seen(talk)["trees"])


def test_undo_ends_after_thirty_days(talk: Talk) -> None:
    """Issue: reversible for 30 days."""
    two_topics(talk)
    reset(talk.memory, talk.project, now=talk.now)
    talk.now += 31 * DAY
    assert take_back(talk) == ""
    assert forget_old(talk.memory, talk.settings, now=talk.now) == 1
    assert talk.memory.statement("SELECT count(*) FROM turn") == [(0,)]
    assert talk.memory.statement("SELECT count(*) FROM turn_words") == [(0,)]


def test_undo_takes_back_one_change_at_a_time(talk: Talk) -> None:
    one, two = two_topics(talk)
    three = talk.say("kernel timers drift", "three", after=HOUR).topic
    start = seen(talk)
    merge(talk, one, two)
    middle = seen(talk)
    merge(talk, three, one)
    take_back(talk)
    assert seen(talk) == middle
    take_back(talk)
    assert seen(talk) == start
    assert take_back(talk) == ""


def test_a_failed_change_changes_nothing(talk: Talk) -> None:
    one, _ = two_topics(talk)
    before = seen(talk)
    with pytest.raises(SightlineError):
        merge(talk, one, "t-nothing")
    assert seen(talk) == before


def test_a_recall_between_a_change_and_its_undo_loses_nothing(talk: Talk) -> None:
    one, _ = two_topics(talk)
    before = seen(talk)
    with talk.memory.transaction():
        step = changes.archive(talk.memory, talk.project, one, talk.settings)
        changes.record_change(
            talk.memory, talk.project, "archive", "archived", [step], now=talk.now
        )
        mark_recalled(talk.memory, one)
    take_back(talk)
    assert seen(talk)["trees"] == before["trees"]


def test_a_session_follows_the_split_of_its_topic(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    last = store.turns(talk.memory, one)[-1]
    split(talk, one, [("sidebar", [last.number])])
    key = SessionKey(last.agent, last.session)
    place = store.place_of(talk.memory, talk.project, key)
    assert (
        place is not None
        and place.topic
        == store.turns_named(talk.memory, talk.project, [last.number])[0].topic
        != one
    )


def test_what_stays_after_a_split_is_called_by_what_it_is_about(talk: Talk) -> None:
    """The part that the title names is proposed to stay; if it leaves, the rest gets a new title."""
    zeppelin = talk.topics("zeppelin exporter drops rows", "zeppelin exporter header", session="a")[
        0
    ]
    sidebar = talk.topics("sidebar icons paint", "sidebar icons flicker", session="b")[0]
    merge(talk, sidebar, zeppelin)
    topic = store.topic(talk.memory, talk.project, sidebar)
    assert topic is not None
    turns = store.turns(talk.memory, sidebar)
    stays, leaves = proposed_groups(talk.memory, topic.title, turns)
    assert "idebar" in stays.title and "eppelin" in leaves.title

    def titles() -> dict[str, str]:
        active = store.topics_of_status(talk.memory, talk.project, "active")
        return {topic.id: topic.title for topic in active}

    (child,) = split(talk, sidebar, [leaves])
    assert "idebar" in titles()[sidebar] and "eppelin" in titles()[child]
    take_back(talk)
    (child,) = split(talk, sidebar, [stays])
    assert "eppelin" in titles()[sidebar] and "idebar" in titles()[child]


def rated(talk: Talk, topic: str, *ratings: bool) -> None:
    for useful in ratings:
        talk.now += MINUTE
        store.add_rating(talk.memory, talk.project, topic, useful, "", now=talk.now)


def is_told(talk: Talk, topic: str) -> bool:
    return topic not in muted_topics(talk.memory, [topic])


def test_a_thread_never_rated_is_told_after_a_merge_into_a_useless_one(talk: Talk) -> None:
    one, two = two_topics(talk)
    rated(talk, one, False, False)
    assert not is_told(talk, one)
    merge(talk, one, two)
    assert is_told(talk, one)
    take_back(talk)
    assert not is_told(talk, one) and is_told(talk, two)


def test_two_useless_threads_make_a_useless_one(talk: Talk) -> None:
    one, two = two_topics(talk)
    rated(talk, one, False, False)
    rated(talk, two, False, False)
    merge(talk, one, two)
    assert not is_told(talk, one)
    take_back(talk)
    assert store.ratings(talk.memory, [one, two]) == {one: [False, False], two: [False, False]}


def test_the_parts_of_a_useless_thread_are_useless(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    rated(talk, one, False, False)
    (child,) = split(talk, one, [("", turn_numbers(talk.memory, one)[2:])])
    assert not is_told(talk, child) and not is_told(talk, one)
    rated(talk, child, True, True, True)
    assert is_told(talk, child) and not is_told(talk, one)
    take_back(talk)
    assert store.ratings(talk.memory, [one, child]) == {one: [False, False, True, True, True]}


def test_undo_of_a_split_gives_the_parent_what_was_said_of_the_part(talk: Talk) -> None:
    """The pin with its weight, the focus, and the title from before, although more was said."""
    one, two = two_topics(talk)
    merge(talk, one, two)
    before = store.topic(talk.memory, talk.project, one)
    (child,) = split(talk, one, [("", turn_numbers(talk.memory, one)[:2])])
    tracked = talk.say("zeppelin header lost on Sundays", "three")
    assert tracked.topic == child
    pin = changes.Pin("mem-1", "header lines stay", "header", (), 1.4)
    changes.pin(talk.memory, talk.project, pin, child, now=talk.now)
    store.set_focus(talk.memory, talk.project, Focus(child, 0.7, talk.now))
    take_back(talk)
    topic = store.topic(talk.memory, talk.project, one)
    assert topic is not None and before is not None
    assert (topic.pinned, topic.weight, topic.title) == (True, 1.4, before.title)
    assert topic.turns == before.turns + 1
    assert [focus.topic for focus in store.focuses(talk.memory, talk.project)] == [one]


def test_a_focus_follows_a_merge_and_its_undo(talk: Talk) -> None:
    one, two = two_topics(talk)
    store.set_focus(talk.memory, talk.project, Focus(two, 0.5, talk.now))
    merge(talk, one, two)
    assert [focus.topic for focus in store.focuses(talk.memory, talk.project)] == [one]
    take_back(talk)
    assert [focus.topic for focus in store.focuses(talk.memory, talk.project)] == [two]


def test_of_groups_that_name_everything_one_keeps_the_id(talk: Talk) -> None:
    one, two = two_topics(talk)
    merge(talk, one, two)
    numbers = turn_numbers(talk.memory, one)
    (child,) = split(talk, one, [("icons", numbers[2:]), ("exporter", numbers[:2])])
    assert turn_numbers(talk.memory, one) == numbers[:2]
    assert turn_numbers(talk.memory, child) == numbers[2:]
    topic = store.topic(talk.memory, talk.project, one)
    assert topic is not None and (topic.title, topic.status) == ("exporter", "active")
    with pytest.raises(UsageError, match="nothing would be split off"):
        split(talk, one, [("", numbers[:2])])


def test_a_thread_is_found_by_its_id_or_an_unambiguous_title(talk: Talk) -> None:
    one, two = two_topics(talk)
    umlaut = talk.topics("Überschrift der Rechnung fehlt", session="drei")[0]

    def found(name: str) -> str:
        return changes.find_topic(talk.memory, talk.project, name).id

    assert [found(name) for name in (one, f" {two} ")] == [one, two]
    assert found("überschrift der rechnung fehlt") == found("Überschrift") == umlaut
    topic = changes.find_topic(talk.memory, talk.project, one)
    titled = topic._replace(title="Zeile unter der Überschrift")
    store.save_topic(talk.memory, talk.project, titled)
    with pytest.raises(UsageError, match="2 threads are called") as several:
        found("überschrift")
    assert umlaut in several.value.hint and one in several.value.hint
    with pytest.raises(UnknownName) as unknown:
        found("the sidebar of the tree")
    assert unknown.value.nearest[0].startswith(f"{two} (")
    with pytest.raises(UsageError, match="id or title"):
        found("  ")


def test_a_merged_thread_is_named_with_what_absorbed_it(talk: Talk) -> None:
    one, two = two_topics(talk)
    three = talk.say("kernel timers drift", "three", after=HOUR).topic
    merge(talk, one, two)
    merge(talk, three, one)
    with pytest.raises(UsageError, match=f"{two} was merged already, into {three} \\(") as error:
        changes.find_topic(talk.memory, talk.project, two)
    assert error.value.hint == f"use {three}"
