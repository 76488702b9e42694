"""Which topic follows which."""

import itertools

import pytest

from sightline.store import topics as store
from sightline.store.sqlite.database import Database
from sightline.topics.scores import Chain
from tests.vectors import vectors

MARKOV = vectors("intent")["markov"]
PROJECT = "project"


def record(memory: Database, topics: list[str]) -> None:
    for source, target in itertools.pairwise(topics):
        store.count_transition(memory, PROJECT, source, target)


def check_chain(memory: Database, wanted: dict[str, dict[str, object]]) -> Chain:
    chain = Chain(store.transitions(memory, PROJECT))
    assert chain.counts == wanted["counts"]
    assert {topic: chain.total(topic) for topic in wanted["totals"]} == wanted["totals"]
    return chain


def test_changes_are_counted_as_documented(memory: Database) -> None:
    """FG-31: staying counts too, the first prompt records nothing."""
    record(memory, MARKOV["sequence"])
    chain = check_chain(memory, MARKOV["chain_before_prune"])
    for source, row in MARKOV["probabilities"].items():
        for target, wanted in row.items():
            assert chain.probability(source, target) == pytest.approx(wanted, abs=1e-12)


def test_a_removed_topic_leaves_the_chain(memory: Database) -> None:
    """FG-29: rows and columns."""
    record(memory, MARKOV["sequence"])
    store.archive(memory, PROJECT, ["B"])
    check_chain(memory, MARKOV["chain_after_prune_B"])


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
