"""Words: identifiers whole and in parts, questions without filler, CJK by bigrams."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.text.secrets.randomness import looks_random
from sightline.text.words import (
    code_text,
    code_words,
    extract_keywords,
    fts_query,
    keyword_candidates,
    query_words,
    rarest,
    split_identifier,
    words,
)
from tests.vectors import vectors


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("getHTTPResponse", ("get", "http", "response")),
        ("snake_case_name", ("snake", "case", "name")),
        ("__init__", ("init",)),
        ("MAX_RETRIES", ("max", "retries")),
        ("parseUTF8Text", ("parse", "utf", "8", "text")),
        ("sha256sum", ("sha", "256", "sum")),
        ("allowedURLs", ("allowed", "urls")),
        ("XMLHttpRequest", ("xml", "http", "request")),
        ("iOSDevice", ("i", "os", "device")),
        ("ПолучитьДанные", ("получить", "данные")),
        ("straßeÜber", ("straße", "über")),
        ("修复login错误", ("修复", "login", "错误")),
        ("", ()),
        ("___", ()),
    ],
)
def test_an_identifier_is_split_into_its_parts(name: str, parts: tuple[str, ...]) -> None:
    """Ruling 21: camelCase, snake_case, digits, acronyms, in any script."""
    assert split_identifier(name) == parts


def test_full_text_holds_an_identifier_whole_and_in_parts() -> None:
    """Ruling 21: `http client` finds getHTTPClient, and so does the exact name."""
    assert code_words("x = getHTTPClient(retry_count)") == [
        *("gethttpclient", "get", "http", "client"),
        *("retry_count", "retry", "count"),
    ]


def test_digits_stay_with_their_word_and_come_off_it() -> None:
    """A search for utf8 or for utf finds readUTF8File."""
    assert code_words("readUTF8File") == ["readutf8file", "read", "utf8", "utf", "file"]
    assert code_words("i18n_patterns") == ["i18n_patterns", "i18n", "i18", "18", "patterns"]


def test_cjk_text_becomes_overlapping_bigrams() -> None:
    """Ruling 21: CJK text is searchable by any two neighbouring characters."""
    assert code_words("修复登录") == ["修复", "复登", "登录"]
    assert code_words("ログイン error を直す") == [
        *("ログ", "グイ", "イン"),
        *("error", "を直", "直す"),
    ]
    assert code_words("로그인 오류") == ["로그", "그인", "오류"]
    assert code_words("错") == ["错"]


def test_compatibility_forms_are_one_word() -> None:
    """Full-width and decomposed letters are found by their ordinary form."""
    assert code_words("ＡＢＣ cafe\u0301") == ["abc", "café"]
    assert words("İstanbul") == ["istanbul"]


def test_one_letter_names_and_keys_stay_out_of_the_full_text() -> None:
    """Ruling 38: long random-looking words are no words."""
    key = "AKIA" + "Q3EGR7M2ZXW9KP4T"
    assert code_words(f"i, j = 1, '{key}'") == []


@pytest.mark.parametrize(
    "name",
    [
        *(
            "test_alter_field_m2m_to_fk",
            "StreamingHttpResponse",
            "PostgreSqlDbshellCommandTestCase",
        ),
        *(
            "BaseGenericInlineFormSet",
            "get_i18n_language_pack_v2",
            "InternationalizationMiddleware",
        ),
        *("_mm256_loadu_si256_wrapper", "assertQuerysetEqualOrdered", "CheckCSRFMiddlewareTest"),
        *("characterization", "supercalifragilisticexpialidocious", "O2OCaseTestModel"),
    ],
)
def test_long_names_are_not_taken_for_keys(name: str) -> None:
    """Ruling 38: what a person would search for is kept."""
    assert not looks_random(name)


@pytest.mark.parametrize(
    "word",
    [
        "9bea85795705d015cdadc82c68b99196a8554f5c",
        "2JgchWvM1tpxT2lfz9aydoXW9yT1DN3NdLiejYx",
        "ghp_" + "wT9aydoXW9yT1DN3NdLiejYxOOlzzV4nhBbY",
        "550e8400e29b41d4a716446655440000",
    ],
)
def test_keys_and_hashes_look_random(word: str) -> None:
    """Ruling 38."""
    assert looks_random(word)


def test_a_question_keeps_its_subject() -> None:
    """Ruling 21: question words are dropped, order is kept, nothing comes twice."""
    assert query_words("How does the parseQuery function handle the query string?") == [
        *("parsequery", "parse", "query", "function", "handle", "string"),
    ]
    assert query_words("Please show me what this thing is") == ["please", "show", "thing"]
    assert query_words("") == []


def test_every_question_is_a_query_the_full_text_accepts() -> None:
    """Ruling 21: words are OR-ed; quotes and operators in them mean nothing."""
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize=\"unicode61 tokenchars '_'\")")
    db.execute("INSERT INTO t VALUES (?)", (code_text('fix "NEAR" AND retry_count 修复登录错误'),))
    for question in ("retry_count OR nothing", "NEAR(a b)", '"unbalanced', "修复", "修", "AND"):
        hits = db.execute("SELECT rowid FROM t WHERE t MATCH ?", (fts_query([question]),))
        assert isinstance(hits.fetchall(), list)
    found = fts_query(query_words("why is the count of retries wrong: retry_count"))
    assert db.execute("SELECT rowid FROM t WHERE t MATCH ?", (found,)).fetchall() == [(1,)]
    assert db.execute("SELECT rowid FROM t WHERE t MATCH ?", (fts_query(["修"]),)).fetchall()


@given(st.text())
def test_any_text_gives_lower_case_words_without_spaces(text: str) -> None:
    """Whatever is indexed or asked is made of clean words, the same in both forms."""
    found = code_words(text)
    assert " ".join(found) == code_text(text)
    assert all(word and not any(c.isspace() for c in word) for word in found)
    assert set(query_words(text)) <= set(found)
    for name in text.split():
        assert all(split_identifier(name))


@given(st.text(alphabet=st.characters(codec="utf-8")))
def test_what_was_indexed_is_found_by_its_own_words(text: str) -> None:
    """Ruling 21: any word of a text finds that text."""
    found = code_words(text)
    db = sqlite3.connect(":memory:")
    db.execute("CREATE VIRTUAL TABLE t USING fts5(body, tokenize=\"unicode61 tokenchars '_'\")")
    db.execute("INSERT INTO t VALUES (?)", (code_text(text),))
    for word in found[:5]:
        query = fts_query([word])
        db.execute("SELECT rowid FROM t WHERE t MATCH ?", (query,)).fetchall()


def test_keywords_of_a_prompt_are_its_content_words_in_order() -> None:
    """LO-7: split, lower-cased, stop words dropped, once each."""
    assert keyword_candidates("What should the deploy of the Flow API do? Deploy it!") == [
        *("deploy", "flow", "api"),
    ]


def test_the_rarest_keywords_win_and_ties_keep_their_order() -> None:
    """Ruling 67."""
    counts = {"deploy": 40, "flow": 3, "api": 90, "zeta": 3}
    assert rarest(["deploy", "zeta", "api", "flow"], counts, 3) == ["zeta", "flow", "deploy"]


@pytest.mark.parametrize("case", vectors("frame")["extract_keywords"], ids=lambda c: c["text"])
def test_keywords_of_a_tool_call_are_as_documented(case: dict[str, object]) -> None:
    """PC-3."""
    assert extract_keywords(str(case["text"])) == (case["keywords"] or [])
