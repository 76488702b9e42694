"""The words of a file and of its symbols, weighed."""

from collections.abc import Sequence

from sightline.index import texts, weigh
from sightline.model.code import Symbol
from sightline.model.reading import Words
from sightline.text.words import code_words, name_words


def words(path: str, source: bytes, symbols: Sequence[Symbol]) -> Words:
    """The words of a file, split and weighed part by part."""
    split = texts.split(source, symbols)
    heads = texts.heads(symbols)
    names = [name_words(symbol[0]) for symbol in symbols]
    said = list(zip(names, heads, split.bodies, strict=True))
    return weigh.file(code_words(path), said, split.parts)
