"""The hook as a process, whatever goes wrong: exit 0, no stderr, a valid answer or none, in time.

Ruling 58 (deadlines), ruling 59 (nothing acknowledged is lost).
"""

import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import time

import pytest

PACKAGE = pathlib.Path(__file__).parents[2] / "src" / "sightline"
HOOK = [sys.executable, "-I", "-S", str(PACKAGE / "hook" / "__main__.py")]
CONSOLE = [
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); "
    "from sightline.cli.main import main; sys.exit(main(['hook', *sys.argv[1:]]))",
]
# What starting a process may take on a busy machine, beside the deadline.
SLACK = 4.0
DEADLINE = 1.0
PATIENCE = 20
LOCKER = """
import sqlite3, sys, time
found = sqlite3.connect(sys.argv[1], isolation_level=None)
found.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
sys.stdin.read()
"""


class Desk:
    """One user with one project."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.project = folder / "project"
        self.project.mkdir()
        self.home = folder / "home"
        self.environ = {"HOME": str(folder), "SIGHTLINE_HOME": str(self.home), "PATH": ""}
        # A busy machine must not end what a test looks at; the deadline has tests of its own.
        self.environ["SIGHTLINE_HOOK_PROMPT_SECONDS"] = str(PATIENCE)
        self.memory = self.home / "memory.db"

    def event(self, prompt: object, **values: object) -> bytes:
        event = {"session_id": "s1", "cwd": str(self.project), "prompt": prompt}
        return json.dumps({**event, "hook_event_name": "UserPromptSubmit", **values}).encode()

    def run(
        self, raw: bytes, *arguments: str, command: list[str] = HOOK, within: float = DEADLINE
    ) -> str:
        """Run the hook and check what holds always; the context it gave."""
        begin = time.monotonic()
        done = subprocess.run(
            [*command, *arguments], input=raw, env=self.environ, cwd=self.project,
            capture_output=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0
        assert done.stderr == b""
        assert time.monotonic() - begin < within + SLACK, done.stdout
        if not done.stdout:
            return ""
        answer = json.loads(done.stdout)
        return str(answer["hookSpecificOutput"]["additionalContext"])

    def prompt(self, text: str, **values: object) -> str:
        return self.run(self.event(text, **values))

    def said(self) -> list[str]:
        """Every prompt that was kept."""
        with sqlite3.connect(self.memory) as memory:
            rows = memory.execute("SELECT text FROM turn WHERE role = 'prompt' ORDER BY number")
            return [row[0] for row in rows]

    def counted(self) -> int:
        with sqlite3.connect(self.memory) as memory:
            return int(memory.execute("SELECT sum(prompts) FROM forest").fetchone()[0])

    def spooled(self) -> list[str]:
        folder = self.home / "spool"
        return [
            line
            for path in folder.glob("*.jsonl")
            for line in path.read_text().splitlines()
            if line
        ]


@pytest.fixture
def desk(tmp_path: pathlib.Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture
def used(desk: Desk) -> Desk:
    desk.prompt("fix the exporter of invoices")
    assert desk.said() == ["fix the exporter of invoices"]
    return desk


def hold(path: pathlib.Path) -> subprocess.Popen[bytes]:
    """Another process that has the database locked until its stdin closes."""
    holder = subprocess.Popen(
        [sys.executable, "-c", LOCKER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert holder.stdout
    assert holder.stdout.readline() == b"locked\n"
    return holder


def release(holder: subprocess.Popen[bytes]) -> None:
    holder.communicate(b"")


def test_the_first_prompt_makes_the_store_and_is_answered(desk: Desk) -> None:
    desk.environ["SIGHTLINE_FOCUS_EVERY_PROMPT"] = "true"
    assert "[Focus" in desk.prompt("fix the exporter of invoices")
    assert desk.said() == ["fix the exporter of invoices"]


def test_a_locked_store_delays_nothing_and_the_prompt_is_taken_in_once_later(used: Desk) -> None:
    holder = hold(used.memory)
    try:
        used.prompt("add a ledger to the exporter")
        used.prompt("then sort the ledger by date")
        assert len(used.spooled()) == 2
    finally:
        release(holder)
    used.prompt("now test the ledger of the exporter")
    used.prompt("and document the ledger of the exporter")
    assert sorted(used.said()) == [
        "add a ledger to the exporter",
        "and document the ledger of the exporter",
        "fix the exporter of invoices",
        "now test the ledger of the exporter",
        "then sort the ledger by date",
    ]
    assert used.counted() == 5
    assert not used.spooled()


def test_a_locked_log_of_activity_costs_only_the_log(used: Desk) -> None:
    holder = hold(next(used.home.glob("activity-*.db")))
    try:
        used.prompt("add a ledger to the exporter")
    finally:
        release(holder)
    used.prompt("then sort the ledger by date")
    assert "add a ledger to the exporter" in used.said()


def test_a_damaged_store_keeps_the_prompt_for_the_repaired_one(used: Desk) -> None:
    whole = used.memory.read_bytes()
    for beside in used.home.glob("memory.db-*"):
        beside.unlink()
    used.memory.write_bytes(b"this is no database at all" * 400)
    used.prompt("add a ledger to the exporter")
    assert len(used.spooled()) == 1
    assert used.memory.read_bytes().startswith(b"this is no database")
    used.memory.write_bytes(whole)
    (used.home / "memory.db.suspect").unlink(missing_ok=True)
    used.prompt("then sort the ledger by date")
    assert "add a ledger to the exporter" in used.said()


def test_a_damaged_log_of_activity_starts_anew(used: Desk) -> None:
    path = next(used.home.glob("activity-*.db"))
    for beside in used.home.glob("activity-*.db-*"):
        beside.unlink()
    path.write_bytes(b"nonsense" * 2000)
    used.prompt("add a ledger to the exporter")
    used.prompt("then sort the ledger by date")
    assert len(used.said()) == 3


def test_a_store_that_went_away_is_made_again(used: Desk) -> None:
    for path in used.home.glob("memory.db*"):
        path.unlink()
    used.prompt("add a ledger to the exporter")
    assert used.said() == ["add a ledger to the exporter"]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_lets_the_prompt_through(used: Desk) -> None:
    for path in (*used.home.rglob("*"), used.home):
        path.chmod(0o500 if path.is_dir() else 0o400)
    try:
        used.prompt("add a ledger to the exporter")
    finally:
        for path in (used.home, *used.home.rglob("*")):
            path.chmod(0o700)


def test_a_home_that_is_a_file_lets_the_prompt_through(desk: Desk) -> None:
    desk.home.write_text("in the way")
    desk.prompt("add a ledger to the exporter")
    assert desk.home.read_text() == "in the way"


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root may mount")
def test_a_full_disk_loses_nothing_that_was_kept(used: Desk, tmp_path: pathlib.Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "none", str(small)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        used.environ["SIGHTLINE_HOME"] = str(small)
        used.home, used.memory = small, small / "memory.db"
        used.prompt("fix the exporter of invoices")
        with open(small / "filler", "wb", buffering=0) as filler:
            try:
                while True:
                    filler.write(b"x" * 65536)
            except OSError:
                pass
        used.prompt("add a ledger to the exporter " + "with many words " * 4000)
        (small / "filler").unlink()
        used.prompt("then sort the ledger by date")
        said = used.said()
        assert said[0] == "fix the exporter of invoices"
        assert said[-1] == "then sort the ledger by date"
    finally:
        subprocess.run(["umount", "-l", str(small)], check=True)


def test_an_index_being_written_delays_nothing(used: Desk) -> None:
    from sightline.store.locations import index_path
    from sightline.store.sqlite.database import open_database
    from sightline.workspace.identity import find_project

    worktree = find_project(str(used.project)).worktree_id
    path = index_path(worktree, str(used.home))
    open_database(path, "index").close()
    holder = hold(pathlib.Path(path))
    try:
        used.prompt("add a ledger to the exporter")
    finally:
        release(holder)
    assert "add a ledger to the exporter" in used.said()


@pytest.mark.parametrize(
    "raw",
    [
        *(b"", b" \n", b"{", b"null", b"[]", b'"prompt"', b"\x00\xff\xfe", b"{}" * 9),
        b'{"prompt": ' + b"[" * 100_000,
        b'{"hook_event_name": 7, "prompt": {"a": []}, "cwd": [], "session_id": {}}',
        b'{"hook_event_name": "UserPromptSubmit"}',
    ],
    ids=lambda raw: repr(raw[:24]),
)
def test_input_that_is_no_event_is_passed_over(desk: Desk, raw: bytes) -> None:
    assert desk.run(raw) == ""


def test_a_prompt_of_five_megabytes_is_taken_in_time(desk: Desk) -> None:
    desk.prompt("why is the ledger slow? " + "row of a pasted log, number 12345\n" * 160_000)
    assert len(desk.said()) == 1 or len(desk.spooled()) == 1


def test_a_binary_prompt_is_taken(desk: Desk) -> None:
    desk.run(desk.event("xyz ledger").replace(b"xyz", bytes(range(128, 256)) + rb"\u0000\ud83d"))
    assert len(desk.said()) == 1


def test_unknown_agents_and_events_get_nothing(desk: Desk) -> None:
    desk.environ["SIGHTLINE_FOCUS_EVERY_PROMPT"] = "true"
    assert desk.run(desk.event("fix the ledger"), "--agent", "somebody") == ""
    assert desk.prompt("fix the ledger", hook_event_name="SomethingNew") == ""
    assert desk.run(desk.event("fix the ledger"), "--agent") != ""


def test_a_clock_gone_backwards_changes_nothing(used: Desk) -> None:
    """The store holds times of tomorrow; today's prompts go on."""
    with sqlite3.connect(used.memory) as memory:
        memory.execute("UPDATE turn SET created = created + 86400000")
        memory.execute("UPDATE node SET used = used + 86400000, created = created + 86400000")
    with sqlite3.connect(next(used.home.glob("activity-*.db"))) as activity:
        tables = [row[0] for row in activity.execute("SELECT name FROM sqlite_master")]
        assert "session" in tables
        activity.execute("UPDATE session SET seen = seen + 86400000")
    used.prompt("add a ledger to the exporter")
    used.prompt("then sort the ledger by date")
    assert len(used.said()) == 3


