"""Who is talking to us and what about: sessions, the topics of their prompts, and turns."""

from typing import NamedTuple

# Topics (the agent's tools call them threads): in use, out of use, or part of another one.
ACTIVE = "active"
ARCHIVED = "archived"
MERGED = "merged"
# Whoever wrote a turn.
PROMPT = "prompt"
REPLY = "reply"
# Until when a topic made by a split may not be merged or archived.
LOCKS = ("compaction", "agent_release", "force")
# What a topic can have to do with.
FILE = "file"
SYMBOL = "symbol"
MEMORY = "memory"
FAILURE = "failure"
TICKET = "ticket"
TOUCHES = (FILE, SYMBOL, MEMORY, FAILURE, TICKET)


class SessionKey(NamedTuple):
    """One stretch of context an assistant still has: it ends with each compaction."""

    agent: str
    session: str
    subagent: str = ""
    epoch: int = 0


class Topic(NamedTuple):
    """One stream of work; `terms` are the words of its label, most telling first."""

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

    @property
    def kept(self) -> bool:
        """Pinned or locked: never archived or absorbed."""
        return self.pinned or bool(self.lock)


class Turn(NamedTuple):
    """One prompt or reply; `terms` are the topic words it moved to (ruling 24)."""

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


class Node(NamedTuple):
    """One place in the working forest: a prompt, or the label above some of them (FG-15)."""

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


# Assistants that tell every compaction by a session start: what they were sent stays until then.
TELL_COMPACTIONS = ("claude", "codex", "opencode")


class GuideLine(NamedTuple):
    """One reply of the assistant, in a line."""

    number: int
    summary: str
    topic: str
    created: int
    reinforced: bool = False
    session: str = ""
