"""The words of a file and of its symbols, weighed: by compiled code where there is any.

Both ways give the same bytes; which one it is shows only in the time it takes.
"""

from collections.abc import Callable, Sequence

from sightline.index import texts, weigh
from sightline.model.code import Symbol
from sightline.model.reading import Words
from sightline.text.words import code_words, name_words, piece_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    Weighing = Callable[[str, bytes, Sequence[Symbol]], Words]


def in_python(path: str, source: bytes, symbols: Sequence[Symbol]) -> Words:
    """The words of a file, split and weighed part by part."""
    split = texts.split(source, symbols)
    heads = texts.heads(symbols)
    names = [name_words(symbol[0]) for symbol in symbols]
    said = list(zip(names, heads, split.bodies, strict=True))
    return weigh.file(code_words(path), said, split.parts)


def _compiled() -> "Weighing | None":
    try:
        from sightline.native.weighing import Weigher
    except ImportError:
        return None
    weigher = Weigher(
        texts.CALLABLE,
        texts.VALUES,
        texts.LONGEST_VALUE,
        weigh.symbol_tables,
        weigh.LONGEST_SYMBOL,
        weigh.file_table,
        weigh.NAME,
        weigh.PATH,
        piece_words,
    )

    def weighed(path: str, source: bytes, symbols: Sequence[Symbol]) -> Words:
        if len(symbols) > weigh.MOST_SYMBOLS:
            return in_python(path, source, symbols)
        return Words._make(weigher.weigh(code_words(path), source, [*symbols]))

    return weighed


compiled = _compiled()
words = compiled or in_python
