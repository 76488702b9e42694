"""Splits a file into the words of its symbols, and weights each word in the file and its symbols.

The weight is the term-frequency half of BM25 with fixed average lengths, so that a text is weighted
once and never again when others change; how rare a word is belongs to the search.
"""

import sys
from array import array
from collections import _count_elements as count_words  # type: ignore[attr-defined]
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain, islice, repeat
from typing import NamedTuple

from sightline.model.code import FileWords, Symbol
from sightline.model.indexed import CALLABLE
from sightline.text.words import code_words, name_words, spaced, spaced_words

# These kinds lie inside another symbol's own text; their words are split twice, up to this length.
VALUES = frozenset(("const", "variable", "field"))
LONGEST_VALUE = 2000

# How often a word counts that is part of a symbol's name, or of the path of a file.
NAME, PATH = 5, 2
_K1, _B = 1.2, 0.75
_AVERAGE_SYMBOL, _AVERAGE_FILE, _AVERAGE_MESSAGE = 120, 1500, 30
_MOST = 64
_STEPS = 8
# Texts longer than this many average lengths are weighted as if they had this length.
_LONGEST = 50
LONGEST_SYMBOL = _LONGEST * _AVERAGE_SYMBOL
# Symbols beyond this number in one file are not found by full text: positions have 16 bits.
MOST_SYMBOLS = 65_535

# A symbol's position and the weight of a word in it share one number: this is the position's unit.
_POSITION = 256

_tables: dict[int, bytes] = {}


class SymbolText(NamedTuple):
    """The words of one symbol's name, of its head (signature and doc) and of its body."""

    name: Sequence[str]
    head: list[str]
    body: list[str]


class Bodies(NamedTuple):
    """The words of each symbol's body, and the symbols whose bodies make up the file's text."""

    words: list[list[str]]
    parts: list[int]


class MessageWords(NamedTuple):
    """The unique words of a commit message with their weights."""

    words: tuple[str, ...]
    weights: bytes


def file_words(path: str, source: bytes, symbols: Sequence[Symbol]) -> FileWords:
    """The words of a file and of its symbols, weighted."""
    bodies = split_bodies(source, symbols)
    heads = split_heads(symbols)
    names = [name_words(symbol.name) for symbol in symbols]
    texts = [*map(SymbolText, names, heads, bodies.words)]
    return weigh_file(code_words(path), texts, bodies.parts)


def message_words(message: str) -> MessageWords:
    """The words of a commit message, weighted."""
    counts: dict[str, int] = {}
    count_words(counts, code_words(message))
    table = _table(sum(counts.values()) / _AVERAGE_MESSAGE)
    return MessageWords(tuple(counts), _weights(counts, table))


def split_bodies(source: bytes, symbols: Sequence[Symbol]) -> Bodies:
    """Split the text of every symbol into words; a parent may come after its members.

    A function owns all of its text; a class or module only what its functions and classes leave
    over, so that the best match is the smallest symbol that contains the words.
    """
    text = _SplitText(source)
    inside = _inside_callable(symbols)
    holes: list[list[tuple[int, int]]] = [[] for _ in symbols]
    for position, symbol in enumerate(symbols):
        if position and symbol.kind not in VALUES and not inside[position]:
            holes[_owner(symbols, symbol)].append((symbol.start, symbol.end))
    bodies, parts = [], []
    for position, symbol in enumerate(symbols):
        kind, start, end = symbol.kind, symbol.start, symbol.end
        if kind in VALUES:
            bodies.append(text.words(start, min(end, start + LONGEST_VALUE)))
            continue
        if holes[position] and kind not in CALLABLE:
            body = text.words_outside(start, end, holes[position])
        else:
            body = text.words(start, end)
        bodies.append(body)
        if not inside[position] and body:
            parts.append(position)
    return Bodies(bodies, parts)


def split_heads(symbols: Sequence[Symbol]) -> list[list[str]]:
    """Split every symbol's signature and doc into words."""
    heads = [
        f"{symbol.signature}\n{symbol.doc}" if symbol.doc else symbol.signature
        for symbol in symbols
    ]
    text = "".join(heads)
    if not text.isascii():
        return [*map(code_words, heads)]
    # Preparing all of them at once is faster.
    text = spaced(text.encode())
    words, start = [], 0
    for head in heads:
        end = start + len(head)
        words.append(spaced_words(text[start:end]))
        start = end
    return words


def _inside_callable(symbols: Sequence[Symbol]) -> list[bool]:
    inside = [False] * len(symbols)
    for position, symbol in enumerate(symbols):
        parent = symbol.parent
        if parent >= 0:
            inside[position] = inside[parent] or symbols[parent].kind in CALLABLE
    return inside


