"""Sessions of assistants, the topics their prompts belong to, and the turns of each topic."""

from collections.abc import Mapping
from typing import Any, NamedTuple

# The status of a topic (the agent's tools call it a thread): in use, out of use, part of another.
ACTIVE = "active"
ARCHIVED = "archived"
MERGED = "merged"
# The role of a turn.
PROMPT = "prompt"
REPLY = "reply"
# How long a topic made by a split is protected from merging and archiving.
LOCKS = ("compaction", "agent_release", "force")
# Kinds of things a topic touches.
FILE = "file"
SYMBOL = "symbol"
MEMORY = "memory"
FAILURE = "failure"
TICKET = "ticket"
# A file that retrieval ranked first for a prompt; of turns only.
FOUND = "found"
# A command that failed in a turn and passed since; of turns only.
PASSED = "passed"
TOUCHES = (FILE, SYMBOL, MEMORY, FAILURE, TICKET)
# How a turn got its topic: its prompt decided and the turn did nothing, or confirmed it, or moved it.
PLACED = "placed"
CONFIRMED = "confirmed"
MOVED = "moved"


class SessionKey(NamedTuple):
    """One context of an assistant: a session, or a subagent of it, between two compactions."""

    agent: str
    session: str
    subagent: str = ""
    epoch: int = 0

    def identity(self) -> dict[str, str]:
        """What identifies the session in every epoch, as parameters of queries."""
        return {"agent": self.agent, "session": self.session, "subagent": self.subagent}


class Topic(NamedTuple):
    """One stream of work; `terms` are the words of its label, the most distinctive first."""

    id: str
    status: str = ACTIVE
    title: str = ""
    terms: tuple[str, ...] = ()
    weight: float = 1.0
    pinned: bool = False
    lock: str = ""
    merged_into: str = ""
    origin: str = PROMPT
    parent: str = ""
    branch: str = ""
    turns: int = 0
    recalls: int = 0
    created: int = 0
    used: int = 0
    # How many of its prompts named something, and how many of those shared no word with it.
    named: int = 0
    novel: int = 0

    @property
    def is_protected(self) -> bool:
        """Whether it is pinned or locked, and so never archived or merged into another topic."""
        return self.pinned or bool(self.lock)


class Turn(NamedTuple):
    """One prompt or reply; `terms` are the topic words it added (ruling 24)."""

    number: int
    topic: str
    role: str
    text: str
    created: int
    source: str = ""
    terms: tuple[str, ...] = ()
    agent: str = ""
    session: str = ""
    branch: str = ""
    # The topic before this prompt: of its session, or for a first prompt of the project.
    origin: str = ""


class Node(NamedTuple):
    """One node of the working forest: a prompt, or a label above several prompts (FG-15)."""

    number: int
    topic: str
    parent: int
    depth: int
    content: str
    stems: tuple[str, ...]
    words: tuple[str, ...]
    frequency: int
    created: int
    used: int
    sources: tuple[str, ...]
    indexed: bool
    turn: int = 0


class Focus(NamedTuple):
    """What the agent asked to see more of, from 0 to 1."""

    topic: str
    weight: float
    set_at: int = 0


# Assistants that report every compaction: until then they still have everything sent to them.
TELL_COMPACTIONS = ("claude", "codex", "opencode")


class GuideLine(NamedTuple):
    """One reply of the assistant, summarised in one line."""

    number: int
    summary: str
    topic: str
    created: int
    reinforced: bool = False
    session: str = ""


class ForestCounters(NamedTuple):
    """What is counted for a project's forest, and the topic of its last prompt."""

    prompts: int = 0
    starts: int = 0  # new sessions
    links: int = 0  # new sessions that continued an existing topic
    last_topic: str = ""
    created: int = 0
    updated: int = 0


class SessionPrompt(NamedTuple):
    """A prompt of a session; `settled` once its turn ended and its topic is final."""

    turn: int
    topic: str
    created: int
    settled: bool


class Said(NamedTuple):
    """What was said in a turn: a prompt or a reply, or its beginning."""

    number: int
    role: str
    text: str


class Habits(NamedTuple):
    """How often prompts of a project stayed with their topic, and how often they changed it."""

    stays: int = 0
    changes: int = 0


class TopicEvidence(NamedTuple):
    """The evidence that a prompt belongs to a topic: its parts in log-odds, and what each is about.

    A part is about the words, files or tickets that prompt and topic share; files and tickets
    that speak against the topic are those it does not know.
    """

    topic: str
    parts: Mapping[str, float]
    about: Mapping[str, tuple[str, ...]] = {}


class ChangeReason(NamedTuple):
    """Why a turn began a topic or took one up, and how it got there.

    `chosen` is None for a new topic; `left` is the one before, `nearest` the best other one where
    a new topic began. `placed` is where the prompt went at first, if its turn moved it.
    """

    settled: str = ""
    placed: str = ""
    chosen: TopicEvidence | None = None
    left: TopicEvidence | None = None
    nearest: TopicEvidence | None = None


class ChangePoint(NamedTuple):
    """A turn that began a topic or took one up again; `origin` is the topic before it."""

    turn: int
    topic: str
    origin: str
    text: str
    created: int
    reason: ChangeReason = ChangeReason()

    @property
    def topics(self) -> frozenset[str]:
        """Every topic it names."""
        compared = (self.reason.chosen, self.reason.left, self.reason.nearest)
        ids = {self.topic, self.origin, self.reason.placed, *(e.topic for e in compared if e)}
        return frozenset(ids - {""})


class SessionPlace(NamedTuple):
    """The topic and branch a session is on; `leaving` if its last prompt asked for another branch."""

    topic: str
    branch: str
    leaving: bool


class Touch(NamedTuple):
    """Something a topic had to do with: its kind, its key, how often and when last."""

    kind: str
    key: str
    times: int
    used: int


class TurnTouch(NamedTuple):
    """Something one turn had to do with."""

    turn: int
    kind: str
    key: str


class TopicChange(NamedTuple):
    """A merge, split, compaction or reset of topics that can be undone; `record` says how."""

    number: int
    what: str
    summary: str
    record: dict[str, Any]
    at: int
