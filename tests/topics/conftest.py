"""A real store and a clock that tests move by hand."""

import pathlib
from collections.abc import Iterator

import pytest

from sightline.model.session import SessionKey
from sightline.settings.load import load
from sightline.store.sqlite.database import Database, open_database
from sightline.topics.tracker import Submission, TrackedPrompt, track

NOW = 1_800_000_000_000
MINUTE = 60_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR


class Talk:
    """A person talking in one project."""

    project = "project"

    def __init__(self, memory: Database, **environ: str) -> None:
        self.memory = memory
        self.now = NOW
        self.environ = environ

    def set(self, **environ: str) -> None:
        """Settings by their environment names, without the prefix."""
        self.environ |= {f"SIGHTLINE_FOCUS_{name}": value for name, value in environ.items()}

    @property
    def settings(self):  # type: ignore[no-untyped-def]
        return load(None, self.environ)

    def say(
        self, prompt: str, session: str = "", branch: str = "", after: int = MINUTE
    ) -> TrackedPrompt:
        """One prompt, a minute after the last."""
        self.now += after
        key = SessionKey("claude", session) if session else None
        submission = Submission(self.project, prompt, self.now, key, branch)
        tracked = track(self.memory, self.settings, submission)
        assert tracked is not None
        return tracked

    def topics(self, *prompts: str, session: str = "") -> list[str]:
        """The topics of some prompts, one after the other."""
        return [self.say(prompt, session).topic for prompt in prompts]


@pytest.fixture
def memory(tmp_path: pathlib.Path) -> Iterator[Database]:
    database = open_database(str(tmp_path / "memory.db"), "memory")
    database.statement("PRAGMA synchronous=OFF")
    yield database
    database.close()


@pytest.fixture
def talk(memory: Database, tmp_path: pathlib.Path) -> Talk:
    return Talk(memory, HOME=str(tmp_path), SIGHTLINE_HOME=str(tmp_path))
