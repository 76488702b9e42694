"""Ranked full text: what is found, in which order, and what stays out of the way."""

import pathlib

import pytest

from sightline.index.reading.words import SymbolText, weigh_file
from sightline.model.code import FileWords
from sightline.store.code import postings
from sightline.store.code.posting_writer import PostingWriter
from sightline.store.sqlite.database import Database, open_database

SYMBOLS = (
    ("login", "user name", "login check user password password"),
    ("logout", "user", "logout forget user"),
    ("sum", "", "sum of all prices"),
)


@pytest.fixture
def index(tmp_path: pathlib.Path) -> Database:
    return open_database(str(tmp_path / "index.db"), "index")


def words(*symbols: tuple[str, str, str], path: str = "shop py") -> FileWords:
    texts = [SymbolText(name.split(), head.split(), body.split()) for name, head, body in symbols]
    return weigh_file(path.split(), texts, range(len(symbols)))


def add(index: Database, file: int, texts: list[int], weighed: FileWords, kind: int = 0) -> None:
    writer = PostingWriter(index)
    with index.transaction():
        writer.add(kind, file, texts, weighed)
        writer.write()
        writer.tidy()


def texts(index: Database, *asked: str, kind: int = 0, most: int = 1000) -> list[int]:
    found = postings.search(index, kind, asked, files=5, texts=5, most=most)
    return [text for text, _ in found.texts]


def test_words_are_or_ed_and_names_count_most(index: Database) -> None:
    """FO-18, ruling 21: any word may match, and where it stands decides how much it counts."""
    add(index, 1, [11, 12, 13], words(*SYMBOLS))
    assert texts(index, "login", "unheard") == [11]
    assert texts(index, "user", "password") == [11, 12]
    assert texts(index, "logout") == [12]
    assert texts(index, "unheard") == []


def test_a_weight_makes_a_word_count_more(index: Database) -> None:
    add(index, 1, [11, 12, 13], words(*SYMBOLS))
    light = postings.search(index, 0, {"prices": 1.0, "forget": 2.0}, texts=5).texts
    heavy = postings.search(index, 0, {"prices": 2.0, "forget": 1.0}, texts=5).texts
    assert [text for text, _ in light] == [12, 13]
    assert [text for text, _ in heavy] == [13, 12]


def test_files_and_symbols_come_from_one_search(index: Database) -> None:
    add(index, 1, [11, 12, 13], words(*SYMBOLS))
    add(index, 2, [21], words(("logout", "", "logout"), path="other py"))
    found = postings.search(index, 0, ["password", "other"], files=5, texts=5)
    assert {file for file, _ in found.files} == {1, 2}
    # A symbol is found by the words of its file's path too.
    assert {text for text, _ in found.texts} == {11, 21}


def test_what_is_retired_is_found_no_more(index: Database) -> None:
    """3.2.4: words of a former text must not bring it back."""
    add(index, 1, [11, 12, 13], words(*SYMBOLS))
    writer = PostingWriter(index)
    with index.transaction():
        writer.retire(0, 11)
        writer.write()
    assert texts(index, "login", "user") == [12]
    assert postings.documents(index, 0) == (1, 2)


def test_many_small_changes_leave_few_rows_and_lose_nothing(index: Database) -> None:
    for number in range(1, 40):
        add(index, number, [100 + number], words(("login", "", "login now")))
    rows = index.rows("posting.of_word", kind=0, word="login")
    assert len(rows) <= 12
    assert len(postings.search(index, 0, ["login"], texts=100).texts) == 39


def test_many_former_texts_are_taken_out_for_good(index: Database) -> None:
    writer = PostingWriter(index)
    with index.transaction():
        for number in range(1, 2500):
            writer.add(0, 0, [number], words((f"n{number}", "", "login")))
        writer.write()
        for number in range(1, 2400):
            writer.retire(0, number)
        writer.write()
        writer.tidy()
    assert index.rows("posting.former", kind=0) == []
    assert postings.document_counts(index, 0, ["login", "n7"]) == {"login": (0, 100)}


def test_only_new_symbols_of_a_changed_file_are_added(index: Database) -> None:
    add(index, 1, [11, 12, 13], words(*SYMBOLS))
    add(index, 2, [0, 22, 0], words(*SYMBOLS))
    assert texts(index, "login") == [11]
    assert texts(index, "logout") == [12, 22]


def test_the_most_telling_words_are_read_first(index: Database) -> None:
    add(index, 1, [11, 12, 13], words(*SYMBOLS))
    assert texts(index, "user", "password", most=1) == [11]


def test_doubted_words_rank_in_full_and_tell_less(index: Database) -> None:
    add(index, 1, [1, 2, 3], words(*SYMBOLS))
    asked = {"user": 1.0, "password": 1.0}
    sure = postings.search(index, 0, asked, texts=5, explained=2)
    unsure = postings.search(index, 0, asked, texts=5, explained=2, doubted={"password": 0.5})
    assert unsure.texts == sure.texts
    assert len(sure.parts) == len(unsure.parts) == 2
    assert sum(unsure.parts[0]) < sum(sure.parts[0]) == pytest.approx(sure.texts[0][1])
    assert unsure.parts[1] == sure.parts[1]  # it does not hold the doubted word


def test_a_word_that_many_texts_hold_changes_no_place_by_being_passed_over(index: Database) -> None:
    writer = PostingWriter(index)
    with index.transaction():
        for text in range(1, 3 * postings.COMMON):
            said = [
                "fixed",
                *(word for word, each in (("tray", 29), ("lid", 31)) if text % each == 0),
            ]
            hits = bytes([1 + text * 37 % 255 for _ in said])
            writer.add_text(postings.COMMIT, text, said, hits)
        for text in range(29, 300, 58):
            writer.retire(postings.COMMIT, text)
        writer.write()
    asked = {"fixed": 0.5, "tray": 1.0, "lid": 1.0}
    # With room for all of them every word is read whole.
    everything = postings.search(index, postings.COMMIT, asked, texts=10_000).texts
    for most in (1, 20, 60, 120):
        assert postings.search(index, postings.COMMIT, asked, texts=most).texts == everything[:most]


def test_the_best_of_many_are_the_best_of_all() -> None:
    scores = {number: float(number % 97) for number in range(5000)}
    best = postings.highest(scores, 50)
    assert best == sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:50]
    assert postings.highest(dict.fromkeys(range(9), 1.0), 2) == [(0, 1.0), (1, 1.0)]
    assert postings.highest({}, 5) == []


def test_a_question_without_end_is_bounded() -> None:
    asked = [f"w{number}" for number in range(10_000)]
    assert len(postings.weighted(asked)) == postings.MOST_WORDS
    assert len(postings.weighted(dict.fromkeys(asked, 1.0))) == postings.MOST_WORDS
