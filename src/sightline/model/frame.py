"""Items that may be shown to an assistant, and the frame chosen for one injection."""

from typing import NamedTuple

# Kinds of items, in the order in which they claim the budget and are shown (ruling 71).
FAILURE = "failure"
FACT = "fact"
FOCUS = "focus"
RETURN = "return"
# The key of a RETURN item: this and the id of its topic.
LINE_OF = "line of "
CODE = "code"
MEMORY = "memory"
THREAD = "thread"
CLAIMS = (FAILURE, FOCUS, RETURN, FACT, MEMORY, CODE, THREAD)


# Parts of a score that multiply the sum before them; every other part is added.
FACTORS = frozenset(
    ("recency", "keywords", "weight", "rated", "use", "still true", "needs_review", "stale")
)


class Item(NamedTuple):
    """Something that may be shown, with its score and the parts of the score (see FACTORS).

    `text` is shown, or the one line `short` if there is little room. `hash` tells whether the
    assistant still has the same content, `records` what else was sent with it (see
    `context.disclosure`), `symbols` which symbols it names.
    """

    kind: str
    key: str
    text: str
    score: float
    hash: str
    parts: tuple[tuple[str, float], ...] = ()
    short: str = ""
    records: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()


# The most tokens of the line that says what had no room.
REST_TOKENS = 14


def with_rest(item: Item, count: int) -> Item:
    """An item whose text ends with a line that says how many of its kind had no room."""
    how = "with level 0" if item.kind == FACT else "with the words of the task"
    return item._replace(text=f"{item.text}\n{count} more: recall {how}")


class LeftOut(NamedTuple):
    """An item that was not shown, and why."""

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
    """The items chosen for one injection, and those left out."""

    text: str = ""
    items: tuple[Item, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    tokens: int = 0
    budget: int = 0
