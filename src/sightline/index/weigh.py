"""How strongly a file and each of its symbols hold their words: counts, weighed by place and length.

The term-frequency half of BM25, with fixed average lengths, so that a text is weighed once and
never again when others change; the other half, how rare a word is, belongs to the search.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import chain

from sightline.model.reading import Words

# The words of a symbol's name, of its head (signature, doc and path) and of its body.
Texts = tuple[list[str], list[str], list[str]]

# How often a word counts that stands in a symbol's name, and in the path of a file.
NAME, PATH = 5, 2
_K1, _B = 1.2, 0.75
_AVERAGE_SYMBOL, _AVERAGE_FILE, _AVERAGE_MESSAGE = 120, 1500, 30
_MOST = 64
_STEPS = 8
# No more symbols of one file are searched by their words.
_SYMBOLS = 65_535

_tables: dict[int, bytes] = {}


def file(path: list[str], symbols: Sequence[Texts], parts: Iterable[int]) -> Words:
    """The words of a file, from those of its path and of its symbols' names, heads and bodies.

    `parts` are the symbols whose bodies make up the file's text.
    """
    whole = Counter(chain.from_iterable([symbols[part][2] for part in parts]))
    table = _table(whole.total() / _AVERAGE_FILE)
    for word in path:
        whole[word] += PATH
    # Each entry is a symbol's place and how strongly it holds the word, in one number.
    found: defaultdict[str, list[int]] = defaultdict(list)
    for place, (name, head, body) in enumerate(symbols[:_SYMBOLS]):
        counts, strengths = _symbol(name, head, body)
        here = place << 8
        for word, count in counts.items():
            found[word].append(here | strengths[count if count < _MOST else _MOST])
    for word in whole:
        found[word]
    rows = found.values()
    in_file = [whole[word] for word in found]
    every = list(chain.from_iterable(rows))
    return Words(
        " ".join(found),
        bytes([table[count if count < _MOST else _MOST] if count else 0 for count in in_file]),
        array("H", [len(row) for row in rows]).tobytes(),
        array("H", [entry >> 8 for entry in every]).tobytes(),
        bytes([entry & 255 for entry in every]),
    )


def message(words: Iterable[str]) -> tuple[tuple[str, ...], bytes]:
    """The words of a commit message, once each, and how strongly it holds them."""
    counts = Counter(words)
    table = _table(counts.total() / _AVERAGE_MESSAGE)
    return tuple(counts), bytes([table[min(count, _MOST)] for count in counts.values()])


def _symbol(name: list[str], head: list[str], body: list[str]) -> tuple[Counter[str], bytes]:
    counts = Counter(body)
    counts.update(head)
    for word in name:
        counts[word] += NAME
    return counts, _table(len(body) / _AVERAGE_SYMBOL)


def _table(length: float) -> bytes:
    """Strength by count for texts of about this many average lengths."""
    step = min(round(length * _STEPS), 50 * _STEPS)
    table = _tables.get(step)
    if table is None:
        spread = _K1 * (1 - _B + _B * step / _STEPS)
        strengths = [count / (count + spread) for count in range(_MOST + 1)]
        table = _tables[step] = bytes([max(1, round(255 * strength)) for strength in strengths])
    return table
