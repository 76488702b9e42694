"""Recognises the content of a memory in a reply, a change or a command: names, values, rare words."""

from __future__ import annotations

import re

from sightline.memory.vocabulary import roots
from sightline.model.memory import Memory
from sightline.store import memory_search
from sightline.store.sqlite.database import Database

# Names and values prove use by themselves; of rare words so many must appear, and this share.
FEWEST_NAMES, FEWEST_WORDS, LEAST_SHARE = 1, 3, 0.4
# A word is rare if at most this share of all memories, or this many, have it.
RARE_SHARE, RARE_COUNT = 0.05, 3
# Identifiers, options, paths, environment variables, and numbers with a unit or several digits.
_NAMES = (
    r"`([^`\n]{3,60})`|(?<![\w-])(--?[a-z][\w-]{2,}|[A-Z][A-Z0-9]*_[A-Z0-9_]+|\w+_\w+|[a-z]+[A-Z]\w+"
    r"|[\w-]+(?:/[\w.-]+)+|\w+\(\))|(\d{3,}|\d+(?:[.,]\d+)? ?(?:ms|s|min(?:utes)?|hours?|days?|[kmg]b|%))(?!\w)"
)


def is_used_in(database: Database, memory: Memory, text: str) -> bool:
    """Whether a text shows that a memory was used."""
    content = " ".join([memory.text, *(str(value) for value in memory.fields.values())])
    lower = text.lower()
    if sum(name.lower() in lower for name in names_in(content)) >= FEWEST_NAMES:
        return True
    own = set(roots(content))
    counts = memory_search.counts(database, own)
    limit = max(RARE_COUNT, RARE_SHARE * memory_search.totals(database).memories)
    rare = {word for word in own if len(word) > 3 and counts.get(word, 0) <= limit}
    shared = rare & set(roots(text))
    return len(shared) >= FEWEST_WORDS and len(shared) >= LEAST_SHARE * len(rare)


def names_in(text: str) -> list[str]:
    """The names and values of a text that are distinctive by their form."""
    return [next(filter(None, match)) for match in re.findall(_NAMES, text)]
