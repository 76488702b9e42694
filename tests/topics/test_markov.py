"""Which topic follows which."""

import pytest

from sightline.topics.chain import Chain
from tests.vectors import vectors

MARKOV = vectors("intent")["markov"]


def chain_of(topics: list[str]) -> Chain:
    chain = Chain()
    for topic in topics:
        chain.record(topic)
    return chain


def test_changes_are_counted_as_documented() -> None:
    """FG-31: staying counts too, the first prompt records nothing."""
    chain = chain_of(MARKOV["sequence"])
    assert chain.counts == MARKOV["chain_before_prune"]["counts"]
    totals = MARKOV["chain_before_prune"]["totals"]
    assert {topic: chain.total(topic) for topic in totals} == totals
    for source, row in MARKOV["probabilities"].items():
        for target, wanted in row.items():
            assert chain.probability(source, target) == pytest.approx(wanted, abs=1e-12)


def test_a_removed_topic_leaves_the_chain() -> None:
    """FG-29: rows, columns, and the last topic if it was the one removed."""
    chain = chain_of(MARKOV["sequence"])
    chain.forget(["B"])
    after = MARKOV["chain_after_prune_B"]
    assert chain.counts == after["counts"]
    assert {topic: chain.total(topic) for topic in after["totals"]} == after["totals"]
    assert chain.last == after["lastTopic"]


def test_history_multiplies_and_never_makes_a_match() -> None:
    """FG-19: 1 + boost · P; exactly 1 without a boost or a last topic."""
    chain = Chain({"A": {"B": 3, "A": 1}}, "A")
    assert chain.factor("B", 0.2) == pytest.approx(1.15)
    assert chain.factor("C", 0.2) == 1.0
    assert chain.factor("B", 0) == chain.factor("B", -1) == 1.0
    assert Chain({"A": {"B": 3}}).factor("B", 0.2) == 1.0


def test_the_next_topic_is_told_above_thirty_percent_up_to_three_and_never_staying() -> None:
    """FG-32, ruling 5."""
    assert Chain({"A": {"A": 7, "B": 3}}, "A").predict() == []
    assert Chain({"A": {"A": 6, "B": 4}}, "A").predict() == [("B", 0.4)]
    even = Chain({"A": {"D": 1, "C": 1, "B": 1, "E": 1, "F": 1}}, "A")
    assert even.predict() == []
    assert even.predict(0.1) == [("B", 0.2), ("C", 0.2), ("D", 0.2)]
    assert Chain({"A": {"A": 1}}, "A").predict() == []
    assert Chain({"A": {"B": 2}}, "A").predict(among=["C"]) == []
