"""The circumstances in which a prompt is placed: its session, the topics it could belong to, its turn."""

from collections.abc import Mapping
from typing import NamedTuple

from sightline.model.session import Habits


class TopicView(NamedTuple):
    """A topic as one prompt sees it; `counts` holds only the terms of the prompt and its reply."""

    id: str
    turns: float
    used: int
    counts: Mapping[str, float] = {}
    tickets: frozenset[str] = frozenset()
    # Names of its files that the prompt says; at the end of the turn, all its files with how many
    # turns touched each.
    files: frozenset[str] = frozenset()
    file_turns: Mapping[str, int] = {}
    # Whether it knows a form of the word that the prompt goes back to.
    is_akin: bool = False
    # Whether it is the topic of the prompt's session, of the project's last prompt, or one that
    # the session spoke of before.
    is_own: bool = False
    is_last: bool = False
    in_session: bool = False
    branch: str = ""
    # How many of its prompts named something, and how many of those shared no word with it.
    named: int = 0
    novel: int = 0


class TurnOutcome(NamedTuple):
    """What is known when a turn ends: the words of its reply, its files, the code found for it.

    `reply_terms` are also those of the commands that failed; `read` are those of the files that were
    only read; `found` are the files that retrieval ranked first for the prompt.
    """

    reply_terms: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    read: frozenset[str] = frozenset()

    @property
    def says_anything(self) -> bool:
        """Whether it tells more than the prompt did."""
        return bool(self.reply_terms or self.files or self.found)


class Scene(NamedTuple):
    """The circumstances of a prompt: its session, its branch, the clock, the project's topics."""

    now: int
    # Whether the prompt's session has a topic already; whether the prompt names a session at all.
    has_topic: bool = False
    has_session: bool = False
    left_branch: bool = False
    branch: str = ""
    # When the session's prompt before this one was submitted; 0 if this is its first.
    previous: int = 0
    # How many sessions started with a prompt that names something, and how many of them continued
    # an earlier topic.
    starts: int = 0
    links: int = 0
    habits: Habits = Habits()
    # How often its session changed to a new topic, and how often back to an earlier one.
    news: int = 0
    returns: int = 0
    turns: float = 0.0
    # How often the whole project said each of the prompt's terms, and touched each of its files.
    project_counts: Mapping[str, float] = {}
    project_files: Mapping[str, int] = {}
    # What the session said last, prompts and replies, in lower case; whether its last reply asks
    # something back, and whether its last turn finished a piece of work.
    recent: str = ""
    asked: bool = False
    closed: bool = False
    views: tuple[TopicView, ...] = ()
    # Set when the turn ended.
    outcome: TurnOutcome | None = None

    @property
    def is_start(self) -> bool:
        """Whether the prompt begins its session."""
        return self.has_session and not self.has_topic
