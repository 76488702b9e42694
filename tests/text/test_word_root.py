"""Roots of English words: what was said in another form is found."""

import pytest

from sightline.text.word_root import root


@pytest.mark.parametrize(
    ("word", "same"),
    [
        ("went", "go"),
        ("bought", "buying"),
        ("written", "writes"),
        ("children", "child"),
        ("sessions", "session"),
        ("expiring", "expired"),
        ("migrations", "migration"),
        ("organized", "organizing"),
        ("added", "adds"),
        ("indices", "index"),
        ("happiness", "happy"),
    ],
)
def test_forms_of_one_word_share_a_root(word: str, same: str) -> None:
    assert root(word) == root(same)


@pytest.mark.parametrize(
    ("word", "other"), [("internal", "intern"), ("organic", "organ"), ("news", "new")]
)
def test_different_words_keep_apart(word: str, other: str) -> None:
    assert root(word) != root(other)


@pytest.mark.parametrize("word", ["", "go", "utf8", "日本", "größe", "x_y"])
def test_what_is_no_english_word_stays_as_it_is(word: str) -> None:
    assert root(word) == word


@pytest.mark.parametrize(
    ("word", "same"),
    [("корзина", "корзину"), ("счёта", "счёту"), ("ошибка", "ошибками"), ("новый", "новая")],
)
def test_endings_of_cyrillic_words_are_no_part_of_the_root(word: str, same: str) -> None:
    assert root(word) == root(same)


def test_short_cyrillic_words_stay_as_they_are() -> None:
    assert root("дом") == "дом"