def test_without_a_home_the_prompt_goes_through(desk: Desk) -> None:
    desk.environ = {"PATH": ""}
    begin = time.monotonic()
    done = subprocess.run(
        [*HOOK], input=desk.event("fix the ledger", cwd="/nowhere/at/all"),
        env={"SIGHTLINE_HOME": str(desk.home)}, capture_output=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert time.monotonic() - begin < DEADLINE + SLACK


def test_the_deadline_ends_the_process(used: Desk) -> None:
    """Ruling 58: stopped in the middle, it says what is ready and keeps what was said before."""
    used.environ["SIGHTLINE_HOOK_PROMPT_SECONDS"] = "0.05"
    holder = hold(used.memory)
    try:
        used.prompt("add a ledger to the exporter")
    finally:
        release(holder)
    used.environ["SIGHTLINE_HOOK_PROMPT_SECONDS"] = str(PATIENCE)
    used.prompt("then sort the ledger by date")
    assert sorted(used.said()) == [
        "add a ledger to the exporter",
        "fix the exporter of invoices",
        "then sort the ledger by date",
    ]


def test_an_assistant_that_never_closes_its_pipe_is_not_waited_for(used: Desk) -> None:
    del used.environ["SIGHTLINE_HOOK_PROMPT_SECONDS"]
    begin = time.monotonic()
    process = subprocess.Popen(
        HOOK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=used.environ,
    )  # fmt: skip
    assert process.wait(timeout=30) == 0
    assert time.monotonic() - begin < DEADLINE + SLACK
    assert process.communicate() == (b"", b"")


def test_a_reader_that_is_gone_is_no_failure(used: Desk) -> None:
    process = subprocess.Popen(
        HOOK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=used.environ,
    )  # fmt: skip
    assert process.stdin
    assert process.stdout
    process.stdout.close()
    process.stdin.write(used.event("draw a map of the harbour", session_id="s2"))
    process.stdin.close()
    assert process.wait(timeout=30) == 0
    assert process.stderr
    assert process.stderr.read() == b""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no such signal")
def test_a_killed_hook_leaves_a_store_that_goes_on(used: Desk) -> None:
    for wait in (0.01, 0.03, 0.05, 0.08):
        process = subprocess.Popen(HOOK, stdin=subprocess.PIPE, env=used.environ)
        assert process.stdin
        process.stdin.write(used.event(f"prompt killed after {wait}"))
        process.stdin.close()
        try:
            process.wait(timeout=wait)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    used.prompt("then sort the ledger by date")
    assert used.said()[-1] == "then sort the ledger by date"
    assert used.counted() == len(used.said())


@pytest.mark.parametrize("count", [12, pytest.param(60, marks=pytest.mark.heavy)])
def test_prompts_of_many_sessions_at_once_are_all_kept(used: Desk, count: int) -> None:
    """Every prompt once, counters exact, whether written at once or through the spool."""
    texts = [f"prompt {number} about exporter{number % 5} and its rows" for number in range(count)]
    running = []
    for number, text in enumerate(texts):
        process = subprocess.Popen(
            HOOK, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=used.environ,
        )  # fmt: skip
        assert process.stdin
        process.stdin.write(used.event(text, session_id=f"s{number % 7}"))
        process.stdin.close()
        process.stdin = None
        running.append(process)
    for process in running:
        output, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, b"")
        assert not output or json.loads(output)
    for number in range(50):
        if not used.spooled():
            break
        used.prompt(f"one more, number {number}")
    said = used.said()
    assert sorted(text for text in said if text.startswith("prompt ")) == sorted(texts)
    assert used.counted() == len(said)


