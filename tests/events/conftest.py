"""A project, its engine, and an assistant that sends events to it."""

import pathlib
import subprocess

import pytest

from sightline.agents import wire
from sightline.engine import Engine, open_engine
from sightline.events.dispatch import engine_for, handle
from sightline.events.reply import Reply


class Assistant:
    """Sends events as an agent does and gets back the text that reaches the model."""

    def __init__(self, root: pathlib.Path, agent: str = "claude", session: str = "s-1") -> None:
        self.root = root
        self.agent = agent
        self.session = session
        self.plain = False

    def send(self, name: str, **fields: object) -> str:
        adapter = wire(self.agent)
        payload = {"hook_event_name": name, "session_id": self.session, "cwd": str(self.root)}
        event = adapter.decode(payload | fields, {})
        reply = Reply(plain=self.plain)
        if event.kind:
            engine = engine_for(event, {})
            try:
                handle(engine, event, reply, limit=adapter.LIMIT)
            finally:
                engine.close()
        return reply.text

    def say(self, prompt: str, **fields: object) -> str:
        self.turn = getattr(self, "turn", 0) + 1
        return self.send("UserPromptSubmit", prompt=prompt, prompt_id=f"p{self.turn}", **fields)


@pytest.fixture
def root(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.setenv("SIGHTLINE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SIGHTLINE_INDEX_REFRESH_WITHOUT_SERVER", "false")
    folder = tmp_path / "work"
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


@pytest.fixture
def claude(root: pathlib.Path) -> Assistant:
    return Assistant(root)


@pytest.fixture
def engine(root: pathlib.Path) -> Engine:
    engine = open_engine(str(root))
    yield engine
    engine.close()
