"""When a memory is told at a prompt: by words it shares, by how far it leads, and by its meaning."""

from sightline.memory.evidence import FAR, Match, belief, evidence_of, is_far
from sightline.memory.neighbours import Hit


def hit(number: int, matches: int, lead: float, cosine: float | None = None) -> Hit:
    return Hit(number, 1.0, 0.5, (), matches=matches, lead=lead, cosine=cosine)


def is_told(match: Match, similar: dict[int, float] | None = None) -> bool:
    return belief(evidence_of(match, similar), match.hit.cosine) >= 0


def test_few_shared_words_are_chance_and_many_are_not() -> None:
    assert not is_told(Match(hit(1, 1, 0.3)))
    assert not is_told(Match(hit(1, 3, 0.1)))
    assert is_told(Match(hit(1, 4, 0.1)))


def test_what_is_far_behind_the_best_needs_more() -> None:
    assert is_told(Match(hit(1, 3, 0.9)))
    assert not is_told(Match(hit(1, 3, -0.4)))


def test_names_of_the_prompt_tell_more_than_words() -> None:
    assert not is_told(Match(hit(1, 2, 0.3)))
    assert is_told(Match(hit(1, 2, 0.3), names=2))


def test_few_words_that_are_all_of_a_prompt_are_chance_and_in_a_long_prompt_are_not() -> None:
    whole, part = hit(1, 3, 0.6)._replace(share=0.9), hit(1, 3, 0.6)._replace(share=0.2)
    assert not is_told(Match(whole))
    assert is_told(Match(part))


def test_a_handoff_needs_less_if_the_prompt_goes_on_with_something() -> None:
    assert not is_told(Match(hit(1, 1, 0.0)))
    assert is_told(Match(hit(1, 1, 0.0), resumes=True))


def test_meaning_counts_by_how_far_it_leads_before_all_other_memories() -> None:
    match = Match(hit(1, 2, 0.1, 0.5))
    assert is_told(match, {1: 0.5, 2: 0.2})
    assert not is_told(match, {1: 0.5, 2: 0.6})
    assert evidence_of(match, {1: 0.5, 2: 0.4}).cosine_lead == 0.5 - 0.4
    # A store of one memory says nothing about how near another could be.
    assert evidence_of(match, {1: 0.5}).cosine_lead == 0.5 - FAR
    assert evidence_of(match).cosine_lead == 0.0


def test_meaning_is_against_what_is_far() -> None:
    assert is_far(0.1)
    assert not is_far(0.4)
    assert not is_far(None)
