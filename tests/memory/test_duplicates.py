"""Comparing two memories: whether they say the same or contradict each other."""

import pathlib

import pytest

from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.duplicates import contradiction
from sightline.store.sqlite.database import open_database
from sightline.tools.memory import outcome_text


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (
            "Sessions expire after 30 minutes",
            "Sessions expire after 8 hours",
            "30 minutes against 8 hours",
        ),
        ("Amounts are integer cents", "Amounts are decimals", "against decimals"),
        ("A lock is held for 60 seconds", "A lock is held for 1 minute", ""),
        ("The search index keeps stop words", "The search index skips drafts", ""),
        ("Stop using the search index", "The search index lists drafts", "only one says 'stop'"),
        (
            "The rebuild must never run twice, a lock file guards it",
            "The index is rebuilt at night, because that locked the catalog",
            "",
        ),
        ("Prices are integer cents, never floats", "Prices are stored in integer cents", ""),
    ],
)
def test_contradictions_are_found_in_values_and_not_in_agreement(
    one: str, other: str, reason: str
) -> None:
    assert reason in contradiction(one, other) if reason else not contradiction(one, other)


def test_values_contradict_across_kinds_and_are_shown_as_written(tmp_path: pathlib.Path) -> None:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    for kind, text in (
        ("fact", "Login sessions expire after 30 minutes"),
        ("convention", "Invoice amounts are integer cents"),
    ):
        keeper.save(database, draft(kind, text, now=1, project="p"), now=1)

    def against(kind: str, text: str) -> list[str]:
        outcome = keeper.save(database, draft(kind, text, now=2, project="p"), now=2, anyway=True)
        return [one.reason.rpartition(": ")[2] for one in outcome.contradicts]

    assert against("decision", "Expire login sessions after 8 hours") == [
        "8 hours against 30 minutes"
    ]
    assert against("fact", "Invoice amounts are decimals") == ["decimals against integer cents"]
    # The same value in another unit agrees with the first and contradicts the second.
    agrees = against("fact", "Login sessions of admins expire after 1800 seconds")
    assert agrees == ["1800 seconds against 8 hours"]


def test_what_says_nearly_the_same_under_another_kind_is_kept_and_named(
    tmp_path: pathlib.Path,
) -> None:
    database = open_database(str(tmp_path / "memory.db"), "memory")

    def save(kind: str, text: str) -> keeper.SaveOutcome:
        return keeper.save(database, draft(kind, text, now=1, project="p"), now=1)

    first = save("decision", "Parcels are weighed before the courier collects them")
    again = save("convention", "Parcels are weighed before the courier collects them all")
    assert again.new and [other.id for other in again.similar] == [first.memory.id]
    assert f"forget {first.memory.id}" in outcome_text(again)
    # Of the same kind it is not kept twice; half the words are not enough.
    repeated = save("convention", "parcels are weighed before the courier collects them")
    assert not repeated.new and repeated.memory.id == again.memory.id
    assert not save("fact", "Parcels are weighed at the depot by hand").similar
