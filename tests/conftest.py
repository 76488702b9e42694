"""What every test may use: a home of its own, and the command line as a user calls it."""

import os
import pathlib
import subprocess
import sys
from collections.abc import Callable, Iterator

import hypothesis
import pytest

# No test fails because the machine is busy.
hypothesis.settings.register_profile("patient", deadline=None)
hypothesis.settings.load_profile("patient")

SOURCE = pathlib.Path(__file__).parents[1] / "src"
Sightline = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A data and config directory of this test's own: no test touches the user's."""
    home = tmp_path_factory.mktemp("home")
    ours = ("SIGHTLINE_", "GIT_", "CLAUDE_", "CURSOR_", "COPILOT_")
    for name in [name for name in os.environ if name.startswith(ours)]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("SIGHTLINE_HOME", str(home / "sightline"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "config"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    return home


@pytest.fixture
def sightline(tmp_path: pathlib.Path) -> Sightline:
    """Runs the command line in a process of its own, in an empty directory unless told."""

    def run(
        *arguments: str, cwd: pathlib.Path = tmp_path, text: str = "", **environ: str
    ) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "sightline", *arguments],
            cwd=cwd,
            input=text,
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, **environ},
            timeout=60,
        )

    return run


@pytest.fixture(scope="session")
def postgres() -> Iterator[object]:
    """A PostgreSQL server of this test process, started when the first test needs it."""
    from benchmarks.lib.postgres import missing

    from tests.team_server import Server

    if reason := missing():
        pytest.skip(reason)
    server = Server()
    yield server
    server.stop()


@pytest.fixture
def team(postgres: object) -> Iterator[object]:
    """A team server with one project, in a database of this test's own."""
    from tests.team_server import Server, TeamServer

    assert isinstance(postgres, Server)
    server = TeamServer(postgres)
    yield server
    server.close()
