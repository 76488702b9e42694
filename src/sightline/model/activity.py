"""What was sent to assistants and whether it helped, as read back from the activity store."""

from typing import Any, NamedTuple

from sightline.model.frame import Frame
from sightline.model.session import SessionKey


class Shown(NamedTuple):
    """One item of one injection; `used` is None while that is open."""

    injection: int
    place: int
    kind: str
    key: str
    hash: str
    score: float
    used: bool | None = None
    how: str = ""


class Usage(NamedTuple):
    """How often an item that was shown was used or not, and judged useful or not."""

    used: int = 0
    unused: int = 0
    useful: int = 0
    useless: int = 0
    last_shown: int = 0
    last_used: int = 0


class Injection(NamedTuple):
    """One thing put in front of an assistant; `frame` replays it."""

    id: str
    session: SessionKey
    project: str
    event: str
    prompt: str
    tokens: int
    budget: int
    items: int
    ms: float
    created: int
    text: str = ""
    frame: Frame = Frame()
    notes: dict[str, Any] = {}
    shown: tuple[Shown, ...] = ()


class Latency(NamedTuple):
    """How the calls of one agent's hook for one event went."""

    agent: str
    event: str
    calls: int
    failed: int
    median_ms: float
    p95_ms: float
    slowest_ms: float
    last: int


class Saving(NamedTuple):
    """Tokens without and with us, for one kind of answer."""

    what: str
    answers: int
    before: int
    after: int
    budget: int


class Totals(NamedTuple):
    """Injections counted over a session or a project."""

    injections: int = 0
    items: int = 0
    tokens: int = 0
    budget: int = 0
    shown: int = 0
    decided: int = 0
    used: int = 0
    sessions: int = 0


class Filled(NamedTuple):
    """How much of their budgets the answers of one kind used: shares between 0 and 1."""

    what: str
    answers: int
    least: float
    median: float
    most: float


class KindUse(NamedTuple):
    """Items of one kind that were shown, whose use is decided, and that were used."""

    kind: str
    shown: int
    decided: int
    used: int


class SessionTotals(NamedTuple):
    """One session counted: what was sent into it, what of that was used, what answers saved."""

    agent: str
    session: str
    subagent: str
    compactions: int
    prompts: int
    seen: int
    injections: int
    tokens: int
    decided: int
    used: int
    saved: int
