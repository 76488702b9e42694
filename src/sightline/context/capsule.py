"""What goes into a capsule: the values that packing makes and rendering shows."""

from __future__ import annotations

from typing import NamedTuple

from sightline.model.indexed import IndexedSymbol

SENT_EARLIER = "(full body sent earlier in session)"


class CapsuleItem(NamedTuple):
    """A symbol in a capsule: with its body (a pivot) or as its signature."""

    symbol: IndexedSymbol
    line: int  # where its name stands now
    end_line: int
    signature: str
    body: str  # "" for what is shown as its signature
    is_pivot: bool
    tokens: int  # by the documented formula (FO-19)
    score: float
    parts: tuple[tuple[str, float], ...]
    hash: str = ""  # of the body, for what the assistant still has
    notes: tuple[tuple[str, str], ...] = ()  # called by, tested by, changed
    changed: bool = False  # since it was indexed: only the signature is known to hold
    spared: int = 0  # tokens of a body that the assistant still has


class CapsuleMemory(NamedTuple):
    """A memory linked to a pivot."""

    id: str
    kind: str
    text: str
    state: str
    tokens: int
    value: object = None


class Capsule(NamedTuple):
    """What was chosen for a question within a budget."""

    task: str
    items: tuple[CapsuleItem, ...] = ()
    memories: tuple[CapsuleMemory, ...] = ()
    stops: tuple[str, ...] = ()  # where the graph stops
    total_tokens: int = 0  # by the documented formula
    text_tokens: int = 0  # of the rendered text
    budget: int = 0
    candidates: int = 0
    text: str = ""
