"""What was sent to assistants and whether it was used, as the activity store returns it."""

from typing import Any, NamedTuple

from sightline.model.frame import Frame
from sightline.model.session import SessionKey
from sightline.model.usage import Shown


class Injection(NamedTuple):
    """One injection; `frame` holds everything needed to replay it."""

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
    """Latency and failures of one agent's hook calls for one event."""

    agent: str
    event: str
    calls: int
    failed: int
    median_ms: float
    p95_ms: float
    slowest_ms: float
    last: int


class Saving(NamedTuple):
    """Tokens without and with Sightline, for one kind of answer."""

    what: str
    answers: int
    before: int
    after: int
    budget: int


class Totals(NamedTuple):
    """Totals of injections over a session or a project."""

    injections: int = 0
    items: int = 0
    tokens: int = 0
    budget: int = 0
    shown: int = 0
    decided: int = 0
    used: int = 0
    sessions: int = 0


class Filled(NamedTuple):
    """What share of their budgets the answers of one kind used, from 0 to 1."""

    what: str
    answers: int
    least: float
    median: float
    most: float


class KindUse(NamedTuple):
    """How many items of one kind were shown, decided and used."""

    kind: str
    shown: int
    decided: int
    used: int


class WeekUse(NamedTuple):
    """How precise the injections of one week in one project were, by the items of one kind."""

    project: str
    week: int  # when it began, in milliseconds
    blocks: int
    helped: int  # blocks with an item that was used
    items: int
    used: int


class SessionTotals(NamedTuple):
    """Totals of one session: what was sent, what was used, and what answers saved."""

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
