"""How changes of topics are told that need more than one session or a turn that moved."""

import pytest

from sightline.model.session import MOVED, PLACED, ChangePoint, ChangeReason, TopicEvidence
from sightline.topics.scores import Chain
from sightline.topics.state import limits_of, load_state
from sightline.topics.telling.report import Inspection, inspection_json, inspection_text
from tests.topics.conftest import Talk

TITLES = {"t-shares": "Share a folder twice", "t-mount": "The mount freezes"}
NEAR = TopicEvidence("t-mount", {"start": -2.0, "words": -1.0, "reply": 0.4})
FAR = TopicEvidence("t-shares", {"start": 0.5, "words": -3.0})


def told(talk: Talk, reason: ChangeReason, origin: str = "t-shares") -> str:
    """The lines of one change, to a topic that exists."""
    topic = talk.say("add a dark mode to the settings page", "one").topic
    change = ChangePoint(7, topic, origin, "add a dark mode", talk.now, reason)
    state = load_state(talk.memory, talk.project, limits_of(talk.settings))
    inspection = Inspection(state, Chain(), {}, talk.now, (change,), TITLES)
    assert inspection_json(inspection)["forest"]["trees"][0]["changePoints"][0]["turn"] == "7"
    return inspection_text(inspection)


def test_a_topic_begun_in_a_new_session_names_the_nearest(talk: Talk) -> None:
    text = told(talk, ChangeReason(PLACED, left=FAR, nearest=NEAR))
    assert 'began in a new session; nearest was "The mount freezes" (0.02): ' in text
    assert "new sessions mostly begin another topic; no shared words\n" in text
    assert ": placed here at once; the turn added nothing" in text
    assert "t-shares 0.03: words -3.00  start +0.50" in text


def test_a_topic_taken_up_in_a_new_session_is_no_return_from_another(talk: Talk) -> None:
    chosen = TopicEvidence("t-mount", {"start": -2.0, "files": 4.0}, {"files": ("a/fuse.rs",)})
    text = told(talk, ChangeReason(PLACED, chosen=chosen, left=FAR))
    assert "taken up (0.71) in a new session after" in text
    assert '"Share a folder twice" (0.03): touches fuse.rs\n' in text


@pytest.mark.parametrize(
    ("placed", "told_first"),
    [
        ("t-shares", 'it first stayed with "Share a folder twice"'),
        ("t-mount", 'it was first placed in "The mount freezes"'),
        ("t-gone", "it had first begun a topic of its own"),
    ],
)
def test_a_turn_that_moved_says_where_its_prompt_was_placed(
    talk: Talk, placed: str, told_first: str
) -> None:
    left = TopicEvidence("t-shares", {"stay": 2.0, "files": -4.0}, {"files": ("a/fuse.rs",)})
    text = told(talk, ChangeReason(MOVED, placed, left=left))
    assert 'left "Share a folder twice" (0.04) for this new topic: other files (fuse.rs)' in text
    assert f"moved here when the turn ended; {told_first}\n" in text


def test_a_topic_that_disappeared_is_named_by_its_id(talk: Talk) -> None:
    left = TopicEvidence("t-gone", {"stay": 2.0, "words": -4.0})
    assert "left t-gone (0.04) for" in told(talk, ChangeReason(PLACED, left=left), origin="t-gone")
