"""Compares two memories: whether they say the same, or may contradict each other. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from sightline.memory.vocabulary import roots, words_by_root
from sightline.model.memory import Memory

# LO's duplicate guard: this share of common words, for texts of at least so many words.
SAME_SHARE = 0.8
FEWEST_WORDS = 3
# A shared subject needs this many words in common that few memories have.
RARE_WORDS = 2
RARE_COUNT = 20

_NEGATIONS = frozenset(
    [
        "not",
        "no",
        "never",
        "avoid",
        "without",
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


_VALUE = (
    r"(?<![\w.])(\d+(?:[.,]\d+)?)[ -]?(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|h|hours?|days?|weeks?"
    r"|kb|mb|gb|bytes?|%|percent|retries|attempts|workers|connections|characters|tokens)(?!\w)"
)
_UNITS = {
    "m": ("seconds", 0.001),
    "millisecond": ("seconds", 0.001),
    "s": ("seconds", 1.0),
    "sec": ("seconds", 1.0),
    "second": ("seconds", 1.0),
    "min": ("seconds", 60.0),
    "minute": ("seconds", 60.0),
    "h": ("seconds", 3600.0),
    "hour": ("seconds", 3600.0),
    "day": ("seconds", 86400.0),
    "week": ("seconds", 604800.0),
    "byte": ("bytes", 1.0),
    "kb": ("bytes", 1e3),
    "mb": ("bytes", 1e6),
    "gb": ("bytes", 1e9),
    "percent": ("%", 1.0),
}
# Ways to write a value that exclude each other.
_FORMS = (
    ("integer cents", "cents", "decimals?", "floats?", "doubles?"),
    ("utc", "local time"),
    ("json", "xml", "yaml", "toml"),
    ("uuids?", "integer ids?", "sequential ids?"),
    ("npm", "yarn", "pnpm"),
)


def same_words(one: str, other: str) -> bool:
    """LO's duplicate guard: equal but for case, or at least 80 % of the words in common."""
    if " ".join(one.lower().split()) == " ".join(other.lower().split()):
        return True
    first, second = _words(one.lower()), _words(other.lower())
    if min(len(first), len(second)) < FEWEST_WORDS:
        return False
    if _numbers(first) != _numbers(second):
        return False  # "use port 9090" corrects "use port 8080"
    return len(first & second) / len(first | second) >= SAME_SHARE


def shared_subject(one: Memory, other: Memory, counts: Mapping[str, int]) -> str:
    """What both are about: a linked symbol, or two rare words; empty when nothing."""
    symbols = {link.name or link.path for link in one.links}
    common = sorted(symbols & {link.name or link.path for link in other.links})
    if common:
        return common[0]
    words = set(roots(one.text)) & set(roots(other.text))
    rare = sorted(word for word in words if counts.get(word, 0) <= RARE_COUNT)
    words_of = words_by_root(one.text)
    return (
        ", ".join(words_of.get(word, word) for word in rare[:3]) if len(rare) >= RARE_WORDS else ""
    )


def correction(one: str, other: str) -> str:
    """The differing numbers, if one text says the same as the other but for them; else empty."""
    first, second = _words(one.lower()), _words(other.lower())
    numbers, others = _numbers(first), _numbers(second)
    plain, compared = first - numbers, second - others
    if numbers == others or not numbers or not others or not plain | compared:
        return ""
    if len(plain & compared) / len(plain | compared) < SAME_SHARE:
        return ""
    return f"{', '.join(sorted(numbers - others))} against {', '.join(sorted(others - numbers))}"


def contradiction(one: str, other: str) -> str:
    """Why one text may contradict the other, in words; empty if it does not."""
    first, second = one.lower(), other.lower()
    words_1, words_2 = _words(first), _words(second)
    for left, right in _OPPOSITES:
        if (
            left in words_1 and right in words_2 and right not in words_1 and left not in words_2
        ) or (
            right in words_1 and left in words_2 and left not in words_1 and right not in words_2
        ):
            return f"{left} against {right}"
    if values := different_values(first, second):
        return values
    choice_1, choice_2 = _choice(first), _choice(second)
    swapped = (choice_1.chosen & choice_2.refused) | (choice_2.chosen & choice_1.refused)
    words = [word for root, word in words_by_root(first).items() if root in swapped]
    if words:
        return f"one takes {words[0]}, the other leaves it"
    negations_1, negations_2 = _negations(first, words_1), _negations(second, words_2)
    # "Cents, never floats" agrees with "cents": its negation belongs to the choice.
    chooses = choice_1.refused or choice_2.refused
    if bool(negations_1) != bool(negations_2) and not chooses:
        return f"only one says {sorted(negations_1 | negations_2)[0]!r}"
    return ""


def values_in(text: str) -> dict[str, str]:
    """The values a text states, in seconds or bytes where it is one, each as it is written."""
    values = {}
    for found in re.finditer(_VALUE, text):
        number, unit = found.groups()
        kind, factor = _UNITS.get(unit.rstrip("s") or "s", (unit.rstrip("s"), 1.0))
        values[f"{float(number.replace(',', '.')) * factor:g} {kind}"] = found[0]
    return values


def different_values(one: str, other: str) -> str:
    """How two texts about one thing differ in a value of the same kind, or in how it is written."""
    one, other = one.lower(), other.lower()
    first, second = values_in(one), values_in(other)
    for kind in sorted({value.split(" ", 1)[1] for value in first}):
        left = [value for value in first if value.endswith(f" {kind}")]
        right = [value for value in second if value.endswith(f" {kind}")]
        if left and right and set(left).isdisjoint(right):
            return f"{first[left[0]]} against {second[right[0]]}"
    for group in _FORMS:
        left_forms = [form for form in group if re.search(rf"\b{form}\b", one)]
        right_forms = [form for form in group if re.search(rf"\b{form}\b", other)]
        if left_forms and right_forms and not set(left_forms) & set(right_forms):
            return f"{left_forms[0]} against {right_forms[0]}".replace("s?", "s")
    return ""


def _words(text: str) -> set[str]:
    return set("".join(c if c.isalnum() else " " for c in text).split())


def _negations(text: str, words: set[str]) -> set[str]:
    """The words that deny or end something; "stop using", but not "stop words"."""
    ended = {"stop"} if re.search(r"\bstop (?:to|\w+ing)\b", text) else set()
    return words & _NEGATIONS | ended


def _numbers(words: set[str]) -> set[str]:
    return {word for word in words if any(character.isdigit() for character in word)}


class _Choice(NamedTuple):
    """The roots of what a text chooses, and of the alternative it refuses."""

    chosen: set[str]
    refused: set[str]


def _choice(text: str) -> _Choice:
    for mark in (" instead of ", " rather than ", " over ", ", not ", " never ", " not "):
        before, separator, after = text.partition(mark)
        if separator:
            chosen = set(roots(before)[-4:])
            # What is refused ends with its clause: "never run twice, a lock guards it".
            refused = set(roots(re.split(r"[,.;:]", after, maxsplit=1)[0])[:4])
            return _Choice(chosen - refused, refused - chosen)
    return _Choice(set(roots(text)), set())
