"""Stems, TF-IDF and cosine by the documented formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.text.stem import stem, surface_forms, tokenise
from sightline.text.tfidf import Corpus, cosine, similarities_to, vector
from tests.vectors import vectors

INTENT = vectors("intent")
TFIDF = INTENT["tfidf"]
EXACT = 1e-12


def corpus_of_documents() -> Corpus:
    corpus = Corpus()
    for document in TFIDF["docs"]:
        corpus.add(tokenise(document))
    return corpus


@pytest.mark.parametrize("case", INTENT["stem"], ids=lambda case: case["in"])
def test_words_are_stemmed_as_documented(case: dict[str, str]) -> None:
    """FG-10, FG-11."""
    assert stem(case["in"]) == case["out"]


@pytest.mark.parametrize("case", INTENT["cosine"])
def test_cosine_is_as_documented(case: dict[str, dict[str, float]]) -> None:
    """FG-13."""
    assert cosine(case["a"], case["b"]) == pytest.approx(case["cosine"], abs=EXACT)


def test_document_counts_are_as_documented() -> None:
    """FG-12, FG-14: counted once per document, and taken out again."""
    corpus = corpus_of_documents()
    assert (corpus.total, corpus.counts) == (TFIDF["total_docs"], TFIDF["doc_freq"])
    for term, idf in TFIDF["idf"].items():
        assert corpus.idf(term) == pytest.approx(idf, abs=EXACT)
    corpus.remove(tokenise(TFIDF["docs"][0]))
    after = TFIDF["after_remove_doc0"]
    assert (corpus.total, corpus.counts) == (after["total_docs"], after["doc_freq"])
    for _ in range(9):
        corpus.remove(["nothing"])
    assert corpus.total == 0


@pytest.mark.parametrize("case", TFIDF["vectors"], ids=lambda case: case["query"])
def test_vectors_are_as_documented_and_unseen_terms_count(case: dict[str, object]) -> None:
    """FG-9, FG-12, ruling 3: the original drops a term no document holds, ours gives it df = 1.

    So the weights of known terms equal the vector's, the unseen ones are added with the highest
    weight, and the cosines equal the vector's once the unseen terms are taken out again.
    """
    corpus = corpus_of_documents()
    tokens = tokenise(str(case["query"]))
    assert tokens == case["tokens"]
    ours = vector(tokens, corpus)
    documented = {entry["term"]: entry["weight"] for entry in case["vector"]}  # type: ignore[attr-defined]
    known = {term: weight for term, weight in ours.items() if term in corpus.counts}
    assert known == pytest.approx(documented, abs=EXACT)
    for term in set(ours) - set(known):
        share = tokens.count(term) / len(tokens)
        assert ours[term] == pytest.approx(share * 2.807354922057604, abs=EXACT)
    for document, expected in zip(TFIDF["docs"], case["cosine_vs_docs"], strict=True):  # type: ignore[call-overload]
        other = vector(tokenise(document), corpus)
        assert cosine(known, other) == pytest.approx(expected, abs=EXACT)
        assert cosine(ours, other) <= expected + EXACT


def test_stop_words_are_dropped_before_stemming() -> None:
    """Ruling 3: the original made topics of `thi`, `doe`, `dur`."""
    assert tokenise("What does this do during the makes? Fix this session") == ["fix", "ses"]


def test_a_stem_remembers_the_word_it_came_from() -> None:
    """Ruling 3: labels show `session`, not `ses`."""
    assert surface_forms("Fix sessions, the session-expiry") == [
        ("fix", "fix"),
        ("ses", "sessions"),
        ("session-expiry", "session-expiry"),
    ]


def test_topics_in_cjk_have_terms_to_share() -> None:
    """FG-9 leaves CJK open: neighbouring characters are terms, so prompts can overlap."""
    assert set(tokenise("修复登录错误")) & set(tokenise("登录页面")) == {"登录"}


@given(st.text())
def test_stemming_any_word_ends_and_shortens(word: str) -> None:
    """FG-10, FG-11: a stem is never longer than its word and is text again."""
    assert len(stem(word)) <= len(word)
    tokenise(word)


weights = st.dictionaries(st.text(max_size=3), st.floats(0, 1e6), max_size=8)


@given(weights, weights)
def test_cosine_is_symmetric_and_bounded(a: dict[str, float], b: dict[str, float]) -> None:
    """FG-13: between 0 and 1, the same both ways, 1 with itself."""
    assert cosine(a, b) == cosine(b, a)
    assert 0 <= cosine(a, b) <= 1
    if any(weight > 1e-3 for weight in a.values()):
        assert cosine(a, a) == pytest.approx(1, abs=EXACT)


@given(st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), min_size=1, max_size=6))
def test_documents_are_as_alike_as_their_vectors(documents: list[list[str]]) -> None:
    corpus = Corpus()
    for document in documents:
        corpus.add(document)
    first = vector(documents[0], corpus)
    others = [cosine(first, vector(document, corpus)) for document in documents]
    assert similarities_to(first, documents, corpus) == pytest.approx(others, abs=EXACT)
