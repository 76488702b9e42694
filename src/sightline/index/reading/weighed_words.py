"""The words of a file and of its symbols, weighed."""

from collections.abc import Sequence

from sightline.index.reading import symbol_words, word_weights
from sightline.model.code import Symbol
from sightline.model.reading import Words
from sightline.text.words import code_words, name_words


def words(path: str, source: bytes, symbols: Sequence[Symbol]) -> Words:
    """The words of a file, split and weighed part by part."""
    split = symbol_words.split(source, symbols)
    heads = symbol_words.heads(symbols)
    names = [name_words(symbol[0]) for symbol in symbols]
    said = list(zip(names, heads, split.bodies, strict=True))
    return word_weights.file(code_words(path), said, split.parts)
