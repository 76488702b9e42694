"""How a server lives: it answers first, indexes beside that, shares the work, leaves nothing."""

import functools
import pathlib
import signal
import subprocess
import sys

import pytest

from sightline.store.code.lease import hold_lease, hold_watch
from sightline.workspace.identity import find_project
from tests.server.conftest import (
    GREETING,
    HELLO,
    LIST,
    alive,
    index,
    make_project,
    own_environ,
    until,
)

linux = pytest.mark.skipif(sys.platform != "linux", reason="reads the process table")


@pytest.fixture
def fresh(tmp_path: pathlib.Path) -> tuple[pathlib.Path, dict[str, str]]:
    """A project that was never indexed, and a home of its own."""
    return make_project(tmp_path / "work"), own_environ(tmp_path / "data")


def test_the_first_answers_come_before_any_index_is_there(fresh, start) -> None:
    project, environ = fresh
    server = start(environ, "--root", str(project))
    server.say(HELLO)
    assert server.hear()["result"]["serverInfo"]["name"] == "sightline"
    assert not (tmp := pathlib.Path(environ["SIGHTLINE_HOME"]) / "index").exists(), tmp
    server.say(LIST)
    assert server.hear()["result"]["tools"]


def test_a_call_waits_a_little_for_the_first_index_and_is_then_whole(fresh, start) -> None:
    project, environ = fresh
    server = start(environ, "--root", str(project))
    server.greet()
    # Who shows progress is kept waiting longest, so that a busy machine does not matter here.
    text, _ = server.call("query_symbol", {"name": "greet"}, progressToken="p")
    assert "def greet(name: str) -> str" in text
    assert "% complete" not in text


def test_progress_is_told_to_who_asked_for_it(tmp_path: pathlib.Path, start) -> None:
    project, environ = make_project(tmp_path / "work", files=150), own_environ(tmp_path / "data")
    server = start(environ, "--root", str(project))
    server.greet()
    _, before = server.call("query_symbol", {"name": "greet"}, progressToken="p1")
    told = [note["params"] for note in before if note.get("method") == "notifications/progress"]
    assert told
    assert {note["progressToken"] for note in told} == {"p1"}
    assert [note["progress"] for note in told] == sorted({note["progress"] for note in told})
    # On a busy machine the index may still be incomplete when the wait ends.
    until(lambda: "greeting.py:1" in server.call("query_symbol", {"name": "greet"})[0])
    _, before = server.call("query_symbol", {"name": "greet"})
    assert not [note for note in before if note.get("method") == "notifications/progress"]


def test_a_change_is_seen_without_being_asked_about(fresh, start) -> None:
    project, environ = fresh
    environ |= {"SIGHTLINE_INDEX_DEBOUNCE_MS": "50"}
    server = start(environ, "--root", str(project))
    server.greet()
    server.call("query_symbol", {"name": "greet"})
    (project / "parting.py").write_text(GREETING.replace("greet", "part"))
    until(lambda: "def part(name" in server.call("query_symbol", {"name": "part"})[0])


@linux
def test_the_worker_ends_by_itself_and_the_server_stays(fresh, start) -> None:
    project, environ = fresh
    server = start(environ, "--root", str(project))
    server.greet()
    until(server.children)
    until(lambda: not server.children())
    assert alive(server.process.pid)


@linux
@pytest.mark.parametrize("end", ["stdin", "term", "kill"])
def test_no_process_outlives_the_server(tmp_path: pathlib.Path, start, end: str) -> None:
    project, environ = make_project(tmp_path / "work", files=150), own_environ(tmp_path / "data")
    server = start(environ, "--root", str(project))
    server.greet()
    children = until(server.children)
    if end == "stdin":
        server.process.stdin.close()
    else:
        server.process.send_signal(signal.SIGTERM if end == "term" else signal.SIGKILL)
    code = server.process.wait(timeout=20)
    assert code == (-signal.SIGKILL if end == "kill" else 0)
    until(lambda: not [child for child in children if alive(child)], 10)


def test_two_servers_share_one_index_and_the_second_takes_over(fresh, start) -> None:
    project, environ = fresh
    environ |= {"SIGHTLINE_INDEX_DEBOUNCE_MS": "50"}
    first, second = (start(environ, "--root", str(project)) for _ in range(2))
    for server in (first, second):
        server.greet()
    for server in (first, second):
        # On a busy machine the first answer may be that the index is being built.
        call = functools.partial(server.call, "query_symbol", {"name": "greet"})
        until(lambda call=call: "def greet" in call()[0])
    if sys.platform == "linux":
        # Whoever watches has a worker now and then; the other never had one.
        until(lambda: not first.children() and not second.children())
    first.kill()
    (project / "parting.py").write_text(GREETING.replace("greet", "part"))
    until(lambda: "def part(name" in second.call("query_symbol", {"name": "part"})[0])


