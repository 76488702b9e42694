"""Numbers with their nouns, as people read them."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 file, 2,929 files, 3 memories."""
    if number == 1:
        return f"1 {noun}"
    plural = noun[:-1] + "ies" if noun.endswith("y") else noun + "s"
    return f"{number:,} {plural}"
