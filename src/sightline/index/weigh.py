"""How strongly a file and each of its symbols hold their words: counts, weighed by place and length.

The term-frequency half of BM25, with fixed average lengths, so that a text is weighed once and
never again when others change; the other half, how rare a word is, belongs to the search.
"""

import sys
from array import array
from collections import _count_elements as count_words  # type: ignore[attr-defined]
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from sightline.model.reading import Words

# The words of a symbol's name, of its head (signature, doc and path) and of its body.
Texts = tuple[tuple[str, ...] | list[str], list[str], list[str]]

# How often a word counts that stands in a symbol's name, and in the path of a file.
NAME, PATH = 5, 2
_K1, _B = 1.2, 0.75
_AVERAGE_SYMBOL, _AVERAGE_FILE, _AVERAGE_MESSAGE = 120, 1500, 30
_MOST = 64
_STEPS = 8
# No more symbols of one file are searched by their words.
_SYMBOLS = 65_535

# A symbol's place and how strongly it holds a word, in one number: what a place counts there.
_PLACE = 256


def file(path: list[str], symbols: Sequence[Texts], parts: Iterable[int]) -> Words:
    """The words of a file, from those of its path and of its symbols' names, heads and bodies.

    `parts` are the symbols whose bodies make up the file's text.
    """
    whole: dict[str, int] = {}
    length = 0
    for part in parts:
        body = symbols[part][2]
        length += len(body)
        count_words(whole, body)
    count_words(whole, path * PATH)
    # Each entry is a symbol's place and how strongly it holds the word, in one number.
    found: defaultdict[str, list[int]] = defaultdict(list)
    here = 0
    for name, head, body in symbols[:_SYMBOLS]:
        counts: dict[str, int] = {}
        count_words(counts, body)
        count_words(counts, head)
        for word in name:
            counts[word] = counts.get(word, 0) + NAME
        strengths = _strengths(counts, len(body) / _AVERAGE_SYMBOL)
        for word, strength in zip(counts, strengths, strict=True):
            found[word].append(here + strength)
        here += _PLACE
    for word in whole:
        found[word]
    rows = found.values()
    in_file = dict.fromkeys(found, 0)
    in_file.update(whole)
    every = array("I", chain.from_iterable(rows)).tobytes()
    places = bytearray(len(every) // 2)
    # The middle bytes of each number are the place, in whichever order they come.
    places[0::2], places[1::2] = every[1::4], every[2::4]
    return Words(
        " ".join(found),
        _strengths(in_file, length / _AVERAGE_FILE),
        array("H", map(len, rows)).tobytes(),
        bytes(places),
        every[0::4] if sys.byteorder == "little" else every[3::4],
    )


def message(words: Iterable[str]) -> tuple[tuple[str, ...], bytes]:
    """The words of a commit message, once each, and how strongly it holds them."""
    counts: dict[str, int] = {}
    count_words(counts, words)
    return tuple(counts), _strengths(counts, sum(counts.values()) / _AVERAGE_MESSAGE)


def _strengths(counts: dict[str, int], length: float) -> bytes:
    """How strongly a text of so many average lengths holds each word; 0 for what it has not."""
    try:
        numbers = bytes(counts.values())
    except ValueError:  # one of them stands there very often
        numbers = bytes([min(count, _MOST) for count in counts.values()])
    return numbers.translate(_tables[min(round(length * _STEPS), 50 * _STEPS)])


class _Tables(dict[int, bytes]):
    """Strength by count for texts of about so many steps of an average length."""

    def __missing__(self, step: int) -> bytes:
        spread = _K1 * (1 - _B + _B * step / _STEPS)
        counts = [min(count, _MOST) for count in range(256)]
        strengths = [max(1, round(255 * count / (count + spread))) for count in counts]
        table = self[step] = bytes([0, *strengths[1:]])
        return table


_tables = _Tables()