def test_a_folder_nobody_meant_is_not_indexed(tmp_path: pathlib.Path, start) -> None:
    """A server that an assistant starts in somebody's home must not read all of it."""
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "greeting.py").write_text(GREETING)
    environ = own_environ(tmp_path / "data")
    server = start(environ, cwd=tmp_path / "home")
    server.greet()
    text, _ = server.call("get_health", {})
    assert text.startswith("not indexed yet")
    assert not server.children()


def cycle(environ: dict[str, str], project: pathlib.Path, start, number: int) -> list[int]:
    """One start and one hard end, each at another moment; the processes there were."""
    server = start(environ, "--root", str(project))
    (project / "greeting.py").write_text(GREETING + f"\n\ndef new_{number}():\n    return 1\n")
    if number % 3:
        server.greet()
    if number % 3 == 2:
        server.call("get_health", {})
    found = [server.process.pid, *server.children()]
    server.kill()
    return found


def check_nothing_is_left(tmp_path: pathlib.Path, start, cycles: int) -> None:
    project = make_project(tmp_path / "work", files=30)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    environ = own_environ(tmp_path / "data") | {"TMPDIR": str(temporary)}
    # What every server makes in its home is there before the count begins.
    warm = start(environ, "--root", str(project))
    warm.greet()
    warm.call("query_symbol", {"name": "greet"})
    warm.process.stdin.close()
    warm.process.wait(timeout=20)
    before = names(tmp_path)
    pids = [pid for number in range(cycles) for pid in cycle(environ, project, start, number)]
    until(lambda: not [pid for pid in pids if alive(pid)], 10)
    tree = find_project(str(project)).worktree_id
    for hold in (hold_lease, hold_watch):
        lock = until(lambda hold=hold: hold(tree, environ["SIGHTLINE_HOME"]))
        lock.release()
    assert names(tmp_path) == before
    assert not list(temporary.iterdir())
    index(project, environ)
    server = start(environ, "--root", str(project), "--no-index")
    server.greet()
    assert f"new_{cycles - 1}" in server.call("query_symbol", {"name": f"new_{cycles - 1}"})[0]


def names(folder: pathlib.Path) -> set[str]:
    """Every file, databases' own companions aside: they come and go with their readers."""
    found = {str(path) for path in folder.rglob("*") if ".git" not in path.parts}
    return {path for path in found if not path.endswith(("-wal", "-shm", ".pyc", "__pycache__"))}


@linux
def test_starts_and_hard_ends_leave_nothing_behind(tmp_path: pathlib.Path, start) -> None:
    check_nothing_is_left(tmp_path, start, 3)


@linux
@pytest.mark.heavy
def test_twenty_starts_and_hard_ends_leave_nothing_behind(tmp_path: pathlib.Path, start) -> None:
    check_nothing_is_left(tmp_path, start, 20)


def test_a_project_cannot_replace_modules_of_ours(tmp_path: pathlib.Path, start) -> None:
    """Workers run in the project's folder, where anything may be called json.py."""
    project, environ = make_project(tmp_path / "work"), own_environ(tmp_path / "data")
    trap = tmp_path / "sprung"
    for name in ("json", "queue", "sightline"):
        (project / f"{name}.py").write_text(f"open({str(trap)!r}, 'w').close()\n")
    command = [sys.executable, "-P", "-m", "sightline", "index", "--project", str(project)]
    subprocess.run(command, env=environ, cwd=project, check=True, capture_output=True)
    assert not trap.exists()


def test_no_journal_is_left_when_the_last_server_ends(fresh, start) -> None:
    project, environ = fresh
    server = start(environ, "--root", str(project))
    server.greet()
    server.call("save_memory", {"content": "Ledgers are sorted by date", "category": "fact"})
    data = pathlib.Path(environ["SIGHTLINE_HOME"])
    assert (data / "memory.db-wal").stat().st_size
    server.process.stdin.close()
    server.process.wait(timeout=30)
    for name in ("memory.db", "activity-1.db"):
        journal = data / f"{name}-wal"
        assert not journal.exists() or not journal.stat().st_size
