"""How strongly a file and each of its symbols hold their words: counts, weighed by place and length.

The term-frequency half of BM25, with fixed average lengths, so that a text is weighed once and
never again when others change; the other half, how rare a word is, belongs to the search.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence

from sightline.model.reading import Words

# How often a word counts that stands in a symbol's name, in its signature, doc or path, and
# in the path of a file.
NAME, HEAD, PATH = 5, 1, 2
_K1, _B = 1.2, 0.75
_AVERAGE_SYMBOL, _AVERAGE_FILE, _AVERAGE_MESSAGE = 120, 1500, 30
_MOST = 64
_STEPS = 8
# No more symbols of one file are searched by their words.
_SYMBOLS = 65_535

_tables: dict[int, bytes] = {}


def file(path: str, symbols: Sequence[tuple[str, str, str]], parts: Iterable[int]) -> Words:
    """The words of a file, from those of its path and of its symbols' names, heads and bodies.

    `parts` are the symbols whose bodies make up the file's text.
    """
    whole = Counter(" ".join([symbols[part][2] for part in parts]).split())
    table = _table(whole.total() / _AVERAGE_FILE)
    for word in path.split():
        whole[word] += PATH
    found: dict[str, tuple[array[int], bytearray]] = {}
    for place, (name, head, body) in enumerate(symbols[:_SYMBOLS]):
        counts, strengths = _symbol(name, head, body)
        for word, count in counts.items():
            row = found.get(word)
            if row is None:
                row = found[word] = (array("H"), bytearray())
            row[0].append(place)
            row[1].append(strengths[count if count < _MOST else _MOST])
    for word in whole:
        if word not in found:
            found[word] = (array("H"), bytearray())
    in_file = [whole[word] for word in found]
    return Words(
        " ".join(found),
        bytes([table[count if count < _MOST else _MOST] if count else 0 for count in in_file]),
        array("H", [len(row[1]) for row in found.values()]).tobytes(),
        b"".join([row[0].tobytes() for row in found.values()]),
        b"".join([row[1] for row in found.values()]),
    )


def message(words: Iterable[str]) -> tuple[tuple[str, ...], bytes]:
    """The words of a commit message, once each, and how strongly it holds them."""
    counts = Counter(words)
    table = _table(counts.total() / _AVERAGE_MESSAGE)
    return tuple(counts), bytes([table[min(count, _MOST)] for count in counts.values()])


def _symbol(name: str, head: str, body: str) -> tuple[Counter[str], bytes]:
    counts = Counter(body.split())
    table = _table(counts.total() / _AVERAGE_SYMBOL)
    for word in head.split():
        counts[word] += HEAD
    for word in name.split():
        counts[word] += NAME
    return counts, table


def _table(length: float) -> bytes:
    """Strength by count for texts of about this many average lengths."""
    step = min(round(length * _STEPS), 50 * _STEPS)
    table = _tables.get(step)
    if table is None:
        spread = _K1 * (1 - _B + _B * step / _STEPS)
        strengths = [count / (count + spread) for count in range(_MOST + 1)]
        table = _tables[step] = bytes([max(1, round(255 * strength)) for strength in strengths])
    return table
