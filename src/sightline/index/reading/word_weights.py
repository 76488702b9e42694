"""How strongly a file and each of its symbols hold their words: counts, weighed by place and length.

The term-frequency half of BM25, with fixed average lengths, so that a text is weighed once and
never again when others change; the other half, how rare a word is, belongs to the search.
"""

import sys
from array import array
from collections import _count_elements as count_words  # type: ignore[attr-defined]
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, islice, repeat

from sightline.model.reading import Words

# The words of a symbol's name, of its head (signature and doc) and of its body.
Texts = tuple[tuple[str, ...] | list[str], list[str], list[str]]

# How often a word counts that stands in a symbol's name, and in the path of a file.
NAME, PATH = 5, 2
_K1, _B = 1.2, 0.75
_AVERAGE_SYMBOL, _AVERAGE_FILE, _AVERAGE_MESSAGE = 120, 1500, 30
_MOST = 64
_STEPS = 8
# Beyond so many average lengths a text is not weighed any lighter.
_LONGEST = 50
LONGEST_SYMBOL = _LONGEST * _AVERAGE_SYMBOL
# No more symbols of one file are searched by their words.
MOST_SYMBOLS = 65_535

# A symbol's place and how strongly it holds a word, in one number: what a place counts there.
_PLACE = 256

_tables: dict[int, bytes] = {}


def file(path: list[str], symbols: Sequence[Texts], parts: Iterable[int]) -> Words:
    """The words of a file, from those of its path and of its symbols' names, heads and bodies.

    `parts` are the symbols whose bodies make up the file's text.
    """
    of_path: dict[str, int] = {}
    count_words(of_path, path)
    # Every symbol holds the words of the path, so these need no rows of their own until the end.
    width = len(of_path)
    path_strengths: list[bytes] = []
    # Each entry is a symbol's place and how strongly it holds the word, in one number.
    found: defaultdict[str, list[int]] = defaultdict(list)
    here = 0
    for name, head, body in symbols[:MOST_SYMBOLS]:
        counts = of_path.copy()
        count_words(counts, body)
        count_words(counts, head)
        for word in name:
            counts[word] = counts.get(word, 0) + NAME
        strengths = _strengths(counts, symbol_tables[min(len(body), LONGEST_SYMBOL)])
        path_strengths.append(strengths[:width])
        for word, strength in zip(islice(counts, width, None), strengths[width:], strict=True):
            found[word].append(here + strength)
        here += _PLACE
    whole = dict.fromkeys(chain(of_path, found), 0)
    bodies = [symbols[part][2] for part in parts]
    count_words(whole, path * PATH)
    count_words(whole, chain.from_iterable(bodies))
    for word in islice(whole, width + len(found), None):
        found[word]  # of a symbol beyond those that are searched
    return Words(
        " ".join(whole),
        _strengths(whole, file_table(sum(map(len, bodies)))),
        *_rows(path_strengths, width, found.values()),
    )


def _rows(
    path_strengths: list[bytes], width: int, rows: Iterable[list[int]]
) -> tuple[bytes, bytes, bytes]:
    """Counts, places and strengths, first those of a path's words, which every symbol holds."""
    symbols = len(path_strengths)
    of_path = b"".join(path_strengths)
    every = array("I", chain.from_iterable(rows)).tobytes()
    places = bytearray(len(every) // 2)
    # The middle bytes of each number are the place, in whichever order they come.
    places[0::2], places[1::2] = every[1::4], every[2::4]
    strengths = every[0::4] if sys.byteorder == "little" else every[3::4]
    return (
        array("H", chain(repeat(symbols, width), map(len, rows))).tobytes(),
        array("H", range(symbols)).tobytes() * width + places,
        b"".join([*(of_path[place::width] for place in range(width)), strengths]),
    )


def message(words: Iterable[str]) -> tuple[tuple[str, ...], bytes]:
    """The words of a commit message, once each, and how strongly it holds them."""
    counts: dict[str, int] = {}
    count_words(counts, words)
    return tuple(counts), _strengths(counts, _table(sum(counts.values()) / _AVERAGE_MESSAGE))


def _strengths(counts: dict[str, int], table: bytes) -> bytes:
    """How strongly a text holds each word; 0 for what it has not."""
    try:
        numbers = bytes(counts.values())
    except ValueError:  # one of them stands there very often
        numbers = bytes([min(count, _MOST) for count in counts.values()])
    return numbers.translate(table)


def file_table(length: int) -> bytes:
    """Strength by count for files of so many words."""
    return _table(length / _AVERAGE_FILE)


def _table(length: float) -> bytes:
    """Strength by count for texts of about this many average lengths."""
    step = min(round(length * _STEPS), _LONGEST * _STEPS)
    table = _tables.get(step)
    if table is None:
        spread = _K1 * (1 - _B + _B * step / _STEPS)
        strengths = [max(1, round(255 * count / (count + spread))) for count in range(1, _MOST + 1)]
        table = _tables[step] = bytes([0, *strengths, *strengths[-1:] * (255 - _MOST)])
    return table


class _SymbolTables(dict[int, bytes]):
    """The tables of symbols by the number of their words."""

    def __missing__(self, length: int) -> bytes:
        table = self[length] = _table(length / _AVERAGE_SYMBOL)
        return table


symbol_tables = _SymbolTables()