def _owner(symbols: Sequence[Symbol], inner: Symbol) -> int:
    """The nearest ancestor that owns words and whose text contains this symbol.

    A method may belong to a type that is defined elsewhere (Go, Rust), which does not contain it.
    """
    position = inner.parent
    while position > 0:
        symbol = symbols[position]
        if symbol.kind not in VALUES and symbol.start <= inner.start and inner.end <= symbol.end:
            break
        position = symbol.parent
    return max(position, 0)


class _SplitText:
    """The words between byte positions of a source, which is prepared for splitting only once."""

    def __init__(self, source: bytes) -> None:
        self._spaced = spaced(source)

    def words(self, start: int, end: int) -> list[str]:
        """The words from start to end."""
        return spaced_words(self._spaced[start:end])

    def words_outside(self, start: int, end: int, holes: list[tuple[int, int]]) -> list[str]:
        """The words from start to end outside the holes, which are in order."""
        pieces = []
        for first, last in holes:
            if first > start:
                pieces.append(self._spaced[start:first])
            start = max(start, last)
        if start < end:
            pieces.append(self._spaced[start:end])
        return spaced_words(" ".join(pieces))


def weigh_file(path: list[str], symbols: Sequence[SymbolText], parts: Iterable[int]) -> FileWords:
    """Weight the words of a file's path and of its symbols.

    `parts` are the symbols whose bodies make up the file's text.
    """
    path_counts: dict[str, int] = {}
    count_words(path_counts, path)
    # Every symbol has the words of the path, so these need no rows of their own until the end.
    width = len(path_counts)
    path_weights: list[bytes] = []
    # By word: a symbol's position and the word's weight in it, in one number.
    rows: defaultdict[str, list[int]] = defaultdict(list)
    here = 0
    for name, head, body in symbols[:MOST_SYMBOLS]:
        counts = path_counts.copy()
        count_words(counts, body)
        count_words(counts, head)
        for word in name:
            counts[word] = counts.get(word, 0) + NAME
        weights = _weights(counts, _symbol_tables[min(len(body), LONGEST_SYMBOL)])
        path_weights.append(weights[:width])
        for word, weight in zip(islice(counts, width, None), weights[width:], strict=True):
            rows[word].append(here + weight)
        here += _POSITION
    whole = dict.fromkeys(chain(path_counts, rows), 0)
    bodies = [symbols[part].body for part in parts]
    count_words(whole, path * PATH)
    count_words(whole, chain.from_iterable(bodies))
    for word in islice(whole, width + len(rows), None):
        rows[word]  # words of symbols beyond MOST_SYMBOLS get an empty row
    table = _table(sum(map(len, bodies)) / _AVERAGE_FILE)
    return _packed_words(whole, width, table, path_weights, rows.values())


def _packed_words(
    whole: dict[str, int],
    width: int,
    table: bytes,
    path_weights: list[bytes],
    rows: Iterable[list[int]],
) -> FileWords:
    """Pack the counts of a file; its first `width` words are those of the path: all symbols have them."""
    symbols = len(path_weights)
    of_path = b"".join(path_weights)
    packed = array("I", chain.from_iterable(rows)).tobytes()
    positions = bytearray(len(packed) // 2)
    # The middle bytes of each number are the position, whatever the byte order.
    positions[0::2], positions[1::2] = packed[1::4], packed[2::4]
    weights = packed[0::4] if sys.byteorder == "little" else packed[3::4]
    return FileWords(
        words=" ".join(whole),
        file_weights=_weights(whole, table),
        counts=array("H", chain(repeat(symbols, width), map(len, rows))).tobytes(),
        positions=array("H", range(symbols)).tobytes() * width + positions,
        weights=b"".join([*(of_path[word::width] for word in range(width)), weights]),
    )


def _weights(counts: dict[str, int], table: bytes) -> bytes:
    """The weight of each word by its count; 0 for a count of 0."""
    try:
        numbers = bytes(counts.values())
    except ValueError:  # a count beyond 255
        numbers = bytes([min(count, _MOST) for count in counts.values()])
    return numbers.translate(table)


def _table(length: float) -> bytes:
    """Weights by count for texts of about this many average lengths."""
    step = min(round(length * _STEPS), _LONGEST * _STEPS)
    table = _tables.get(step)
    if table is None:
        spread = _K1 * (1 - _B + _B * step / _STEPS)
        weights = [max(1, round(255 * count / (count + spread))) for count in range(1, _MOST + 1)]
        table = _tables[step] = bytes([0, *weights, *weights[-1:] * (255 - _MOST)])
    return table


class _SymbolTables(dict[int, bytes]):
    """The weight tables of symbols by their number of words."""

    def __missing__(self, length: int) -> bytes:
        table = self[length] = _table(length / _AVERAGE_SYMBOL)
        return table


_symbol_tables = _SymbolTables()
