"""Whether two memories say the same, or the opposite. Pure; names what it sees, decides nothing."""

from __future__ import annotations

from collections.abc import Mapping

from sightline.memory.vocabulary import roots, words_by_root
from sightline.model.memory import Memory

# LO's duplicate guard: this share of common words, unless there are hardly any words.
SAME_SHARE = 0.8
FEWEST_WORDS = 3
# Two words are rare enough together when few memories have each.
RARE_WORDS = 2
RARE_COUNT = 20

_AGAINST = frozenset(
    [
        "not",
        "no",
        "never",
        "avoid",
        "without",
        "stop",
        "drop",
        "remove",
        "disable",
        "forbid",
        "reject",
        "abandon",
        "revert",
        "deprecate",
        "instead",
        "don",
        "won",
        "shouldn",
        "mustn",
        "cannot",
        "nobody",
        "none",
    ]
)
_OPPOSITES = (
    *(("enable", "disable"), ("add", "remove"), ("allow", "deny"), ("always", "never")),
    *(("sync", "async"), ("synchronous", "asynchronous"), ("lazy", "eager"), ("lazily", "eagerly")),
    *(("local", "remote"), ("static", "dynamic"), ("public", "private"), ("merge", "split")),
    *(("increase", "decrease"), ("keep", "drop"), ("strict", "lenient"), ("push", "pull")),
    *(("mutable", "immutable"), ("optional", "required"), ("before", "after"), ("with", "without")),
    *(("single", "multiple"), ("accept", "reject"), ("tabs", "spaces"), ("start", "stop")),
)


def same_words(one: str, other: str) -> bool:
    """LO's duplicate guard: equal but for case, or at least 80 % of the words in common."""
    if " ".join(one.lower().split()) == " ".join(other.lower().split()):
        return True
    first, second = _words(one.lower()), _words(other.lower())
    if min(len(first), len(second)) < FEWEST_WORDS:
        return False
    return len(first & second) / len(first | second) >= SAME_SHARE


def shared_subject(one: Memory, other: Memory, counts: Mapping[str, int]) -> str:
    """What both are about: a linked symbol, or two rare words; empty when nothing."""
    symbols = {link.name or link.path for link in one.links}
    common = sorted(symbols & {link.name or link.path for link in other.links})
    if common:
        return common[0]
    words = set(roots(one.text)) & set(roots(other.text))
    rare = sorted(word for word in words if counts.get(word, 0) <= RARE_COUNT)
    said = words_by_root(one.text)
    return ", ".join(said.get(word, word) for word in rare[:3]) if len(rare) >= RARE_WORDS else ""


def other_way(one: str, other: str) -> str:
    """Why one text may point the other way than the other, in words; empty when it does not."""
    first, second = one.lower(), other.lower()
    words_1, words_2 = _words(first), _words(second)
    for left, right in _OPPOSITES:
        if (
            left in words_1 and right in words_2 and right not in words_1 and left not in words_2
        ) or (
            right in words_1 and left in words_2 and left not in words_1 and right not in words_2
        ):
            return f"{left} against {right}"
    chosen_1, refused_1 = _choice(first)
    chosen_2, refused_2 = _choice(second)
    swapped = (chosen_1 & refused_2) | (chosen_2 & refused_1)
    said = [word for root, word in words_by_root(first).items() if root in swapped]
    if said:
        return f"one takes {said[0]}, the other leaves it"
    against_1, against_2 = words_1 & _AGAINST, words_2 & _AGAINST
    if bool(against_1) != bool(against_2):
        return f"only one says {sorted(against_1 | against_2)[0]!r}"
    return ""


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text).split())


def _choice(text: str) -> tuple[set[str], set[str]]:
    """The words of what a text takes, and of what it leaves for it."""
    for mark in (" instead of ", " rather than ", " over ", ", not ", " not "):
        before, found, after = text.partition(mark)
        if found:
            taken = set(roots(before)[-4:])
            left = set(roots(after)[:4])
            return taken - left, left - taken
    return set(roots(text)), set()
