"""The weights of topics are learned from decisions."""

import pathlib

import pytest

ROOT = pathlib.Path(__file__).parents[2]


def test_a_weight_grows_where_it_points_to_the_right_topic_and_stays_within_bounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.lib.topic_examples import Candidate, Example
    from benchmarks.lib.topic_fit import HIGHEST, LOWEST, Weighed, ascend

    from sightline.topics.matching.weights import Weights

    start = Weights(*([1.0] * len(Weights._fields)))
    stays = Example((Candidate(-1.0, (0,), (1.0,)),), 1, True, "own")
    leaves = Example((Candidate(0.0, (1,), (1.0,)),), 0, True, "new")
    learned = ascend([Weighed(stays, 0.5), Weighed(leaves, 0.5)], start, list(start))
    assert learned[0] == pytest.approx(HIGHEST, abs=0.3)
    assert learned[1] == pytest.approx(LOWEST, abs=0.1)
    assert learned[2] == 1.0


def test_examples_say_what_the_matcher_weighs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Linear in the weights: the same evidence, whatever the weights are."""
    monkeypatch.syspath_prepend(str(ROOT))
    from benchmarks.lib.topic_examples import examples_of
    from benchmarks.lib.topic_streams import Item, Stream

    items = [
        Item("the zeppelin exporter drops rows", "a", 0, "one"),
        Item("the exporter writes an empty header", "a", 1000, "one"),
        Item("something else: invoice totals ignore discounts", "b", 2000, "one"),
    ]
    first, second, third = examples_of(Stream("turns", tuple(items)))
    assert (first.right, first.kind) == (0, "new")
    assert (second.right, second.kind, len(second.candidates)) == (1, "own", 1)
    assert (third.right, third.kind) == (0, "new")
