"""Keywords of a tool call, as the fact engine documents them (PC-3). Prompts: see words."""

from __future__ import annotations

import re
from itertools import pairwise

from sightline.text.word_lists import FUNCTION_WORDS
from sightline.text.words import folded, shape


def extract_keywords(text: str) -> list[str]:
    """The lower-case words of at least three bytes, camelCase and snake_case split, once each."""
    found: dict[str, None] = {}
    for word in re.compile(r"[^\W_]+").findall(text):
        for part in _camel_parts(word):
            lower = folded(part)
            if len(lower.encode("utf-8", "surrogatepass")) > 2 and lower not in FUNCTION_WORDS:
                found[lower] = None
    return list(found)


def _camel_parts(word: str) -> list[str]:
    """Cut before an upper after a lower letter, and before the last upper of an acronym."""
    if word.islower() or word.isupper():
        return [word]
    camel = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
    cuts = [0, *(match.start() for match in camel.finditer(shape(word))), len(word)]
    return [word[a:b] for a, b in pairwise(cuts)]
