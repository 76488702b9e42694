"""Prompts as stems for the topic forest (FG-9, ruling 3), by the documented stemmer (FG-10, FG-11).

The stemmer only knows English suffixes. Code is split by `text.words` instead.
"""

import re

from sightline.text.word_lists import TOPIC_STOP_WORDS
from sightline.text.words import cjk_pieces, folded

# Longest first, as documented; `er` is missing on purpose (server, container).
_SUFFIXES: dict[int, list[bytes]] = {}
for _suffix in (
    *("ization", "ising", "izing", "ional", "ment", "ness", "less", "able", "ible", "tion"),
    *("sion", "ling", "ally", "ful", "ous", "ive", "ing", "ed", "ly"),
):
    # Grouped by their last letter, because most words end in none of them.
    _SUFFIXES.setdefault(ord(_suffix[-1]), []).append(_suffix.encode())


def stem(word: str) -> str:
    """The stem of one lower-case word; lengths are in bytes, as documented."""
    if len(word) < 4 and word.isascii():
        return word
    raw = word.encode("utf-8", "surrogatepass")
    if len(raw) < 4:
        return word
    raw = _without_plural(raw)
    for suffix in _SUFFIXES.get(raw[-1], ()):
        if raw.endswith(suffix) and len(raw) > len(suffix) + 2:
            raw = raw[: -len(suffix)]
            break
    return raw.decode("utf-8", "surrogatepass")


def _without_plural(raw: bytes) -> bytes:
    if raw.endswith(b"ies") and len(raw) > 4:
        return raw[:-3] + b"y"
    if raw.endswith(b"es") and len(raw) > 4 and raw[-3:-2] != b"s":
        return raw[:-2]
    if raw.endswith(b"s") and raw[-2:-1] != b"s":
        return raw[:-1]
    return raw


def tokenise(text: str) -> list[str]:
    """The stems of a prompt, in order and with repetitions."""
    return [stemmed for stemmed, _ in surface_forms(text)]


def surface_forms(text: str) -> list[tuple[str, str]]:
    """Each stem with the word it came from, so that a label can show `session`, not `ses`."""
    forms = []
    for word in re.compile(r"[\w-]+").findall(folded(text)):
        for piece in (word,) if word.isascii() else cjk_pieces(word):
            if piece in TOPIC_STOP_WORDS:
                continue
            stemmed = stem(piece)
            if len(stemmed) > 1 or not stemmed.isascii():
                forms.append((stemmed, piece))
    return forms