def test_the_console_command_answers_and_fails_the_same_way(desk: Desk) -> None:
    desk.environ["SIGHTLINE_FOCUS_EVERY_PROMPT"] = "true"
    assert "[Focus" in desk.run(desk.event("fix the exporter"), command=CONSOLE)
    assert desk.run(b"{", command=CONSOLE) == ""
    assert desk.run(desk.event("add a ledger"), "--agent", "nobody", command=CONSOLE) == ""
    holder = hold(desk.memory)
    try:
        desk.run(desk.event("add a ledger to it"), command=CONSOLE)
    finally:
        release(holder)
    desk.run(desk.event("then sort the ledger by date"), command=CONSOLE)
    assert "add a ledger to it" in desk.said()


@pytest.mark.parametrize("odd", ["\\u0000", "\\ud800"])
@pytest.mark.parametrize("field", ["cwd", "transcript_path", "prompt"])
def test_characters_that_no_path_can_hold_cost_no_prompt(desk: Desk, field: str, odd: str) -> None:
    event = json.loads(desk.event("fix the exporter of invoices"))
    event[field] = event.get(field, "") + "ODD"
    desk.run(json.dumps(event).replace("ODD", odd).encode())
    assert not (desk.home / "hook.log").exists()
    assert [said.startswith("fix the exporter") for said in desk.said()] == [True]
