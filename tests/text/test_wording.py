"""Ages are said in one coarse unit."""

import pytest

from sightline.text.wording import ago, counted

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


def test_a_number_with_its_noun() -> None:
    assert counted(1, "file") == "1 file"
    assert counted(0, "file") == "0 files"
    assert counted(2929, "memory") == "2,929 memories"
