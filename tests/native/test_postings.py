"""Postings gathered by compiled code are those gathered by plain Python."""

import struct
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sightline.model.reading import Words
from sightline.store import gathered

needs_compiled = pytest.mark.skipif(gathered.compiled is None, reason="nothing was compiled")

WORDS = st.sampled_from(
    ("a", "b", "parse", "pars", "straße", "数据库", "\ud800", "𝔘", "ｚ", "x" * 99)
)
NUMBERS = st.integers(1, 2**32 - 1)
STRENGTHS = st.integers(0, 255)


@st.composite
def files(draw: st.DrawFn) -> tuple[int, list[int], Words]:
    """A file with its symbols, some of which are not to be added, and the words of both."""
    texts = draw(st.lists(st.one_of(st.just(0), NUMBERS), max_size=5))
    said = draw(st.lists(WORDS, unique=True, max_size=6))
    everywhere = range(len(texts))
    held = [draw(st.lists(st.sampled_from(everywhere), unique=True) if texts else st.just([]))
            for _ in said]  # fmt: skip
    places = [place for one in held for place in sorted(one)]
    return (
        draw(st.one_of(st.just(0), NUMBERS)),
        texts,
        Words(
            " ".join(said),
            bytes([draw(STRENGTHS) for _ in said]),
            struct.pack(f"{len(held)}H", *map(len, held)),
            struct.pack(f"{len(places)}H", *places),
            bytes([draw(STRENGTHS) for _ in places]),
        ),
    )


COMMITS = st.tuples(NUMBERS, st.lists(st.tuples(WORDS, STRENGTHS), max_size=4))


@needs_compiled
@given(st.lists(st.one_of(files(), COMMITS), max_size=6))
def test_compiled_code_gathers_postings_as_python_does(
    added: list[tuple[int, list[int], Words] | tuple[int, list[tuple[str, int]]]],
) -> None:
    assert gathered.compiled is not None
    ways = gathered.compiled(), gathered.InPython()
    for way in ways:
        for one in added:
            if len(one) == 3:
                way.add(*one)
            else:
                number, held = one
                way.add_text(number, [word for word, _ in held], bytes([hit for _, hit in held]))
    compiled, plain = ([*way.rows(1, 7)] for way in ways)
    assert compiled == plain


@needs_compiled
def test_more_words_and_texts_than_there_was_room_for_change_nothing() -> None:
    assert gathered.compiled is not None
    ways = gathered.compiled(), gathered.InPython()
    for number in range(1, 40):
        said = [f"w{number * 300 + place}" for place in range(600)]
        texts = [*range(number * 1000, number * 1000 + 50)]
        counts, places = struct.pack("600H", *[50] * 600), struct.pack("50H", *range(50)) * 600
        words = Words(" ".join(said), b"\x05" * 600, counts, places, b"\x09" * 30_000)
        for way in ways:
            way.add(number, texts, words)
    compiled, plain = ([*way.rows(0, 1)] for way in ways)
    assert compiled == plain


FITTING = Words("a b", b"\1\1", struct.pack("2H", 1, 1), struct.pack("2H", 0, 0), b"\1\1")


@needs_compiled
@pytest.mark.parametrize(
    "words",
    [
        FITTING._replace(words="a"),
        FITTING._replace(words="a b c"),
        FITTING._replace(file_hits=b"\1"),
        FITTING._replace(counts=struct.pack("2H", 1, 2)),
        FITTING._replace(places=struct.pack("2H", 0, 1)),
        FITTING._replace(hits=b"\1"),
    ],
)
def test_words_that_do_not_fit_are_refused_and_never_read_beyond(words: Words) -> None:
    assert gathered.compiled is not None
    with pytest.raises((ValueError, IndexError)):
        gathered.compiled().add(1, [7], words)


@needs_compiled
def test_numbers_that_do_not_fit_are_refused() -> None:
    assert gathered.compiled is not None
    for way in (gathered.compiled(), gathered.InPython()):
        with pytest.raises(OverflowError):
            way.add(2**32, [7], FITTING)
        with pytest.raises(OverflowError):
            way.add(1, [2**32], FITTING)


def test_without_compiled_code_postings_are_gathered_in_python() -> None:
    code = (
        "import sys; sys.modules['sightline.native.postings'] = None\n"
        "from sightline.store import gathered\n"
        "print(gathered.compiled, gathered.gathered is gathered.InPython)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["None", "True"]
