"""A small project with an index, memories, topics and one injection, as the page shows it."""

import pathlib
import subprocess
from collections.abc import Iterator

import pytest

from sightline.context.frame_text import compose
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.model.frame import CODE, MEMORY, Item, LeftOut
from sightline.model.memory import Memory
from sightline.model.session import SessionKey
from sightline.store import activity
from sightline.store.usage import mark_used, open_items
from sightline.tools.memory_links import links_for

SESSION = SessionKey("claude", "s1")
SOURCE = """def expire(session):
    return session.age > 30


def login(session):
    if expire(session):
        return None
    return session
"""
TEST = """from app import login


def test_login():
    assert login
    login(None)
"""

OVERLOADS = """export class Body {
  parse(): string
  parse(as: string): string
  parse(as?: string): string {
    return as ?? ''
  }
}
export function show() {
  return new Body().parse()
}
"""


@pytest.fixture
def project(tmp_path: pathlib.Path) -> pathlib.Path:
    """A repository with one module and one test."""
    root = tmp_path / "work"
    (root / "tests").mkdir(parents=True)
    (root / "app.py").write_text(SOURCE)
    (root / "tests" / "test_app.py").write_text(TEST)
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    return root


@pytest.fixture
def engine(project: pathlib.Path) -> Iterator[Engine]:
    """The project's engine, with its index built."""
    engine = open_engine(str(project))
    refresh(engine.project, engine.settings, home=engine.home)
    yield engine
    engine.close()


def remember(engine: Engine, text: str, **values: object) -> Memory:
    """Keep a memory, linked to the symbols named by `symbols`."""
    names = [str(name) for name in values.pop("symbols", ())]  # type: ignore[attr-defined]
    memory = draft(
        str(values.pop("kind", "decision")),
        text,
        now=engine.now(),
        project=str(values.pop("project", engine.project.id)),
        links=links_for(engine, names).links,
        **values,
    )
    return keeper.save(engine.memory, memory, now=engine.now(), anyway=True).memory


def inject(
    engine: Engine, memory_id: str = "dec-1", prompt: str = "why do sessions expire?"
) -> str:
    """Record an injection of a function and a memory; the function was used."""
    frame = compose(
        [
            Item(CODE, "app.py::app.expire", "  :1 def expire(session)", 0.8, "h1",
                 (("text", 0.5), ("name", 0.3)), "app.py"),
            Item(MEMORY, memory_id, f"[decision] {memory_id}\n  Expire lazily", 0.6, "h2"),
        ],
        tokens=300,
        chars=9000,
    )  # fmt: skip
    frame = frame._replace(
        left_out=(LeftOut(CODE, "app.py::app.login", 0.2, "below the threshold"),)
    )
    id = activity.record_injection(
        engine.activity, SESSION, frame, project=engine.project.id, event="UserPromptSubmit",
        prompt=prompt, ms=12.0, now=engine.now(), notes={"task": "debug"},
    )  # fmt: skip
    used = [item for item in open_items(engine.activity, SESSION) if item.kind == CODE]
    mark_used(engine.activity, used, "edited", now=engine.now())
    return id
