"""What may be put in front of an assistant, and what was chosen for one injection."""

from typing import NamedTuple

# Kinds of items, in the order in which they claim the budget (ruling 46).
FAILURE = "failure"
FACT = "fact"
FOCUS = "focus"
CODE = "code"
MEMORY = "memory"
THREAD = "thread"
CLAIMS = (FAILURE, FACT, FOCUS, CODE, MEMORY, THREAD)


# Parts of a score that multiply what stands before them; every other part is added to it.
FACTORS = frozenset(
    ("recency", "keywords", "weight", "rated", "use", "still true", "needs_review", "stale")
)


class Item(NamedTuple):
    """Something that may be shown, with its score and every part of it (see FACTORS).

    `text` is what is shown; `short` is one line to fall back to; items of one `group` (a file)
    stand under one heading. `hash` tells whether the assistant still has the same content.
    """

    kind: str
    key: str
    text: str
    score: float
    hash: str
    parts: tuple[tuple[str, float], ...] = ()
    group: str = ""
    short: str = ""


class LeftOut(NamedTuple):
    """Something that was not shown, and why."""

    kind: str
    key: str
    score: float
    reason: str
    parts: tuple[tuple[str, float], ...] = ()


class Offer(NamedTuple):
    """Items that one source offers for an injection, and those it left out."""

    items: list[Item]
    left_out: list[LeftOut]


class Frame(NamedTuple):
    """What was chosen for one injection, and what was not."""

    text: str = ""
    items: tuple[Item, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    tokens: int = 0
    budget: int = 0
