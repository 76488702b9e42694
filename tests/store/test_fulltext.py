"""Full text with identifiers in parts and CJK, exact after changes, built again after damage."""

import pathlib
import sqlite3

import pytest
from tests.store.full_text_schema import full_text_schema

from sightline.errors import StoreError
from sightline.store.sqlite import repair, schema
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.fulltext import put_text, search_text, word_counts
from sightline.store.sqlite.queries import query_text


@pytest.fixture
def database(tmp_path: pathlib.Path) -> Database:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    for sql in schema.statements(full_text_schema("sample")):
        database.statement(sql)
    return database


def found(database: Database, question: str) -> list[int]:
    return [number for number, _ in search_text(database, "sample", question)]


def test_an_identifier_is_found_whole_and_by_its_parts(database: Database) -> None:
    """Ruling 21."""
    put_text(database, "sample", 1, "call expireSession_v2(userId) before HTTPServer starts")
    put_text(database, "sample", 2, "セッションの有効期限を確認する")
    put_text(database, "sample", 3, "nothing of interest")
    for question in ("expireSession_v2", "how does expire work?", "SESSION", "http", "user id"):
        assert found(database, question) == [1], question
    assert found(database, "有効期限") == [2]
    assert found(database, "what is the") == []
    assert found(database, 'quo"ted AND (odd* syntax:') == []


def test_words_are_alternatives_and_the_better_match_comes_first(database: Database) -> None:
    put_text(database, "sample", 1, "database migration lock")
    put_text(database, "sample", 2, "database")
    put_text(database, "sample", 3, "unrelated words here")
    ranked = search_text(database, "sample", "migration of the database with a lock")
    assert [number for number, _ in ranked] == [1, 2]
    assert ranked[0][1] > ranked[1][1]


def test_a_long_question_is_asked_by_its_rarest_words(database: Database) -> None:
    for number in range(50):
        put_text(database, "sample", number, "alpha beta gamma delta epsilon zeta eta theta")
    put_text(database, "sample", 99, "needle in alpha beta gamma delta epsilon zeta eta theta")
    question = "alpha beta gamma delta epsilon zeta eta theta needle unheard"
    assert found(database, question)[0] == 99
    counts = word_counts(database, "sample", ["alpha", "needle", "unheard"])
    assert counts == {"alpha": 51, "needle": 1}


def test_changed_and_removed_texts_leave_nothing_behind(database: Database) -> None:
    put_text(database, "sample", 1, "old words")
    put_text(database, "sample", 1, "new words")
    assert found(database, "old") == []
    assert found(database, "new") == [1]
    database.run("fulltext.remove@sample", number=1)
    database.run("fulltext.remove@sample", number=1)
    assert found(database, "words") == []
    assert word_counts(database, "sample", ["old", "new", "words"]) == {}
    database.close()
    assert repair.check(database.path, thorough=True).problems == ()


def test_an_index_out_of_step_with_its_texts_is_built_again(database: Database) -> None:
    put_text(database, "sample", 1, "kept words")
    path = database.path
    database.close()
    raw = sqlite3.connect(path)
    raw.execute("DROP TRIGGER sample_words_added")
    raw.execute("INSERT INTO sample_words (number, words) VALUES (2, 'missed words')")
    raw.commit()
    raw.close()
    assert repair.check(path, thorough=True).problems
    assert repair.mend(path).mended
    assert found(open_database(path, "memory"), "missed") == [2]


def test_a_noun_that_is_no_name_is_refused() -> None:
    with pytest.raises(StoreError, match="no query"):
        query_text("fulltext.search@x; DROP TABLE y")
