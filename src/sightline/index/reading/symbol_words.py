"""The words of a file's symbols for full text, each part of the file split into words once.

A function's words are all of its text; a class or module has only what its functions and
classes leave over, so that the best match is the smallest thing that says it.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sightline.model.code import Symbol
from sightline.model.indexed import CALLABLE
from sightline.text.words import code_words, spaced, spaced_words

# These own their whole text; what stands inside them is theirs too.
# These lie inside another symbol's own text and are read a second time, so not at any length.
VALUES = frozenset(("const", "variable", "field"))
LONGEST_VALUE = 2000


class Texts(NamedTuple):
    """Words of each symbol's body, in their order, and which of them make up the file's text."""

    bodies: list[list[str]]
    parts: list[int]


def split(source: bytes, symbols: Sequence[Symbol]) -> Texts:
    """The words of every symbol of a file, its module first; parents need not stand before."""
    text = _Text(source)
    inside = _inside_callable(symbols)
    holes: list[list[tuple[int, int]]] = [[] for _ in symbols]
    for place, symbol in enumerate(symbols):
        if place and symbol[2] not in VALUES and not inside[place]:
            holes[_owner(symbols, symbol)].append((symbol[5], symbol[6]))
    bodies, parts = [], []
    for place, symbol in enumerate(symbols):
        kind, start, end = symbol[2], symbol[5], symbol[6]
        if kind in VALUES:
            bodies.append(text.words(start, min(end, start + LONGEST_VALUE)))
            continue
        if holes[place] and kind not in CALLABLE:
            body = text.around(start, end, holes[place])
        else:
            body = text.words(start, end)
        bodies.append(body)
        if not inside[place] and body:
            parts.append(place)
    return Texts(bodies, parts)


def heads(symbols: Sequence[Symbol]) -> list[list[str]]:
    """The words of every symbol's signature and doc."""
    heads = [f"{symbol[3]}\n{symbol[4]}" if symbol[4] else symbol[3] for symbol in symbols]
    text = "".join(heads)
    if not text.isascii():
        return [*map(code_words, heads)]
    # Going over all of them at once is faster.
    text = spaced(text.encode())
    found, start = [], 0
    for head in heads:
        end = start + len(head)
        found.append(spaced_words(text[start:end]))
        start = end
    return found


def _inside_callable(symbols: Sequence[Symbol]) -> list[bool]:
    inside = [False] * len(symbols)
    for place, symbol in enumerate(symbols):
        parent = symbol[10]
        if parent >= 0:
            inside[place] = inside[parent] or symbols[parent][2] in CALLABLE
    return inside


def _owner(symbols: Sequence[Symbol], inner: Symbol) -> int:
    """The nearest symbol above that has words of its own and holds this one's text.

    A method may belong to a type that stands elsewhere (Go, Rust): then it is not that one.
    """
    place = inner[10]
    while place > 0:
        symbol = symbols[place]
        if symbol[2] not in VALUES and symbol[5] <= inner[5] and inner[6] <= symbol[6]:
            break
        place = symbol[10]
    return max(place, 0)


class _Text:
    """The words between byte positions of a source, which is gone over only once."""

    def __init__(self, source: bytes) -> None:
        self._spaced = spaced(source)

    def words(self, start: int, end: int) -> list[str]:
        """The words from start to end."""
        return spaced_words(self._spaced[start:end])

    def around(self, start: int, end: int, holes: list[tuple[int, int]]) -> list[str]:
        """The words from start to end without those of the holes, which are in order."""
        kept = []
        for first, last in holes:
            if first > start:
                kept.append(self._spaced[start:first])
            start = max(start, last)
        if start < end:
            kept.append(self._spaced[start:end])
        return spaced_words(" ".join(kept))
