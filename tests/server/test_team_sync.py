"""A server and background processes synchronise connected projects; hooks and prompts do not wait."""

import json
import os
import pathlib
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest

from sightline.engine import Engine, Lifetime, open_engine
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from sightline.server.team_sync import TeamSync
from sightline.store import sync
from sightline.store.team.address import remember
from tests.team_server import TeamServer


@pytest.fixture
def engine(tmp_path: pathlib.Path, team: TeamServer) -> Engine:
    """A connected project with one memory to send."""
    root = tmp_path / "shop"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    engine = open_engine(str(root), Lifetime.SERVER)
    address = team.address("postgres")
    remember(address, engine.home)
    sync.connect(
        engine.memory, engine.project.id, server=address.name, team_id=team.project, name="shop", role="admin"
    )  # fmt: skip
    memory = draft(
        "decision", "Prices are integers", now=engine.now(), project=engine.project.id, scope="team"
    )
    add_plain(engine.memory, memory)
    return engine


def sent(team: TeamServer) -> int:
    rows = team.owner.statement("SELECT count(*) FROM sightline.memory")
    return int(rows[0][0])


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_server_synchronises_in_a_process_of_its_own(engine: Engine, team: TeamServer) -> None:
    opened = threading.local()

    def engines() -> tuple[Engine, ...]:
        if not hasattr(opened, "engines"):
            opened.engines = (open_engine(engine.project.root, Lifetime.SERVER),)
        return opened.engines  # type: ignore[no-any-return]

    keeper = TeamSync(engines, look_seconds=0.05)
    keeper.start()
    until(lambda: sent(team) == 1)
    until(lambda: sync.waiting(engine.memory, engine.project.id).changes == 0)
    keeper.stop()


def test_the_background_process_of_a_session_synchronises(engine: Engine, team: TeamServer) -> None:
    command = [
        sys.executable,
        "-m",
        "sightline",
        "index",
        "--background",
        "--project",
        engine.project.root,
    ]
    subprocess.run(command, check=True, env=dict(os.environ))
    assert sent(team) == 1


def test_what_was_just_attempted_is_not_due(engine: Engine) -> None:
    now = engine.now()
    project = engine.project.id
    assert sync.is_due(engine.memory, project, 60, now)
    sync.note_attempt(engine.memory, project, now)
    assert not sync.is_due(engine.memory, project, 60, now + 59_000)
    assert sync.is_due(engine.memory, project, 60, now + 61_000)
    # The clock was set back by a year.
    assert sync.is_due(engine.memory, project, 60, now - 31_536_000_000)
    assert not sync.is_due(engine.memory, project, 0, now + 61_000)
    assert not sync.is_due(engine.memory, "another", 60, now + 61_000)


def test_a_hook_of_a_connected_project_opens_no_connection(
    engine: Engine, team: TeamServer
) -> None:
    """The prompt is answered from the replica, with the server unreachable."""
    sync.connect(
        engine.memory, engine.project.id, server="nobody@192.0.2.1:5432/x", team_id=team.project, name="shop",
        role="admin",
    )  # fmt: skip
    code = (
        "import sys\n"
        "from sightline.hook.__main__ import main\nmain([])\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    event = {
        "session_id": "s", "cwd": engine.project.root, "hook_event_name": "UserPromptSubmit",
        "prompt": "are prices integers?",
    }  # fmt: skip
    environ = {**os.environ, "SIGHTLINE_HOOK_PROMPT_SECONDS": "25"}
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(event),
        env=environ,
        capture_output=True,
        text=True,
    )
    loaded = set(done.stderr.split())
    assert "Prices are integers" in done.stdout
    assert not {
        name
        for name in loaded
        if name.startswith(("psycopg", "sightline.store.team", "sightline.memory.sync"))
    }
    assert "socket" not in loaded
