"""Hooks answered by the session's server over its socket file, and without it all the same."""

import json
import os
import pathlib
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import pytest

PACKAGE = pathlib.Path(__file__).parents[2] / "src" / "sightline"
HOOK = [sys.executable, "-I", "-S", str(PACKAGE / "hook" / "__main__.py"), "--agent", "claude"]
SERVER = [sys.executable, "-P", "-m", "sightline", "serve", "--no-index"]
# How long a test waits for something that happens at once on a quiet machine.
PATIENCE = 30

pytestmark = pytest.mark.skipif(os.name != "posix", reason="no such sockets")


class Session:
    """One user in one project, with or without a server."""

    def __init__(self, folder: pathlib.Path, home: pathlib.Path) -> None:
        self.project = folder / "project"
        self.project.mkdir()
        self.home = home
        self.environ = {
            "HOME": str(folder),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(PACKAGE.parent),
            "SIGHTLINE_HOME": str(self.home),
            # A busy machine must not end what a test looks at.
            "SIGHTLINE_HOOK_PROMPT_SECONDS": str(PATIENCE),
        }
        self.server: subprocess.Popen[bytes] | None = None

    def serve(self) -> subprocess.Popen[bytes]:
        """Start the server and wait until it listens."""
        known = set(self.sockets())
        self.server = subprocess.Popen(
            SERVER, cwd=self.project, env=self.environ, stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip
        wait_until(lambda: set(self.sockets()) - known)
        return self.server

    def sockets(self) -> list[pathlib.Path]:
        return sorted((self.home / "hooks").glob("*"))

    def prompt(self, text: str, session: str = "s1", **environ: str) -> str:
        event = {"session_id": session, "cwd": str(self.project), "prompt": text}
        done = subprocess.run(
            HOOK,
            input=json.dumps({**event, "hook_event_name": "UserPromptSubmit"}).encode(),
            env=self.environ | environ,
            cwd=self.project,
            capture_output=True,
            timeout=PATIENCE * 2,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode()

    def said(self) -> list[str]:
        return [row[0] for row in self.rows("memory.db", "SELECT text FROM turn ORDER BY number")]

    def injections(self) -> int:
        return int(self.rows("activity-*.db", "SELECT count(*) FROM injection")[0][0])

    def rows(self, name: str, query: str) -> list[tuple[object, ...]]:
        (path,) = self.home.glob(name)
        connection = sqlite3.connect(path)
        try:
            return connection.execute(query).fetchall()
        finally:
            connection.close()

    def end(self) -> None:
        if self.server is not None and self.server.poll() is None:
            self.server.send_signal(signal.SIGCONT)
            self.server.kill()
            self.server.communicate()


def wait_until(condition: object) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():  # type: ignore[operator]
        assert time.monotonic() < until, "it did not happen"
        time.sleep(0.01)


@pytest.fixture
def session(tmp_path: pathlib.Path) -> Iterator[Session]:
    # The path of a socket must be short, and those of tests are not.
    with tempfile.TemporaryDirectory(prefix="sightline-", ignore_cleanup_errors=True) as home:
        session = Session(tmp_path, pathlib.Path(home) / "home")
        try:
            yield session
        finally:
            session.end()


def remember(session: Session, text: str) -> None:
    command = [sys.executable, "-P", "-m", "sightline", "remember", text, "--kind", "decision"]
    subprocess.run(
        command, cwd=session.project, env=session.environ, check=True, capture_output=True
    )


def test_the_server_answers_with_what_the_hook_would_say_itself(session: Session) -> None:
    remember(session, "Invoices are exported as UTF-8 because the bank refuses Latin-1")
    alone = session.prompt("which encoding do exported invoices have?", "alone")
    assert "UTF-8" in alone
    server = session.serve()
    served = session.prompt("which encoding do exported invoices have?", "served")
    # The first line counts prompts.
    assert served.partition("UTF-8")[2] == alone.partition("UTF-8")[2]
    wait_until(lambda: session.injections() == 2)  # recorded after the hook has printed it
    assert server.poll() is None


def test_the_server_did_the_work_and_the_hook_loaded_none_of_it(session: Session) -> None:
    session.serve()
    event = {"session_id": "s1", "cwd": str(session.project), "prompt": "sort the ledger"}
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r})\n"
        "from sightline.hook.__main__ import main\nmain([])\nprint(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        input=json.dumps({**event, "hook_event_name": "UserPromptSubmit"}).encode(),
        env=session.environ,
        cwd=session.project,
        capture_output=True,
    )
    loaded = done.stderr.decode().split()
    assert "sightline.hook.client" in loaded
    assert not {"sightline.events.dispatch", "typing", "re", "enum"} & set(loaded)
    assert session.said() == ["sort the ledger"]


