"""Estimates how many tokens a text costs: our own estimate, and two documented formulas."""

from __future__ import annotations

import re

# The cost of a piece of text by its class, fitted on code in ten languages and prose in eight to the
# mean of three tokenizers (benchmarks/tokens.py); single spaces cost nothing.
COSTS = {
    "letter": 1.11,
    "short word": 1.04,
    "word": 0.88,
    "long word": 1.21,
    "longer word": 1.53,
    "longest word": 3.1,
    "capital": 1.0,
    "two capitals": 0.38,
    "capitals": 1.35,
    "many capitals": 1.53,
    "number": 1.38,
    "mark": 0.78,
    "two marks": 0.95,
    "three marks": 1.15,
    "many marks": 1.87,
    "underscore": 0.66,
    "line end": 1.0,
    "indented line": 1.4,
    "gap": 1.48,
    "latin": 1.65,
    "alphabet": 0.43,
    "han": 0.9,
    "kana": 0.88,
    "hangul": 1.15,
    "other": 1.12,
}
# The most frequent pieces come first, which only matters for speed.
_PIECE_SOURCE = (
    r"[a-z]+|[!-/:-@\[-^`{-~]+|_+|[A-Z][a-z]+|\n+[ \t]*|[A-Z]+(?![a-z])|[A-Z]+|[0-9]{1,3}"
    r"|[ \t]{2,}|[^\x00-\x7f]"
)
_MEMO_LIMIT = 50_000
_WORDS = ((2, "letter"), (4, "short word"), (8, "word"), (11, "long word"), (14, "longer word"))
_CAPITALS = ((2, "capital"), (3, "two capitals"), (5, "capitals"))
_MARKS = ((2, "mark"), (3, "two marks"), (4, "three marks"))
_SCRIPTS = (
    *((0x80, 0x250, "latin"), (0x250, 0x700, "alphabet"), (0x3040, 0x3100, "kana")),
    *((0x3400, 0xA000, "han"), (0xAC00, 0xD7B0, "hangul")),
)


class _Costs(dict[str, float]):
    """A cache of costs by piece."""

    def __missing__(self, piece: str) -> float:
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        cost = self[piece] = COSTS[piece_class(piece)]
        return cost


_costs = _Costs()


def estimate_tokens(text: str) -> int:
    """About how many tokens a model counts, for code and prose (ruling 37)."""
    return max(1, round(sum(map(_costs.__getitem__, pieces(text))))) if text else 0


def pieces(text: str) -> list[str]:
    """The pieces a text is split into for counting."""
    return re.compile(_PIECE_SOURCE).findall(text)


def piece_class(piece: str) -> str:
    """The class in COSTS of a piece."""
    first, length = piece[0], len(piece)
    if not first.isascii():
        code = ord(first)
        return next((name for low, high, name in _SCRIPTS if low <= code < high), "other")
    if piece[-1].islower():
        return next((name for limit, name in _WORDS if length < limit), "longest word")
    if first.isupper():
        return next((name for limit, name in _CAPITALS if length < limit), "many capitals")
    if first.isdigit():
        return "number"
    if first == "\n":
        return "line end" if piece[-1] == "\n" else "indented line"
    if first in " \t":
        return "gap"
    if first == "_":
        return "underscore"
    return next((name for limit, name in _MARKS if length < limit), "many marks")


def bytes_over_four(text: str) -> int:
    """PC-2: UTF-8 bytes divided by four, plus one; 1 for nothing."""
    return len(text.encode("utf-8", "surrogatepass")) // 4 + 1 if text else 1


def capsule_cost(*texts: str, extra: int = 0) -> int:
    """FO-19, FO-21: characters (and `extra`) divided by four, rounded up."""
    return -(-(sum(map(len, texts)) + extra) // 4)
