"""What speaks for a topic and against it, in words and in order."""

import pytest

from sightline.model.session import TopicEvidence
from sightline.topics.matching import reasons
from sightline.topics.matching.match_evidence import weigh_evidence
from sightline.topics.matching.reasons import _OF_PART
from tests.topics.conftest import Talk
from tests.topics.test_settling import exporter_and_invoices, open_scene

LEFT = TopicEvidence(
    "a",
    {"stay": 3.0, "form": -1.0, "words": -1.8, "files": -2.1, "pause": -0.01, "reply": -0.1},
    {"files": ("src/fuse/operations.rs", "src/fuse/cache.rs")},
)
TAKEN_UP = TopicEvidence(
    "b",
    {"session": -0.7, "words": 3.1, "back": 2.7, "ticket": 3.3, "branch": 10.0, "code": 0.31},
    {
        "words": ("revoked", "shares"),
        "back": ("shares",),
        "ticket": ("SHR-204",),
        "branch": ("shares/keys",),
        "code": ("api/src/shares.ts",),
    },
)


def test_what_decided_comes_first_and_names_what_it_is_about() -> None:
    assert reasons.speaks_against(LEFT) == [
        "other files (operations.rs, cache.rs)",
        "no shared words",
        "worded as a request of its own",
    ]
    assert reasons.speaks_for(LEFT) == ["the present topic"]
    assert reasons.speaks_for(TAKEN_UP) == [
        "branch shares/keys",
        "ticket SHR-204",
        "words revoked, shares",
        'goes back to "shares"',
    ]


def test_a_small_part_is_a_reason_only_where_there_is_no_other() -> None:
    assert reasons.speaks_against(TopicEvidence("a", {"words": -0.2, "stay": 2.0})) == [
        "no shared words"
    ]
    assert reasons.speaks_against(TopicEvidence("a", {"words": 0.2})) == []


def test_numbers_leave_out_what_hardly_counts() -> None:
    assert reasons.numbers(LEFT) == "stay +3.00  files -2.10  words -1.80  form -1.00  reply -0.10"


def test_the_score_is_that_of_all_parts() -> None:
    assert reasons.score(TopicEvidence("a", {})) == pytest.approx(0.25)
    assert reasons.score(LEFT) < 0.25 < reasons.score(TAKEN_UP)


@pytest.mark.parametrize(
    "prompt",
    [
        "ABC-12 blank sheets in report.py, as we said earlier",
        "retournons au zeppelin: il écrit des pages vides",
        "ok",
        "другой вопрос: напиши Dockerfile",
    ],
)
def test_every_part_of_the_evidence_can_be_said(talk: Talk, prompt: str) -> None:
    exporter_and_invoices(talk)
    features = talk.say(prompt, "one").prompt.features
    scene = open_scene(talk, "src/export.py", "src/zeppelin_rows.py")
    for view in scene.views:
        assert weigh_evidence(features, view, scene).keys() <= _OF_PART.keys()


def test_a_part_without_words_is_called_by_its_name() -> None:
    evidence = TopicEvidence("a", {"moon": 2.0, "tide": -2.0})
    assert reasons.speaks_for(evidence) == ["moon"]
    assert reasons.speaks_against(evidence) == ["not tide"]
