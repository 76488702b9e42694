"""Cuts a long body to what bears on the question; what is left out is marked, the rest verbatim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sightline.text.tokens import estimate_tokens
from sightline.text.words import code_words

LEFT_OUT = "[{count} {lines} left out]"
# Lines of a signature and of its doc comment that are always shown.
_HEAD_LINES = 8
_DOC_LINES = 2
# Less than a short line costs.
LEAST = 4
_QUOTES = ('"""', "'''", 'r"""', "/*", "///", "//", "#", "*")


def excerpt(text: str, words: Mapping[str, float], tokens: int) -> str:
    """The text whole if it costs at most so many tokens, else its head and its telling lines."""
    whole = estimate_tokens(text)
    if whole <= tokens:
        return text
    lines = text.split("\n")
    # By length: to estimate every line on its own takes as long as all the rest.
    share = whole / len(text)
    costs = [int(len(line) * share) + 2 for line in lines]
    shown = _head(lines)
    left = tokens - sum([costs[place] for place in shown]) - 8
    last = len(lines) - 1
    for place in _by_worth(lines, words):
        # One line around keeps what is shown readable.
        wanted = range(place - 1 if place else 0, (place if place == last else place + 1) + 1)
        new = [at for at in wanted if at not in shown]
        if not new:
            continue
        cost = sum([costs[at] for at in new])
        if len(new) == len(wanted):
            cost += 6  # another mark of what is left out
        if cost <= left:
            left -= cost
            shown.update(new)
        elif left < LEAST:
            break
    return _with_marks(lines, shown)


def _head(lines: Sequence[str]) -> set[int]:
    """The signature, and the first lines of a doc comment below it."""
    shown = {0}
    place = 0
    depth = 0
    for place, line in enumerate(lines[:_HEAD_LINES]):
        shown.add(place)
        depth += sum(line.count(mark) for mark in "([") - sum(line.count(mark) for mark in ")]")
        end = line.rstrip()
        if depth <= 0 and end.endswith((":", "{", "=>", "=")) and not end.lstrip().startswith("@"):
            break
    for at in range(place + 1, min(place + 1 + _DOC_LINES, len(lines))):
        if not lines[at].lstrip().startswith(_QUOTES) and at > place + 1:
            break
        if lines[at].lstrip().startswith(_QUOTES):
            shown.add(at)
    return shown


def _by_worth(lines: Sequence[str], words: Mapping[str, float]) -> list[int]:
    """Lines by what they and their neighbours hold of the question, the first lines on a tie."""
    asked = words.keys()
    own = [0.0, 0.0]
    for line in lines:
        met = asked & code_words(line)
        own.append(sum([words[word] for word in sorted(met)]) if met else 0.0)
    own += (0.0, 0.0)
    around = [
        own[at] + 0.5 * (own[at - 2] + own[at - 1] + own[at + 1] + own[at + 2])
        for at in range(2, len(own) - 2)
    ]
    order = range(len(lines))
    return sorted((at for at in order if lines[at].strip()), key=lambda at: (-around[at], at))


def _with_marks(lines: Sequence[str], shown: set[int]) -> str:
    out: list[str] = []
    missing = 0
    for place, line in enumerate([*lines, ""]):
        if place in shown or place == len(lines):
            if missing:
                after = out[-1] if out else ""
                indent = (line or after)[: len(line or after) - len((line or after).lstrip())]
                mark = LEFT_OUT.format(count=missing, lines="line" if missing == 1 else "lines")
                out.append(indent + mark)
                missing = 0
            if place < len(lines):
                out.append(line)
        else:
            missing += 1
    return "\n".join(out)


def indent_of(source: bytes | None, line: int) -> int:
    """How far in a line of a file begins."""
    lines = (source or b"").split(b"\n", line)
    if line > len(lines):
        return 0
    text = lines[line - 1]
    return len(text) - len(text.lstrip())


def dedented(text: str, indent: int) -> str:
    """The text of a symbol that stands indented, as if it stood at the margin."""
    if not indent:
        return text
    first, *rest = text.split("\n")
    return "\n".join([first, *(_less(line, indent) for line in rest)])


def _less(line: str, indent: int) -> str:
    blank = len(line) - len(line.lstrip())
    return line[min(indent, blank) :]
