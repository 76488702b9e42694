"""Stored facts tell what they hold without being unpacked."""

import pytest

from sightline.parse.facts import FileFacts, holds, pack, unpack

WORDS = ["a", "helper", "Überschrift", "*", "x" * 255, "y" * 256, "日本", "z" * 5000]


def facts_with(word: str) -> FileFacts:
    """The facts of a file that knows a name: as a symbol, an import and a value."""
    symbols = (("module", "module", -1, ""), (word, "function", 0, ""))
    imports = ((0, 1, word, "some.module", word),)
    nothing: dict[int, dict[str, tuple[str, ...]]] = {0: {word: ("int",)}}
    return FileFacts(
        "python", "some", True, symbols, imports, (), (), nothing, {}, {}, {}, (), (1, 1)
    )


@pytest.mark.parametrize("word", WORDS, ids=lambda word: word[:20])
def test_a_word_that_facts_hold_is_found_in_them(word: str) -> None:
    packed = pack(facts_with(word))
    assert unpack(packed).symbols[1][0] == word
    assert holds(packed, word)
    assert not holds(packed, word + "s")
    assert not holds(pack(facts_with("another" + word)), word)