def test_only_the_user_can_reach_the_socket(session: Session) -> None:
    session.serve()
    (path,) = session.sockets()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


def test_a_server_that_hangs_is_not_waited_for_and_the_prompt_is_tracked_once(
    session: Session,
) -> None:
    server = session.serve()
    session.prompt("fix the exporter of invoices")
    server.send_signal(signal.SIGSTOP)
    session.prompt("then sort the ledger by date")
    server.send_signal(signal.SIGCONT)
    # What it finds in its socket now was given up by its sender; what it had locked when it was
    # stopped sent the prompt into the spool, which the next event takes in.
    session.prompt("and print the totals")
    assert sorted(session.said()) == [
        "and print the totals",
        "fix the exporter of invoices",
        "then sort the ledger by date",
    ]


def test_a_killed_server_leaves_a_socket_that_harms_nobody(session: Session) -> None:
    server = session.serve()
    server.kill()
    server.communicate()
    assert len(session.sockets()) == 1
    session.prompt("fix the exporter of invoices")
    assert session.said() == ["fix the exporter of invoices"]
    session.serve()
    wait_until(lambda: len(session.sockets()) == 1)


def test_a_server_that_ends_takes_its_socket_with_it(session: Session) -> None:
    server = session.serve()
    server.communicate(b"")
    assert session.sockets() == []


def test_a_server_that_breaks_off_leaves_the_event_to_the_hook(session: Session) -> None:
    session.serve()
    (path,) = session.sockets()
    session.end()
    path.unlink()
    with socket.socket(socket.AF_UNIX) as broken:
        broken.bind(str(path))
        broken.listen(1)
        hook = subprocess.Popen(
            HOOK, env=session.environ, cwd=session.project, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        event = {"session_id": "s1", "cwd": str(session.project), "prompt": "sort the ledger"}
        assert hook.stdin
        hook.stdin.write(json.dumps({**event, "hook_event_name": "UserPromptSubmit"}).encode())
        hook.stdin.close()
        client, _ = broken.accept()
        client.recv(1 << 16)
        client.close()
        assert hook.wait(PATIENCE) == 0
        for stream in (hook.stdout, hook.stderr):
            assert stream
            stream.close()
    assert session.said() == ["sort the ledger"]


def test_a_hook_of_another_directory_asks_no_server_of_this_one(session: Session) -> None:
    session.serve()
    other = session.project.parent / "other"
    other.mkdir()
    session.prompt("sort the ledger", CLAUDE_PROJECT_DIR=str(other))
    assert session.said() == ["sort the ledger"]


def test_a_request_that_is_not_one_ends_nothing(session: Session) -> None:
    server = session.serve()
    (path,) = session.sockets()
    for request in (b"", b"\xff" * 4, b"\x05\0\0\0ab", b"\x03\0\0\0a\0\0", b"\x02\0\0\0\0\0"):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(str(path))
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            client.settimeout(PATIENCE)
            assert client.recv(100) == b""
    session.prompt("sort the ledger")
    assert session.said() == ["sort the ledger"]
    assert server.poll() is None
