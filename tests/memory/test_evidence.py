"""When a memory is told at a prompt: by how many words it shares, how far it leads, and its meaning."""

from sightline.memory.evidence import Evidence, belief, evidence_of, is_far
from sightline.memory.neighbours import Hit


def hit(number: int, matches: int, lead: float, cosine: float | None = None) -> Hit:
    return Hit(number, 1.0, 0.5, (), matches=matches, lead=lead, cosine=cosine)


def told(*hits: Hit, handoff: bool = False) -> list[bool]:
    return [belief(one) >= 0 for one in evidence_of(hits, [handoff] * len(hits))]


def test_one_shared_word_is_chance_and_three_are_not() -> None:
    assert told(hit(1, 1, 0.3)) == [False]
    assert told(hit(1, 2, 0.1)) == [False]
    assert told(hit(1, 2, 0.6)) == [True]
    assert told(hit(1, 3, 0.1), hit(2, 3, -0.1)) == [True, True]


def test_what_is_far_behind_the_best_is_not_told_beside_it() -> None:
    assert told(hit(1, 3, 0.4), hit(2, 2, -0.4)) == [True, False]


def test_a_handoff_needs_less_if_the_prompt_goes_on_with_something() -> None:
    assert told(hit(1, 1, 0.0)) == [False]
    assert told(hit(1, 1, 0.0), handoff=True) == [True]


def test_meaning_tells_without_shared_words_and_is_against_what_is_far() -> None:
    assert told(hit(1, 0, -1.0, 0.75)) == [True]
    assert told(hit(1, 0, -1.0, 0.4)) == [False]
    assert told(hit(1, 3, 0.1, 0.1)) == [False]
    near, far = evidence_of([hit(1, 3, 0.1, 0.5), hit(2, 3, 0.0, 0.1)], [False, False])
    assert near.cosine_lead == 0.4 and far.cosine_lead == -0.4
    assert is_far(far) and not is_far(near)
    assert not is_far(Evidence(3.0, 0.1))
