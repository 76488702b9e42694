"""Keywords of a prompt and how many of them a memory has (LO-6..LO-9, rulings 9, 10, 67)."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence

from sightline.memory.search_terms import roots
from sightline.text.word_root import root
from sightline.text.words import rarest

MOST_KEYWORDS = 10
GOAL_WORDS = frozenset(("goal", "goals", "mission", "missions", "milestone", "milestones"))
SYNONYMS_FILE = "synonyms.yaml"
# LO-8: what the file holds until someone edits it.
SYNONYMS = """\
# A keyword on the left matches any word on the right. Edit freely: one line each.
deploy: deploy, ci, pipeline
test: test, testing, ci
auth: auth, authentication, security
"""

# The same, read.
DOCUMENTED = {
    "deploy": ("deploy", "ci", "pipeline"),
    "test": ("test", "testing", "ci"),
    "auth": ("auth", "authentication", "security"),
}


def keywords(words: Sequence[str], counts: Mapping[str, int]) -> list[str]:
    """LO-7: the rarest ten of a prompt's words by their document counts."""
    return rarest(words, counts, MOST_KEYWORDS)


def asks_for_goals(words: Sequence[str]) -> bool:
    """LO-5, ruling 11: goals are recalled only when a prompt says goal, mission or milestone."""
    return not GOAL_WORDS.isdisjoint(words)


def load_synonyms(config_home: str) -> dict[str, tuple[str, ...]]:
    """The user's synonyms, or the documented ones where there is no file."""
    try:
        with open(os.path.join(config_home, SYNONYMS_FILE), encoding="utf-8") as file:
            text = file.read(100_000)
    except (OSError, UnicodeDecodeError):
        return dict(DOCUMENTED)
    return parse_synonyms(text)


def parse_synonyms(text: str) -> dict[str, tuple[str, ...]]:
    """`word: other, another` per line, with or without brackets; other lines are passed over."""
    found = {}
    for line in text.splitlines():
        head, colon, rest = line.partition("#")[0].partition(":")
        if colon and head.strip():
            words = [word.strip(" \t[]\"'").lower() for word in rest.split(",")]
            found[root(head.strip(" \t-\"'").lower())] = tuple(word for word in words if word)
    return found


def expansions(words: Sequence[str], synonyms: Mapping[str, Sequence[str]]) -> list[frozenset[str]]:
    """For each keyword the roots that count as it: its own, and those of its synonyms."""
    found = []
    for word in words:
        forms = {root(word), *roots(word)}
        for other in synonyms.get(root(word), ()):
            forms |= {root(other), *roots(other)}
        found.append(frozenset(forms))
    return found


def count_matches(wanted: Sequence[frozenset[str]], words: Collection[str]) -> int:
    """How many keywords match: each by itself or any of its synonyms (ruling 10)."""
    return len([forms for forms in wanted if not forms.isdisjoint(words)])


def project_of(cwd: str, workspace: str) -> str:
    """LO-6: the first part of the path below the workspace root; empty outside of it."""
    inside = os.path.relpath(cwd, workspace) if cwd and workspace else ".."
    first = inside.replace("\\", "/").split("/")[0]
    return "" if first in ("..", ".") else first
