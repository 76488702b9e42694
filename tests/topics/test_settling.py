"""A prompt is placed when it arrives and settled when its turn ends."""

import pytest

from sightline.model.session import (
    CONFIRMED,
    FAILURE,
    FOUND,
    MEMORY,
    MOVED,
    PLACED,
    SYMBOL,
    SessionKey,
)
from sightline.store import topics as store
from sightline.store import turns
from sightline.topics import settling as settling_module
from sightline.topics.matching.match_evidence import weigh_evidence
from sightline.topics.matching.scene import Scene
from sightline.topics.settling import TurnEnd, settle, topic_so_far
from sightline.topics.tracker import touch, touched
from tests.topics.conftest import Talk

KEY = SessionKey("claude", "one")


def end_turn(talk: Talk, reply: str = "", *files: str, session: str = "one") -> str:
    key = SessionKey("claude", session)
    return settle(talk.memory, talk.settings, TurnEnd(talk.project, key, talk.now, reply, files))


def turn(talk: Talk, prompt: str, reply: str = "", *files: str) -> str:
    talk.say(prompt, "one")
    return end_turn(talk, reply, *files)


def open_scene(talk: Talk, *files: str) -> Scene:
    """What the open turn of the session is settled by."""
    end = TurnEnd(talk.project, KEY, talk.now, files=files)
    settling = settling_module._open_turn(talk.memory, talk.settings, end)
    assert settling is not None
    return settling_module._scene(settling)


def exporter_and_invoices(talk: Talk) -> tuple[str, str]:
    """Two topics of one session, each with a file of its own."""
    exporter = turn(talk, "the zeppelin exporter drops rows", "Rows stay.", "src/export.py")
    turn(talk, "and the header is wrong", "The header is fixed.", "src/export.py")
    invoices = turn(
        talk,
        "something else: invoice totals ignore discounts",
        "Discounts are subtracted before tax.",
        "src/invoice.py",
    )
    turn(talk, "round them", "Totals are rounded to cents.", "src/invoice.py")
    return exporter, invoices


