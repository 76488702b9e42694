"""One line that brings a topic back: its name, where it stood, the files at work, what failed.

Told when a person returns to a topic, after a compaction, and when they ask where they were.
"""

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sightline.model.indexed import name_parts
from sightline.model.session import FAILURE, FILE, PASSED, PROMPT, REPLY, SYMBOL, Topic, Turn
from sightline.store import topics as store
from sightline.store import turns
from sightline.store.sqlite.database import Database
from sightline.text.fence import one_line
from sightline.text.wording import ago
from sightline.topics.prompts.cues import cues_of
from sightline.topics.prompts.prompt_features import extract_features, file_name
from sightline.topics.telling.routine_replies import is_chore, is_substantive

ASKED_CHARACTERS = 80
MOST_SYMBOLS = 6
# Among so many turns the last substantive reply is looked for.
_TURNS = 40
# Among so many of its last prompts an open failure is looked for.
_FAILURE_TURNS = 6
# An earlier prompt with at least this share of its words in a new one says nothing new.
_REPEATED = 0.8


class Detail(NamedTuple):
    """How much a line tells: characters of title and reply, files, whether with folders; symbols."""

    title: int = 100
    stood: int = 160
    files: int = 4
    folders: bool = True
    symbols: int = 0


USUAL = Detail()
FULLEST = Detail(files=8, symbols=MOST_SYMBOLS)
SHORT = Detail(title=60, stood=80, files=2, folders=False)
SHORTEST = Detail(title=50, stood=40, files=1, folders=False)


class TopicLine(NamedTuple):
    """What is told of a topic; empty where nothing is known."""

    topic: str
    title: str
    age: str
    asked: str = ""
    stood: str = ""
    failure: str = ""
    files: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    goal: str = ""

    def text(self) -> str:
        """The line as the assistant reads it."""
        parts = [f"[thread {self.topic}] {self.title} ({self.age})"]
        if self.stood:
            parts.append(f"stood: {self.stood}")
        elif self.asked:
            parts.append(f"asked: {self.asked}")
        for name, value in (
            ("open failure", self.failure),
            ("files", ", ".join(self.files)),
            ("symbols", ", ".join(self.symbols)),
            ("goal", self.goal),
        ):
            if value:
                parts.append(f"{name}: {value}")
        return " | ".join(parts)

    @property
    def stands(self) -> bool:
        """Whether anything came of the topic: a reply, a failure or files at work."""
        return bool(self.stood or self.failure or self.files)

    def repeats(self, terms: Collection[str]) -> bool:
        """Whether what was asked last says no more than a prompt with these words."""
        asked = extract_features(self.asked).terms
        return sum(term in terms for term in asked) >= _REPEATED * len(asked)

    @property
    def content(self) -> str:
        """What makes the line new: where the topic stood, not how long ago or with which files."""
        return "\n".join((self.topic, self.stood or self.asked, self.failure))


def topic_line(
    memory: Database, topic: Topic, *, now: int, before: int = 0, detail: Detail = USUAL
) -> TopicLine:
    """The line of a topic; `before` leaves out this turn and later ones."""
    turns_of_topic = store.last_turns(memory, topic.id, _TURNS)
    latest = [turn for turn in turns_of_topic if not before or turn.number < before]
    since = min((t.created for t in turns_of_topic if before and t.number >= before), default=0)
    asked = next((turn.text for turn in latest if turn.role == PROMPT and turn.terms), "")
    # What was only touched since is no file of the work that it comes back to.
    files = [
        touch
        for touch in store.touches(memory, topic.id, FILE, 3 * USUAL.files)
        if not since or touch.used < since or touch.times > 1
    ]
    most = detail.symbols
    symbols = store.touches(memory, topic.id, SYMBOL, most) if most else []
    paths = _paths([touch.key for touch in files])[: detail.files]
    return TopicLine(
        topic.id,
        one_line(topic.title, detail.title),
        # A question for the state of the work is no work on it.
        ago(next((t.created for t in latest if t.role == REPLY or t.terms), topic.used), now),
        one_line(asked, ASKED_CHARACTERS),
        one_line(_stood(latest), detail.stood),
        _open_failure(memory, [turn.number for turn in latest if turn.role == PROMPT]),
        paths if detail.folders else tuple(path.rpartition("/")[2] for path in paths),
        tuple(dict.fromkeys(symbol_name(touch.key) for touch in symbols)),
    )


def gist_of(memory: Database, topic: str, most: int) -> str:
    """Where a topic stood, in so many characters; empty if nothing came of it."""
    stood = _stood(store.last_turns(memory, topic, _TURNS))
    return f"stood: {one_line(stood, most)}" if stood else ""


def _stood(latest: Sequence[Turn]) -> str:
    """The newest reply that says something; one to a chore ("commit") only if there is no other.

    What answered "where were we?" only repeats it.
    """
    to_chores = ""
    for at, turn in enumerate(latest):
        if turn.role != REPLY or not is_substantive(turn.text):
            continue
        prompt = next((t.text for t in latest[at + 1 :] if t.role == PROMPT), "")
        if cues_of(prompt).asks_where:
            continue
        if not is_chore(prompt):
            return turn.text
        to_chores = to_chores or turn.text
    return to_chores


def symbol_name(key: str) -> str:
    """A symbol as people call it: `QuerySet.union` of `db/query.py::db.query.QuerySet.union`.

    Languages name the module by its path, with or without folders, or only by its folder.
    """
    path, _, qualified = key.partition("::")
    parts = [part for name in name_parts(qualified) for part in name.split("/") if part]
    module = path.rpartition(".")[0].replace(".", "/").split("/")
    for size in range(len(parts) - 1, 0, -1):
        if parts[:size] in (module[-size:], module[-size - 1 : -1]):
            parts = parts[size:]
            break
    return ".".join(parts[-2:])


def _open_failure(memory: Database, prompts: list[int]) -> str:
    """The newest command that failed in the last turns of a topic and did not pass since."""
    touches = turns.turn_touches(memory, prompts[:_FAILURE_TURNS])
    passed = {(touch.turn, touch.key) for touch in touches if touch.kind == PASSED}
    failed = [t for t in touches if t.kind == FAILURE and (t.turn, t.key) not in passed]
    return max(failed, key=lambda touch: touch.turn).key if failed else ""


def _paths(keys: list[str]) -> tuple[str, ...]:
    """The paths; a bare name that a prompt said is left out where its path is known."""
    names = {file_name(key) for key in keys if "/" in key}
    return tuple(key for key in keys if "/" in key or file_name(key) not in names)
