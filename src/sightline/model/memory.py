"""Memories: the table of kinds, a memory with its links, and the current state of a link.

Values only; the rules for saving them are in `memory`.
"""

from collections.abc import Mapping
from typing import NamedTuple

# The names of the levels, from L0 to L3 (PC-6).
LEVELS = ("project", "domain", "module", "snippet")

# States of a link, and of a memory through its links, when it is read (rulings 14 and 15).
FRESH = "fresh"
MOVED = "moved"
NEEDS_REVIEW = "needs_review"
STALE = "stale"
STATES = (FRESH, MOVED, NEEDS_REVIEW, STALE)

# Statuses of memories that are history: shown by id, but no longer offered.
CLOSED = ("superseded", "retracted", "promoted", "discarded", "archived")
ON_EXPIRE = ("mark_stale", "archive", "delete")

MANUAL = "manual"
# The source of memories that come from files in a repository.
FROM_FILES = "shared:git"
# Scopes of memories that other people have, too: of one repository, of all of an organisation.
TEAM, ORGANISATION = "team", "organisation"
SHARED_SCOPES = (TEAM, ORGANISATION)
# Who changed a shared memory last, if it was changed on this machine and not shared since.
HERE = "(here)"
# The domain of session statistics: kept for people, never sent to an assistant.
SESSION_HISTORY = "session-history"
DAY_MS = 86_400_000


class Field(NamedTuple):
    """A field of a kind besides its text; the first choice is the default."""

    name: str
    many: bool = False
    choices: tuple[str, ...] = ()


class Kind(NamedTuple):
    """One kind of memory, with everything that differs between kinds.

    `shape` is the format of its ids; `weight` is its weight in ranking, which the setting
    `injection.weights.<source>` overrides. `head` and `body` are templates for showing it (LO-12):
    {name} is a value, and [...] is left out if a value in it is empty.
    """

    name: str
    sentence: str
    shape: str = "mem-{hex}"
    weight: float = 0.6
    level: int = 1
    statuses: tuple[str, ...] = ("active", "superseded", "archived")
    fields: tuple[Field, ...] = ()
    head: str = "{id} ({date}[, {link}][, {state}])"
    body: tuple[str, ...] = ("{text}",)
    confidence: float = 1.0
    days: int = 0
    grouped: bool = True
    source: str = ""


_LIVES = ("active", "superseded", "retracted", "archived")
_DECISION_TYPES = (
    *("other", "architecture", "implementation", "naming", "tooling", "process"),
    *("bugfix", "refactor"),
)
_CATEGORIES = (
    *("general", "bash", "git", "testing", "architecture", "naming", "security", "docker", "api"),
    "performance",
)
_ERRORS = (
    *("ToolError", "UserDeny", "HardDeny", "NonZeroExit", "Timeout", "LogicError"),
    *("PermissionError", "EnvironmentError", "UserError"),
)

