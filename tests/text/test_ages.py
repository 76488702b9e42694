"""Ages are said in one coarse unit."""

import pytest

from sightline.text.ages import ago

HOUR = 3_600_000
DAY = 24 * HOUR


@pytest.mark.parametrize(
    ("age", "words"),
    [
        (-HOUR, "just now"),
        (0, "just now"),
        (59_999, "just now"),
        (60_000, "1 min ago"),
        (HOUR, "1 h ago"),
        (DAY, "1 day ago"),
        (3 * DAY, "3 days ago"),
        (20 * DAY, "2 weeks ago"),
        (90 * DAY, "3 months ago"),
        (800 * DAY, "2 years ago"),
    ],
)
def test_an_age_in_words(age: int, words: str) -> None:
    assert ago(10**12 - age, 10**12) == words
