"""Items that were shown to assistants, and how often each was used: what a prompt needs of the activity."""

from typing import NamedTuple


class Shown(NamedTuple):
    """One item of an injection; `used` is None while undecided."""

    injection: int
    place: int
    kind: str
    key: str
    hash: str
    score: float
    used: bool | None = None
    how: str = ""


class Usage(NamedTuple):
    """How often a shown item was used or not, and rated useful or not."""

    used: int = 0
    unused: int = 0
    useful: int = 0
    useless: int = 0
    last_shown: int = 0
    last_used: int = 0
