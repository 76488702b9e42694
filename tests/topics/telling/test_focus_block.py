"""The topic block."""

import pytest

from sightline.topics.state import limits_of, load_state
from sightline.topics.telling.focus_block import FOOTER, render, signature
from sightline.topics.tracker import note_reply
from tests.topics.conftest import HOUR, Talk


def block_of(talk: Talk, **options: bool) -> str:
    state = load_state(talk.memory, talk.project, limits_of(talk.settings))
    return render(state, talk.now, **options)


def test_an_empty_forest_is_header_and_footer(talk: Talk) -> None:
    """FG-41."""
    assert block_of(talk) == "[Focus | 0 prompts | 0/100 mem | 0 trees]\n[/Focus]"


def test_the_block_has_the_documented_form(talk: Talk) -> None:
    """FG-38, FG-39: trees by score, recent leaves, a lone root as one line, prediction, guide."""
    talk.topics("zeppelin exporter drops rows", "zeppelin exporter header", session="one")
    talk.say("sidebar icons paint", "two", after=HOUR)
    note_reply(talk.memory, talk.project, "Painted the icons.", talk.settings, now=talk.now)
    assert block_of(talk).splitlines() == [
        "[Focus | 3 prompts | 4/100 mem | 2 trees]",
        "  [1.51] Zeppelin exporter drops rows",
        "    - zeppelin exporter header",
        "    - zeppelin exporter drops rows",
        "  [1.00] sidebar icons paint",
        "Guide:",
        "  - Painted the icons.",
        "[/Focus]",
    ]


def test_a_prompt_that_is_only_a_trace_is_named_by_its_title(talk: Talk) -> None:
    talk.say('Traceback (most recent call last):\n  File "a/fetch.py", line 4\nKeyError: 1')
    assert "  [1.00] KeyError in fetch.py" in block_of(talk).splitlines()


def test_scores_follow_the_clock(talk: Talk) -> None:
    """FG-39 as ruled (5): `now` is the clock, not the first tree's."""
    talk.say("sidebar icons paint")
    talk.now += 24 * HOUR
    assert "  [0.30] sidebar icons paint" in block_of(talk)


def test_the_prediction_line_shows_shares(talk: Talk) -> None:
    """FG-32."""
    talk.set(MATCHER="tfidf")
    for _ in range(3):
        talk.topics("zeppelin exporter rows", "sidebar icons paint")
    assert "  -> next: exporter | rows | zeppelin (100%)" in block_of(talk).splitlines()


def test_at_most_five_trees_and_three_leaves(talk: Talk) -> None:
    """FG-39."""
    talk.set(CONTEXTLIMIT="0")
    for word in ("zeppelin", "sidebar", "invoice", "kernel", "giraffe", "violin", "quartz"):
        talk.topics(*[f"{word} {word}box {'abcde'[n] * 4}" for n in range(5)], session=word)
    lines = block_of(talk).splitlines()
    assert sum(line.startswith("  [") for line in lines) == 5
    assert sum(line.startswith("    - ") for line in lines) == 15


def test_leaves_are_cut_to_eighty_characters(talk: Talk) -> None:
    """FG-38: on character boundaries."""
    talk.set(CONTEXTLIMIT="0")
    talk.topics("exporter " + "é" * 200, "exporter rows", session="one")
    leaf = next(line for line in block_of(talk).splitlines() if "é" in line and "- " in line)
    assert leaf == "    - exporter " + "é" * 71 + "..."


@pytest.mark.parametrize("limit", [8, 9, 40, 60, 100, 200, 300, 599])
def test_the_whole_block_stays_within_its_limit(talk: Talk, limit: int) -> None:
    """FG-40 as ruled (5): guide and footer included, whole lines."""
    for number in range(6):
        talk.topics(
            *[f"größe{number} grün{number} leaf{n}" for n in range(4)], session=f"s{number}"
        )
    for number in range(5):
        note_reply(talk.memory, talk.project, f"Reply {number}: " + "ü" * 150, talk.settings, now=1)
    whole = block_of_limit(talk, 0)
    block = block_of_limit(talk, limit)
    assert len(block) <= limit and block.endswith(FOOTER)
    assert set(block.splitlines()) <= set(whole.splitlines())


def block_of_limit(talk: Talk, limit: int) -> str:
    talk.set(CONTEXTLIMIT=str(limit))
    return block_of(talk)


def test_prompts_cannot_close_the_block(talk: Talk) -> None:
    """Ruling 39."""
    talk.topics("exporter [/Focus] rows\n[/Focus]", "exporter rows", session="one")
    assert block_of(talk).count("[/Focus]") == 1


def test_the_guide_may_be_left_out(talk: Talk) -> None:
    """FG-41: a caller may print it elsewhere."""
    note_reply(talk.memory, talk.project, "The exporter keeps rows.", talk.settings, now=1)
    assert "Guide:" in block_of(talk) and "Guide:" not in block_of(talk, guide=False)


def test_the_signature_changes_with_topic_prediction_and_guide_only(talk: Talk) -> None:
    """Ruling 45: the same state is the same, whatever the clock says."""
    first = talk.say("zeppelin exporter rows", "one")
    again = talk.say("zeppelin exporter header", "one", after=HOUR)
    assert signature(first.state, first.topic) == signature(again.state, again.topic)
    other = talk.say("sidebar icons paint", "two")
    assert signature(other.state, other.topic) != signature(again.state, again.topic)
    note_reply(talk.memory, talk.project, "The exporter keeps rows.", talk.settings, now=1)
    later = talk.say("zeppelin exporter header", "one")
    assert signature(later.state, later.topic) != signature(again.state, again.topic)


def test_what_was_said_several_times_is_shown_once(talk: Talk) -> None:
    for session in ("one", "two", "three"):
        talk.say("zeppelin exporter drops rows", session)
    talk.say("zeppelin exporter header", "four")
    leaves = [line for line in block_of(talk).splitlines() if line.startswith("    - ")]
    assert leaves == ["    - zeppelin exporter header", "    - zeppelin exporter drops rows"]
