"""Splits a text into the word pieces that the sentence model was trained on, as numbers.

Lower case without accents; every punctuation mark and CJK character stands alone; a word that is
not in the vocabulary is split into the longest pieces that are.
"""

import os
import unicodedata
from collections.abc import Iterator, Mapping

VOCABULARY = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vocabulary.txt")
# A text begins and ends with a mark; a word that cannot be split is unknown.
START, END, UNKNOWN = "[CLS]", "[SEP]", "[UNK]"
# Marks a piece that continues a word.
CONTINUES = "##"
LONGEST_WORD = 100
# CJK ideographs, by the first and last code point of each block.
_IDEOGRAPHS = ((0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0x20000, 0x2FA1F))


def load_vocabulary() -> dict[str, int]:
    """The number of every word piece."""
    with open(VOCABULARY, encoding="utf-8") as file:
        return {piece: number for number, piece in enumerate(file.read().split("\n"))}


def piece_numbers(text: str, vocabulary: Mapping[str, int], most: int) -> list[int]:
    """The numbers of a text's word pieces between the marks of start and end, `most` in all."""
    numbers = [vocabulary[START]]
    for word in split_words(text):
        numbers += [vocabulary[piece] for piece in _pieces(word, vocabulary)]
        if len(numbers) >= most:
            break
    return [*numbers[: most - 1], vocabulary[END]]


def split_words(text: str) -> Iterator[str]:
    """The words, punctuation marks and ideographs of a text, in lower case and without accents."""
    word = ""
    for character in unicodedata.normalize("NFD", text.lower()):
        category = unicodedata.category(character)
        if category[0] == "Z" or character in "\t\n\r":
            alone = ""
        elif category == "Mn" or category[0] == "C":  # accents and control characters
            continue
        elif _stands_alone(character, category):
            alone = character
        else:
            word += character
            continue
        if word:
            yield word
            word = ""
        if alone:
            yield alone
    if word:
        yield word


def _stands_alone(character: str, category: str) -> bool:
    if character.isascii():
        return not character.isalnum()
    code = ord(character)
    return category[0] == "P" or any(first <= code <= last for first, last in _IDEOGRAPHS)


def _pieces(word: str, vocabulary: Mapping[str, int]) -> list[str]:
    """The longest pieces of the vocabulary that make up a word, or the one for unknown words."""
    if len(word) > LONGEST_WORD:
        return [UNKNOWN]
    pieces = []
    start = 0
    while start < len(word):
        mark = CONTINUES if start else ""
        for end in range(len(word), start, -1):
            piece = mark + word[start:end]
            if piece in vocabulary:
                break
        else:
            return [UNKNOWN]
        pieces.append(piece)
        start = end
    return pieces
