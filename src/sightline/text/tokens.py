"""How many tokens a text costs: our estimate for our own budgets, and the documented ones."""

import re

_PIECE: re.Pattern[str] | None = None


def estimate_tokens(text: str) -> int:
    """About how many tokens a model counts, for code and prose alike (ruling 37)."""
    global _PIECE
    if not text:
        return 0
    if _PIECE is None:
        # Words with their space, numbers, runs of marks, indentation; all else by character.
        _PIECE = re.compile(r" ?[A-Za-z]+|[0-9]{1,3}|\s+|[!-/:-@\[-`{-~]+|[^\x00-\x7f]")
    total = 0.0
    for piece in _PIECE.findall(text):
        first = piece[-1]
        if first.isalpha():
            total += 1.0 if len(piece) < 9 else len(piece) / 6.0
        elif first.isspace():
            total += 0.0 if piece == " " else 1.0
        else:
            total += 1.0 if len(piece) < 4 else len(piece) / 2.5
    return max(1, round(total))


def chars_over_four(text: str) -> int:
    """LO-11: characters divided by four, rounded down."""
    return len(text) // 4


def bytes_over_four(text: str) -> int:
    """PC-2: UTF-8 bytes divided by four, plus one; 1 for nothing."""
    return len(text.encode("utf-8", "surrogatepass")) // 4 + 1 if text else 1


def capsule_cost(*texts: str, extra: int = 0) -> int:
    """FO-19, FO-21: characters (and `extra`) divided by four, rounded up."""
    return -(-(sum(map(len, texts)) + extra) // 4)
