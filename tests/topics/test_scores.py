"""The documented formulas over topics, against the vectors."""

import pytest

from sightline.model.session import Focus
from sightline.topics.scores import (
    HOUR_MS,
    faded_weight,
    focus_boost,
    node_score,
    pressure,
    priority,
    relevance,
    strength,
)
from tests.vectors import vectors

INTENT = vectors("intent")
TOPICS = vectors("topics")
EXACT = 1e-12
NOW = 1_800_000_000_000


@pytest.mark.parametrize("case", INTENT["node_score"])
def test_a_node_scores_as_documented(case: dict[str, float]) -> None:
    """FG-26."""
    used = NOW - int(case["age_hours"] * HOUR_MS)
    frequency, depth = int(case["frequency"]), int(case["depth"])
    assert strength(frequency) == pytest.approx(case["weight"], abs=EXACT)
    for decay in (0, 0.05, 0.1):
        wanted = case[f"score_decay_{decay:g}"]
        assert node_score(frequency, used, depth, NOW, decay) == pytest.approx(wanted, rel=EXACT)


@pytest.mark.parametrize("case", TOPICS["focus_boost"])
def test_focus_boosts_as_documented_case_aside(case: dict[str, object]) -> None:
    """AS-3, ruling 41: the `code` column; an empty topic is an error (see the tool)."""
    thread: dict = case["thread"]  # type: ignore[type-arg,assignment]
    given: list[dict] = case["focus"]  # type: ignore[type-arg,assignment]
    focuses = [Focus(f["topic"], f.get("weight", 0.8)) for f in given]
    if any(not focus.topic for focus in focuses):
        return
    boost = focus_boost(thread["id"], thread["title"], thread["topics"], focuses)
    assert boost == pytest.approx(case["code"], abs=EXACT)


@pytest.mark.parametrize("case", TOPICS["relevance_score"])
def test_ratings_become_relevance_as_documented(case: dict[str, list[int]]) -> None:
    """AS-7."""
    ratings = case["ratings"]
    assert relevance(ratings) == pytest.approx(case["final"], abs=EXACT)
    after = [relevance(ratings[: n + 1]) for n in range(len(ratings))]
    assert after == pytest.approx(case["scores_after_each"], abs=EXACT)


def test_one_bad_rating_demotes_but_does_not_bury() -> None:
    """Ruling 26: relevance stays exact, injection multiplies by at least 0.05."""
    assert relevance([False]) == 0.0
    assert priority(0.8, 1.0, relevance([False]), 0.0) == pytest.approx(0.04)


def test_priority_is_similarity_times_weight_times_relevance_plus_boost() -> None:
    """AS-8, rulings 25 and 47: a boost alone may qualify."""
    assert priority(0.5, 1.3, 1.0, 0.2) == pytest.approx(0.85)
    assert priority(0.0, 1.0, 1.0, 0.4) == 0.4


def test_weights_fade_when_they_are_read_and_pinned_ones_stay() -> None:
    """Rulings 31 and 32: the same stored weight, whatever happened in between."""
    week_ago = NOW - 7 * 24 * HOUR_MS
    assert faded_weight(1.0, week_ago, NOW) == pytest.approx(0.5)
    assert faded_weight(1.0, NOW + HOUR_MS, NOW) == 1.0
    assert faded_weight(1.3, week_ago, NOW, pinned=True) == 1.3


def test_pressure_is_the_sum_of_weights_over_ten() -> None:
    """AS-6."""
    assert pressure([1.0] * 4) == pytest.approx(0.4)
    assert pressure([1.0] * 14) == 1.0
