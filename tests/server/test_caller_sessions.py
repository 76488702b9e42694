"""Hook and server agree on the session (ruling 44)."""

import pathlib

import pytest

from sightline.engine import Engine, open_engine
from sightline.model.session import SessionKey
from sightline.server.backend import Caller, session_of
from sightline.store import activity
from sightline.store.locations import activity_path
from tests.server.conftest import make_project


@pytest.fixture
def engine(tmp_path: pathlib.Path):
    engine = open_engine(str(make_project(tmp_path / "work")))
    yield engine
    engine.close()


def hook_saw(engine: Engine, agent: str, session: str, now: int, worktree: str = "") -> SessionKey:
    return activity.see_session(
        engine.activity,
        SessionKey(agent, session),
        now=now,
        project=engine.project.id,
        worktree=worktree or engine.project.worktree_id,
        prompt=True,
    )


def test_the_environment_of_the_assistant_decides(engine: Engine) -> None:
    hook_saw(engine, "claude", "other", 5)
    key = session_of(engine, Caller("claude-code"), {"CLAUDE_CODE_SESSION_ID": "mine"})
    assert (key.agent, key.session) == ("claude", "mine")


def test_else_the_newest_session_that_a_hook_of_this_agent_saw_here(engine: Engine) -> None:
    hook_saw(engine, "codex", "older", 1)
    hook_saw(engine, "codex", "newer", 2)
    hook_saw(engine, "gemini", "another agent", 3)
    hook_saw(engine, "codex", "another folder", 4, worktree="elsewhere")
    key = session_of(engine, Caller("codex-mcp-client"), {})
    assert (key.agent, key.session) == ("codex", "newer")


def test_the_epoch_is_that_of_the_hook(engine: Engine) -> None:
    seen = hook_saw(engine, "codex", "s", 1)
    after = activity.next_epoch(engine.activity, seen, now=2)
    assert session_of(engine, Caller("codex"), {}) == after


def test_else_a_session_of_the_servers_own_that_nobody_takes_for_a_hooks(engine: Engine) -> None:
    own = session_of(engine, Caller("codex"), {})
    assert own.session.startswith("server-")
    assert session_of(engine, Caller("codex"), {}) == own
    assert activity.newest_session(engine.activity, "codex", engine.project.worktree_id) is None
    hook_saw(engine, "codex", "s", 1)
    assert session_of(engine, Caller("codex"), {}).session == "s"


def test_two_connections_over_http_are_two_sessions(engine: Engine) -> None:
    one = session_of(engine, Caller("codex", "a"), {})
    other = session_of(engine, Caller("codex", "b"), {})
    assert one != other


def test_a_broken_activity_database_costs_no_answer(engine: Engine) -> None:
    pathlib.Path(engine.home).mkdir(parents=True, exist_ok=True)
    pathlib.Path(activity_path(engine.home)).mkdir()
    key = session_of(engine, Caller("codex"), {})
    assert key.session.startswith("server-")
