"""Prompts as stems for the topic forest (FG-9, ruling 3). Code goes through words instead."""

from __future__ import annotations

import re

from sightline.text.stem import stem
from sightline.text.word_lists import TOPIC_STOP_WORDS
from sightline.text.words import cjk_pieces, folded


def tokenise(text: str) -> list[str]:
    """The stems of a prompt, in order, repeats kept."""
    return [stemmed for stemmed, _ in surface_forms(text)]


def surface_forms(text: str) -> list[tuple[str, str]]:
    """Each stem beside the word it came from, so that a label can show `session`, not `ses`."""
    found = []
    for word in re.compile(r"[\w-]+").findall(folded(text)):
        for piece in (word,) if word.isascii() else cjk_pieces(word):
            if piece in TOPIC_STOP_WORDS:
                continue
            stemmed = stem(piece)
            if len(stemmed) > 1 or not stemmed.isascii():
                found.append((stemmed, piece))
    return found
