"""Tells keys, hashes and encoded blobs from names, so that no full text holds them (ruling 38)."""

import re

# Shorter words are never judged: too many names look odd.
SHORTEST = 16
_LONGEST = 80
_PIECE: re.Pattern[str] | None = None
_HARD: re.Pattern[str] | None = None


def looks_random(word: str) -> bool:
    """Whether a long word reads like a key rather than a name."""
    if len(word) < SHORTEST or not word.isascii():
        return False
    for segment in word.split("_"):
        if len(segment) >= SHORTEST and _segment_looks_random(segment):
            return True
    return False


def _segment_looks_random(segment: str) -> bool:
    if len(segment) > _LONGEST:
        return True
    pieces = _pieces(segment)
    digits = any(piece.isdigit() for piece in pieces)
    if digits and not set(segment.lower()) - set("0123456789abcdef"):
        return True
    if len(pieces) * 5 > len(segment) * 2:
        return True
    return any(_hard(piece) for piece in pieces)


def _pieces(segment: str) -> list[str]:
    global _PIECE
    if _PIECE is None:
        _PIECE = re.compile("[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
    return _PIECE.findall(segment)


def _hard(piece: str) -> bool:
    """More consonants in a row than any word has."""
    global _HARD
    if _HARD is None:
        _HARD = re.compile("[bcdfghjklmnpqrstvwxz]{8,}")
    return _HARD.search(piece.lower()) is not None
