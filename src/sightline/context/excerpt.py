"""Long bodies cut to the lines that matter, with what was left out marked; never rewritten."""

from __future__ import annotations

from sightline.text.tokens import estimate_tokens
from sightline.text.words import split_identifier, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

# The signature and the beginning of the doc comment always stay.
HEAD_LINES = 4
AROUND = 2


def excerpt(text: str, wanted: Collection[str], tokens: int) -> str:
    """The whole text if it fits, else its head and the lines about the wanted words."""
    if estimate_tokens(text) <= tokens:
        return text
    lines = text.splitlines()
    scores = [_score(line, wanted) for line in lines]
    order = sorted(range(HEAD_LINES, len(lines)), key=lambda at: (-_near(scores, at), at))
    kept = set(range(min(HEAD_LINES, len(lines))))
    shown = _with_gaps(lines, kept)
    if estimate_tokens(shown) > tokens:
        return lines[0] if estimate_tokens(lines[0]) <= tokens else ""
    for at in order:
        if scores and _near(scores, at) <= 0 and len(kept) > HEAD_LINES:
            break
        more = kept | set(range(max(0, at - AROUND), min(len(lines), at + AROUND + 1)))
        longer = _with_gaps(lines, more)
        if estimate_tokens(longer) > tokens:
            break
        kept, shown = more, longer
    return shown


def _score(line: str, wanted: Collection[str]) -> float:
    found = set()
    for word in words(line):
        found.add(word)
        found.update(split_identifier(word))
    return float(sum(word in wanted for word in found))


def _near(scores: list[float], at: int) -> float:
    window = scores[max(0, at - 1) : at + 2]
    return scores[at] + 0.3 * sum(window)


def _with_gaps(lines: list[str], kept: set[int]) -> str:
    """The kept lines in their order; each gap says how many lines are missing."""
    shown: list[str] = []
    last = -1
    for at in sorted(kept):
        if at > last + 1:
            shown.append(_gap(lines, at, at - last - 1))
        shown.append(lines[at])
        last = at
    if last + 1 < len(lines):
        shown.append(_gap(lines, last, len(lines) - last - 1))
    return "\n".join(shown)


def _gap(lines: list[str], near: int, count: int) -> str:
    indent = lines[near][: len(lines[near]) - len(lines[near].lstrip())]
    return f"{indent}[{count} {'line' if count == 1 else 'lines'} left out]"