def test_topics_change_inside_a_session(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    assert exporter != invoices
    topics = [prompt.topic for prompt in turns.session_prompts(talk.memory, talk.project, KEY, 9)]
    assert topics == [invoices, invoices, exporter, exporter]


def test_leaving_is_heard_in_other_languages(talk: Talk) -> None:
    for language, prompt in enumerate(
        (
            "jetzt etwas ganz anderes: ein Dockerfile schreiben",
            "autre chose : écris un Dockerfile",
            "otra cosa: escribe un Dockerfile",
            "другой вопрос: напиши Dockerfile",
            "换个话题,写一个 Dockerfile",
            "ところで、Dockerfileを書いて",
        )
    ):
        session = f"s{language}"
        first = talk.say("the zeppelin exporter drops rows", session).topic
        assert talk.say(prompt, session).topic != first


def test_the_files_of_a_turn_move_it_to_their_topic(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    placed = talk.say("blank sheets are still written at the end of the run", "one").topic
    settled = end_turn(talk, "The zeppelin exporter skips empty rows.", "src/export.py")
    assert settled == exporter
    assert store.place_of(talk.memory, talk.project, KEY).topic == exporter
    if placed not in (exporter, invoices):
        assert store.topic(talk.memory, talk.project, placed) is None


def test_a_settled_turn_takes_its_words_files_and_node_along(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    talk.say("blank sheets are still written at the end of the run", "one")
    end_turn(talk, "The zeppelin exporter skips empty rows.", "src/export.py")
    words = store.all_terms(talk.memory, [exporter, invoices])
    assert "blank" in words[exporter] and "blank" not in words[invoices]
    files = turns.topic_files(talk.memory, [exporter, invoices])
    assert files == {exporter: {"src/export.py": 3}, invoices: {"src/invoice.py": 2}}
    nodes = [node.content for node in store.nodes(talk.memory, talk.project) if node.indexed]
    assert len(nodes) == len(set(nodes))


def test_a_ticket_that_only_the_open_prompt_named_does_not_hold_it(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    placed = talk.say("and why does ABC-12 still write blank ones to report.py?", "one").topic
    scene = open_scene(talk)
    assert placed == invoices
    assert all("abc-12" not in view.tickets and not view.files for view in scene.views)
    assert end_turn(talk, "The zeppelin exporter skips empty rows.", "src/export.py") == exporter
    tickets = store.tickets_of(talk.memory, [exporter, invoices])
    assert tickets == {exporter: frozenset({"abc-12"})}


def test_the_names_of_new_files_tell_their_topic(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    prompt = talk.say("blank ones are still written at the end of the run", "one").prompt
    scene = open_scene(talk, "src/zeppelin_export_rows.py")
    names = {v.id: weigh_evidence(prompt.features, v, scene).get("names", 0) for v in scene.views}
    assert names[exporter] > 0 > names[invoices]


def test_short_turns_stay_whatever_they_touch(talk: Talk) -> None:
    _, invoices = exporter_and_invoices(talk)
    talk.say("yes", "one")
    assert end_turn(talk, "Done.", "src/export.py") == invoices


def test_a_turn_is_settled_once_and_by_the_next_prompt_at_the_latest(talk: Talk) -> None:
    talk.say("the zeppelin exporter drops rows", "one")
    talk.say("the exporter header is wrong", "one")
    newest, before = turns.session_prompts(talk.memory, talk.project, KEY, 2)
    assert (newest.settled, before.settled) == (False, True)
    assert end_turn(talk, "Fixed the header of the exporter.") != ""
    assert end_turn(talk, "Fixed the header of the exporter.") == ""


def test_the_documented_matcher_is_not_settled_elsewhere(talk: Talk) -> None:
    """Ruling 4: with `matcher = tfidf` the cosine alone decides, with a session id or without."""
    talk.set(MATCHER="tfidf")
    first = talk.say("zeppelin exporter drops rows", "one").topic
    end_turn(talk, "Invoices are fine.", "src/invoice.py")
    other = talk.say("paint the bicycle", "one").topic
    assert other != first
    assert end_turn(talk, "zeppelin exporter drops rows", "src/invoice.py") == other


def test_a_new_topic_records_what_spoke_against_the_one_left(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    newest, first = turns.change_points(talk.memory, talk.project)
    assert (first.topic, first.origin, first.reason.settled) == (exporter, "", CONFIRMED)
    assert first.reason.chosen is first.reason.left is first.reason.nearest is None
    assert (newest.topic, newest.origin) == (invoices, exporter)
    reason = newest.reason
    assert reason.chosen is None and reason.left is not None
    assert reason.left.topic == exporter
    assert reason.left.parts["cue"] < 0 < reason.left.parts["stay"]
    assert reason.left.about["cue"] == ("something else: invoice totals…",)
    assert reason.left.about["files"] == ("src/invoice.py",)


@pytest.mark.parametrize(
    ("prompt", "word"),
    [
        ("back to the zeppelin: blank sheets are still written", "zeppelin"),
        ("zurück zum Zeppelin: er schreibt leere Blätter", "zeppelin"),
        ("volvamos al zeppelin, escribe hojas vacías", "zeppelin"),
        ("вернёмся к zeppelin: он пишет пустые листы", "zeppelin"),
        ("回到 zeppelin,它写了空白页", "zeppelin"),
    ],
)
def test_a_return_records_what_spoke_for_the_topic_and_for_the_one_left(
    talk: Talk, prompt: str, word: str
) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    assert turn(talk, prompt, "It skips empty rows.", "src/export.py", "src/new.py") == exporter
    change = turns.change_points(talk.memory, talk.project)[0]
    assert change.text == prompt
    chosen, left = change.reason.chosen, change.reason.left
    assert chosen is not None and left is not None and change.reason.nearest is None
    assert (chosen.topic, left.topic) == (exporter, invoices)
    assert word in chosen.about["words"] and chosen.about["files"] == ("src/export.py",)
    assert left.about["files"] == ("src/export.py", "src/new.py")
    assert sum(chosen.parts.values()) > sum(left.parts.values())


def test_a_ticket_is_recorded_as_it_was_written(talk: Talk) -> None:
    turn(talk, "PAY-77 the zeppelin exporter drops rows", "Rows stay.", "src/export.py")
    turn(talk, "something else: invoice totals ignore discounts", "Done.", "src/invoice.py")
    turn(talk, "PAY-77: blank sheets", "It skips empty rows.", "src/export.py")
    reason = turns.change_points(talk.memory, talk.project)[0].reason
    assert reason.chosen is not None and reason.left is not None
    assert reason.chosen.about["ticket"] == reason.left.about["ticket"] == ("PAY-77",)


def test_a_turn_that_its_files_moved_says_where_its_prompt_was_placed(talk: Talk) -> None:
    exporter, _ = exporter_and_invoices(talk)
    placed = talk.say("blank sheets are still written at the end of the run", "one").topic
    end_turn(talk, "The zeppelin exporter skips empty rows.", "src/export.py")
    reason = turns.change_points(talk.memory, talk.project)[0].reason
    assert (reason.settled, reason.placed) == (MOVED, placed)
    assert reason.chosen is not None and reason.chosen.topic == exporter


def test_a_change_whose_turn_did_nothing_has_its_reason_too(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    talk.say("back to the zeppelin exporter, it writes blank sheets", "one")
    assert end_turn(talk) == exporter
    change = turns.change_points(talk.memory, talk.project)[0]
    assert (change.topic, change.origin) == (exporter, invoices)
    assert change.reason.settled == PLACED and change.reason.chosen is not None
    talk.say("and the header?", "one")
    end_turn(talk)
    assert turns.change_points(talk.memory, talk.project)[0] == change


def test_a_new_topic_in_a_new_session_is_compared_with_the_last_one(talk: Talk) -> None:
    exporter, invoices = exporter_and_invoices(talk)
    talk.say("paint the bicycle blue and polish its bell", "two")
    end_turn(talk, "Painted.", "src/bicycle.py", session="two")
    change = turns.change_points(talk.memory, talk.project)[0]
    assert change.topic not in (exporter, invoices) and change.origin == invoices
    reason = change.reason
    assert reason.chosen is None and reason.left is not None
    assert reason.left.topic == invoices and "start" in reason.left.parts


def test_code_found_for_a_prompt_speaks_for_the_topic_that_worked_on_it(talk: Talk) -> None:
    exporter, _ = exporter_and_invoices(talk)
    said = talk.say("back to the zeppelin exporter: it writes blank sheets", "one")
    end = TurnEnd(talk.project, KEY, talk.now)
    before = topic_so_far(talk.memory, talk.settings, end)
    turns.touch_turn(talk.memory, said.turn, FOUND, ["src/export.py"])
    after = topic_so_far(talk.memory, talk.settings, end)
    assert before is not None and after is not None
    assert after.topic == exporter and after.score > before.score
    assert dict(after.parts)["code"] > 0 and "code" not in dict(before.parts)


def test_the_command_that_failed_in_a_turn_is_evidence(talk: Talk) -> None:
    exporter_and_invoices(talk)
    tracked = talk.say("still red", "one")
    turns.touch_turn(talk.memory, tracked.turn, FAILURE, ["pytest -k zeppelin_exporter"])
    outcome = open_scene(talk).outcome
    assert outcome is not None and {"zeppelin", "export"} <= set(outcome.reply_terms)


def test_a_turn_that_did_nothing_stays_where_it_was_placed(talk: Talk) -> None:
    exporter_and_invoices(talk)
    placed = talk.say("blank sheets are still written at the end of the run", "one").topic
    assert end_turn(talk) == placed


def test_a_topic_is_named_by_the_first_prompt_that_says_enough(talk: Talk) -> None:
    topic = turn(talk, "exporter?", "What about it?")
    turn(talk, "the zeppelin exporter drops rows", "Rows stay.", "src/export.py")
    named = store.topic(talk.memory, talk.project, topic)
    assert named is not None and named.title == "Zeppelin exporter drops rows"


def test_a_topic_named_by_a_ticket_gets_the_words_of_the_next_prompt(talk: Talk) -> None:
    topic = turn(talk, "CB-142", "Which part of it?")
    assert turn(talk, "upload hangs when the quota is full", "Fixed.", "src/upload.py") == topic
    named = store.topic(talk.memory, talk.project, topic)
    assert named is not None and named.title == "CB-142: upload hangs when the quota is full"


def test_a_greeting_belongs_to_the_topic_of_the_prompt_after_it(talk: Talk) -> None:
    exporter_and_invoices(talk)
    talk.say("hi", "two")
    end_turn(talk, "Hello! What can I do?", session="two")
    placed = talk.say("add a dark mode toggle to the header", "two").topic
    assert end_turn(talk, "It is there.", "web/Header.tsx", session="two") == placed
    known = talk.memory.statement("SELECT turns FROM topic")
    assert [prompts for (prompts,) in known] == [2, 2, 2]


def test_links_to_memories_and_symbols_follow_a_turn(talk: Talk) -> None:
    exporter, _ = exporter_and_invoices(talk)
    placed = talk.say("hidden rows are written twice", "one").topic
    touch(talk.memory, placed, now=talk.now, memories=["dec-1"], symbols=["export::write"])
    assert end_turn(talk, "They are skipped.", "src/export.py") == exporter != placed
    linked = touched(talk.memory, exporter)
    assert linked[MEMORY] == ["dec-1"] and linked[SYMBOL] == ["export::write"]


def test_a_file_that_is_read_in_every_turn_joins_no_topics(talk: Talk) -> None:
    first = talk.say("scores of empty repositories are too low", "one").topic
    key = SessionKey("claude", "one")
    end = TurnEnd(talk.project, key, talk.now, "They get 25.", ("src/scorer.py",))
    settle(talk.memory, talk.settings, end._replace(read=("docs/style.md",)))
    talk.say("the sidebar should collapse on small screens", "one")
    end = TurnEnd(talk.project, key, talk.now, "It collapses.", ("web/Sidebar.tsx",))
    assert settle(talk.memory, talk.settings, end._replace(read=("docs/style.md",))) != first


def test_going_on_belongs_to_the_last_topic_though_the_next_prompt_leaves_it(talk: Talk) -> None:
    _, invoices = exporter_and_invoices(talk)
    assert talk.say("continue", "two").topic == invoices
    end_turn(talk, "Discounts are done.", session="two")
    talk.say("something else: a dark mode toggle", "two")
    assert end_turn(talk, "It is there.", "web/Header.tsx", session="two") != invoices
    visits = turns.visits(talk.memory, talk.project, SessionKey("claude", "two"))
    assert visits[-1] == invoices
