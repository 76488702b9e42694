"""Comparing two memories: whether they say the same or contradict each other."""

import pytest

from sightline.memory.duplicates import contradiction


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        (
            "Sessions expire after 30 minutes",
            "Sessions expire after 8 hours",
            "1800 seconds against",
        ),
        ("Amounts are integer cents", "Amounts are decimals", "against decimals"),
        ("A lock is held for 60 seconds", "A lock is held for 1 minute", ""),
        ("Prices are integer cents, never floats", "Prices are stored in integer cents", ""),
    ],
)
def test_contradictions_are_found_in_values_and_not_in_agreement(
    one: str, other: str, reason: str
) -> None:
    assert reason in contradiction(one, other) if reason else not contradiction(one, other)