_ROWS = (
    Kind(
        "decision",
        "what was decided, and why",
        source="journal",
        shape="dec-{hex}",
        weight=0.9,
        statuses=_LIVES,
        fields=(
            Field("rationale"),
            Field("alternatives", many=True),
            Field("outcome", choices=("pending", "successful", "revised", "abandoned")),
            Field("type", choices=_DECISION_TYPES),
            Field("entities", many=True),
            Field("lesson_learned"),
            Field("related_decisions", many=True),
            Field("retracted_reason"),
        ),
        body=("{text}[ -- {rationale}]", "[Lesson: {lesson_learned}]"),
    ),
    Kind(
        "pattern",
        "a way that works, with the problem it solves",
        source="patterns",
        shape="pat-{epoch6}-{hex}",
        weight=1.0,
        statuses=_LIVES,
        fields=(
            *(Field("context"), Field("problem"), Field("solution")),
            Field("category", choices=_CATEGORIES),
            *(Field("good", many=True), Field("bad", many=True)),
        ),
        head="{name} (confidence: {confidence}[, {state}])",
        body=("[Context: {context}]", "[Problem: {problem}]", "[Solution: {solution}]"),
        confidence=0.5,
    ),
    Kind(
        "anti_pattern",
        "a way that does not work, with its risk and what to do instead",
        source="patterns",
        shape="anti-{epoch6}-{hex}",
        weight=1.0,
        statuses=_LIVES,
        fields=(
            *(Field("symptom"), Field("risk"), Field("fix")),
            Field("category", choices=_CATEGORIES),
            Field("severity", choices=("medium", "low", "high", "critical")),
        ),
        head="{name} (confidence: {confidence}, severity: {severity}[, {state}])",
        body=("[Symptom: {symptom}]", "[Risk: {risk}]", "[Fix: {fix}]"),
        confidence=0.5,
    ),
    Kind(
        "failure",
        "something that went wrong, and what worked instead",
        source="failures",
        shape="fail-{hex}",
        weight=0.8,
        level=2,
        statuses=_LIVES,
        fields=(
            Field("error_type", choices=_ERRORS),
            *(Field("tool"), Field("command"), Field("worked"), Field("step"), Field("mission")),
        ),
        head="{id} ({date}[, tool: {tool}][, {link}][, {state}])",
        body=("{error_type}: {text}[ -- worked: {worked}]",),
    ),
    Kind(
        "handoff",
        "what the next session should know",
        source="transfer",
        shape="session-{stamp}-{hex}",
        weight=0.7,
        fields=(
            Field("summary"),
            Field("next_steps", many=True),
            Field("blockers", many=True),
            Field("questions", many=True),
            *(Field("git_branch"), Field("git_commits", many=True)),
            *(Field("git_uncommitted", many=True), Field("git_stash_count")),
        ),
        head="{id} ({date})",
        body=(
            "{text}",
            "[Next: {next_steps}]",
            "[Blockers: {blockers}]",
            "[Questions: {questions}]",
            "[Branch: {git_branch}]",
        ),
    ),
    Kind(
        "observation",
        "something noticed that waits to be promoted or discarded",
        source="inbox",
        shape="obs-{hex}",
        weight=0.3,
        level=3,
        statuses=("raw", "promoted", "discarded", "archived"),
        fields=(Field("discard_reason"),),
    ),
    Kind(
        "goal",
        "what should be achieved, with its criteria",
        source="intent",
        shape="goal-{epoch}-{hex}",
        level=0,
        statuses=("active", "draft", "blocked", "completed", "cancelled", "archived"),
        fields=(
            Field("priority", choices=("medium", "critical", "high", "low")),
            Field("deadline"),
            Field("criteria", many=True),
            Field("met", many=True),
            Field("depends_on", many=True),
        ),
        head="{id} ({status}, {priority})",
        body=("[{title}: ]{text}", "[Criteria: {criteria}]"),
    ),
    Kind(
        "project",
        "what a project is for, what it offers and needs",
        source="registry",
        level=0,
        fields=(
            *(Field("role"), Field("exposes", many=True), Field("consumes", many=True)),
            *(Field("depends_on", many=True), Field("components", many=True)),
        ),
        head="{name}",
        body=(
            "[Role: {role}]",
            "{text}",
            "[Exposes: {exposes}]",
            "[Consumes: {consumes}]",
            "[Depends on: {depends_on}]",
        ),
    ),
    Kind("convention", "how things are done here", weight=0.9),
    Kind("architecture", "how the parts fit together", weight=0.9),
    Kind(
        "bug_fix",
        "a bug, its cause and its fix",
        weight=0.8,
        level=2,
        fields=(Field("cause"), Field("fix")),
        body=("{text}", "[Cause: {cause}]", "[Fix: {fix}]"),
    ),
    Kind("fact", "something true about the code or the project"),
    Kind("pin", "something the assistant should always keep in view", weight=1.0, level=0),
    Kind(
        "auto",
        "what a tool call looked at; kept for 90 days",
        weight=0.3,
        level=3,
        fields=(Field("tool"),),
        days=90,
        grouped=False,
    ),
)
KINDS: dict[str, Kind] = {row.name: row for row in _ROWS}


class Link(NamedTuple):
    """What a memory is about: a symbol by qualified name and fingerprint, or a file (no name).

    `body` is the fingerprint of the text without the symbol's own name, so that a renamed symbol is
    recognised; `signature` is used to describe a change. `above` is the number of lines before the
    line of its name (decorators), `lines` the number of all its lines.
    """

    name: str
    path: str
    fingerprint: str = ""
    body: str = ""
    signature: str = ""
    kind: str = ""
    line: int = 0
    above: int = 0
    lines: int = 0


class LinkState(NamedTuple):
    """The state of a link when it is read, and a description of what changed."""

    link: Link
    state: str
    change: str = ""
    path: str = ""
    line: int = 0


class Memory(NamedTuple):
    """One memory; times are in milliseconds, and an empty project means all projects."""

    id: str
    kind: str
    text: str
    created: int
    title: str = ""
    project: str = ""
    fields: Mapping[str, object] = {}
    level: int = 1
    domain: str = ""
    module: str = ""
    code_ref: str = ""
    status: str = "active"
    confidence: float = 1.0
    validations: int = 0
    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    source: str = MANUAL
    origin: str = ""
    agent: str = ""
    session: str = ""
    author: str = ""
    branch: str = ""
    commit: str = ""
    replaced_by: str = ""
    immutable: bool = False
    stale: bool = False
    ttl_seconds: int = 0
    on_expire: str = "mark_stale"
    updated: int = 0
    refreshed: int = 0
    reviewed: int = 0
    accessed: int = 0
    access_count: int = 0
    hash: str = ""
    asked_as: tuple[str, ...] = ()  # other wordings under which it is searched
    scope: str = ""  # whose it is: empty for the person's own, else one of SHARED_SCOPES
    branch_only: bool = False  # told on its branch and on branches that grew out of it only
    edited_by: str = ""  # who changed it last, if not its author
    number: int = 0

    @property
    def automatic(self) -> bool:
        """Whether it was captured rather than written by a person, imported or shared."""
        return self.source != MANUAL and not self.source.startswith(("import", "shared"))

    @property
    def ended(self) -> str:
        """Its closed status with its successor, as text; empty while it is open."""
        if self.status not in CLOSED:
            return ""
        # A retracted or discarded memory has no successor.
        word = {"superseded": " by", "promoted": " to", "archived": " for"}.get(self.status)
        return (
            f"{self.status}{word} {self.replaced_by}" if word and self.replaced_by else self.status
        )

    @property
    def name(self) -> str:
        """Its title, or the beginning of its text."""
        return self.title or (self.text if len(self.text) <= 60 else self.text[:59].rstrip() + "…")


def worst(states: tuple[LinkState, ...]) -> str:
    """The state of a memory: the worst state of its links; empty without links."""
    return max((link.state for link in states), key=STATES.index) if states else ""
