"""Nothing acknowledged is lost: many processes at once, killed and stopped processes, full disks.

Every write takes the way of a user: a hook process, `remember`, or `save_memory` of a server. The
counts here are small; `python -m benchmarks.faults` runs the full ones.
"""

import contextlib
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sightline.errors import StoreFull
from sightline.store.sqlite import repair
from sightline.store.sqlite.database import open_database

SOURCE = pathlib.Path(__file__).parents[2] / "src"
HOOK = [sys.executable, "-I", "-S", str(SOURCE / "sightline" / "hook" / "__main__.py")]
CLI = [sys.executable, "-P", "-m", "sightline"]
posix_only = pytest.mark.skipif(os.name != "posix", reason="kill -9 and limits are POSIX")


class Person:
    """One user with one project, who writes in every way there is."""

    def __init__(self, folder: pathlib.Path, home: pathlib.Path) -> None:
        self.project = folder / "project"
        self.project.mkdir()
        self.home = home
        self.environ = {**os.environ, "SIGHTLINE_HOME": str(home), "HOME": str(folder)}

    def start(self, command: list[str], **options: Any) -> "subprocess.Popen[bytes]":
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, cwd=self.project, env=self.environ, stdin=pipe, stdout=pipe, stderr=pipe,
            **options,
        )  # fmt: skip

    def submit(self, prompt: str, stop: Callable[[int], None] | None = None, **options: Any) -> int:
        """Submit a prompt to the hook, which `stop` may disturb; the exit code."""
        event = {"hook_event_name": "UserPromptSubmit", "prompt": prompt, "session_id": prompt}
        process = self.start(HOOK, **options)
        if stop is not None:
            threading.Thread(target=stop, args=(process.pid,)).start()
        try:
            _, stderr = process.communicate(json.dumps(event).encode(), timeout=60)
        except BrokenPipeError:
            stderr = b""
        assert stderr == b""
        return process.wait()

    def remember(self, text: str, **options: Any) -> bool:
        """Whether `sightline remember` acknowledged the text."""
        process = self.start([*CLI, "remember", text], **options)
        _, stderr = process.communicate(timeout=60)
        assert b"Traceback" not in stderr
        return process.returncode == 0

    def prompts(self) -> list[str]:
        """Every prompt that is kept, after the spool was applied."""
        self.submit("look at everything")
        with sqlite3.connect(self.home / "memory.db") as memory:
            rows = memory.execute("SELECT text FROM turn WHERE role = 'prompt'")
            return [row[0] for row in rows if row[0] != "look at everything"]

    def memories(self) -> list[str]:
        with sqlite3.connect(self.home / "memory.db") as memory:
            return [row[0] for row in memory.execute("SELECT text FROM memory")]

    def check_sound(self) -> None:
        assert repair.check(str(self.home / "memory.db"), thorough=True).problems == ()


@pytest.fixture
def person(tmp_path: pathlib.Path) -> Person:
    return Person(tmp_path, tmp_path / "home")


def save_over_mcp(person: Person, texts: list[str], kill_after: int = -1) -> list[str]:
    """The texts that a server's `save_memory` acknowledged before it was killed."""
    process = person.start([*CLI, "serve"])
    assert process.stdin
    assert process.stdout

    def ask(number: int, method: str, params: dict[str, object]) -> bytes:
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(message).encode() + b"\n")
        process.stdin.flush()
        return process.stdout.readline()

    client = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t"}}
    ask(0, "initialize", client)
    kept = []
    for number, text in enumerate(texts, 1):
        answer = ask(
            number,
            "tools/call",
            {"name": "save_memory", "arguments": {"content": text, "category": "fact"}},
        )
        if answer and not json.loads(answer)["result"].get("isError"):
            kept.append(text)
        if number == kill_after:
            process.kill()
            break
    process.stdin.close()
    process.stdout.close()
    process.wait(timeout=30)
    assert process.stderr
    process.stderr.close()
    return kept


def distinct(kind: str, number: int) -> str:
    """A text that says something else than every other one."""
    words = (
        "amber",
        "birch",
        "cedar",
        "dune",
        "ember",
        "fjord",
        "grove",
        "heath",
        "islet",
        "jetty",
    )
    return f"{kind}{number} {words[number % 10]} {words[number // 10 % 10]}{number * 7919}"


def test_prompts_and_memories_of_many_processes_are_all_kept(person: Person) -> None:
    prompts = [distinct("prompt", number) for number in range(8)]
    texts = [distinct("memory", number) for number in range(4)]
    served = [distinct("served", number) for number in range(6)]
    with ThreadPoolExecutor(8) as pool:
        over_mcp = pool.submit(save_over_mcp, person, served)
        remembered = [pool.submit(person.remember, text) for text in texts]
        codes = list(pool.map(person.submit, prompts))
    assert codes == [0] * len(prompts)
    assert all(future.result() for future in remembered)
    assert over_mcp.result() == served
    assert sorted(person.prompts()) == sorted(prompts)
    assert sorted(person.memories()) == sorted([*texts, *served])
    person.check_sound()


@posix_only
def test_a_killed_server_keeps_what_it_acknowledged(person: Person) -> None:
    acknowledged = []
    for run in range(2):
        texts = [distinct(f"run{run}-", number) for number in range(10)]
        acknowledged += save_over_mcp(person, texts, kill_after=3 + run)
    assert set(acknowledged) <= set(person.memories())
    assert len(person.memories()) == len(set(person.memories()))
    person.check_sound()


def stall(after: float, seconds: float = 1.15) -> Callable[[int], None]:
    """Stops a process after so many seconds, for longer than the hook's deadline."""

    def stop(pid: int) -> None:
        time.sleep(after)
        try:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(seconds)
            os.kill(pid, signal.SIGCONT)
        except ProcessLookupError:
            return

    return stop


@posix_only
def test_a_stopped_hook_loses_no_prompt(person: Person) -> None:
    person.submit(distinct("first", 0))
    prompts = [distinct("stalled", number) for number in range(12)]

    def submit(number: int) -> int:
        return person.submit(prompts[number], stall(0.01 + 0.015 * number))

    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(submit, range(len(prompts))))
    assert codes == [0] * len(prompts)
    assert sorted(person.prompts()) == sorted([distinct("first", 0), *prompts])


@posix_only
def test_killed_writers_leave_a_sound_store(person: Person) -> None:
    """FG-47, ruling 40: a save is complete or absent, whatever ends the writer."""

    def kill_later(pid: int) -> None:
        time.sleep(pid % 10 / 50)
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    prompts = [distinct("killed", number) for number in range(8)]
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda prompt: person.submit(prompt, kill_later), prompts))
    answered = [prompt for prompt, code in zip(prompts, codes, strict=True) if code == 0]
    kept = person.prompts()
    assert set(answered) <= set(kept) <= set(prompts)
    assert len(kept) == len(set(kept))
    person.check_sound()


@posix_only
@pytest.mark.parametrize("kilobytes", [40, 400])
def test_a_full_disk_loses_nothing_that_was_acknowledged(person: Person, kilobytes: int) -> None:
    """No file may grow past a limit: SQLite and the spool see what a full disk looks like."""
    import resource  # only POSIX has it

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes * 1024, kilobytes * 1024))

    person.remember("the first memory")
    acknowledged = ["the first memory"]
    for number in range(6):
        text = distinct("full", number) * 200
        if person.remember(text, preexec_fn=limit):
            acknowledged.append(text)
        assert person.submit(text, preexec_fn=limit) == 0
    assert set(acknowledged) <= set(person.memories())
    person.check_sound()


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="mounts a small disk")
def test_a_disk_too_full_for_the_lock_table_is_called_full(tmp_path: pathlib.Path) -> None:
    """SQLite only says that some input or output failed; people need to hear why."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("may not mount here")
    try:
        open_database(str(disk / "memory.db"), "memory").close()
        with pytest.raises(OSError), open(disk / "rest", "wb", buffering=0) as rest:
            while rest.write(b"0" * 4096):
                pass
        with pytest.raises(StoreFull, match="no space left"):
            open_database(str(disk / "memory.db"), "memory")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@posix_only
@pytest.mark.skipif(os.name == "posix" and os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_said_to_be(person: Person) -> None:
    person.home.mkdir(mode=0o500)
    assert not person.remember("nothing is kept here")


@posix_only
def test_a_database_in_a_folder_that_cannot_be_written_can_be_read(tmp_path: pathlib.Path) -> None:
    home = tmp_path / "home"
    database = open_database(str(home / "memory.db"), "memory")
    database.run("meta.write", key="k", value=1)
    database.close()
    assert sorted(os.listdir(home)) == ["memory.db"]
    home.chmod(0o500)
    try:
        database = open_database(str(home / "memory.db"), "memory", readonly=True)
        assert database.value("meta.read", key="k") == 1
    finally:
        home.chmod(0o700)


def test_a_writer_that_never_ends_does_not_block_readers(tmp_path: pathlib.Path) -> None:
    path = str(tmp_path / "memory.db")
    writer = open_database(path, "memory")
    writer.run("meta.write", key="k", value=1)
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    raw.execute("UPDATE meta SET value = 2 WHERE key = 'k'")
    reader = open_database(path, "memory", busy_ms=1)
    assert reader.value("meta.read", key="k") == 1
    raw.execute("ROLLBACK")
    raw.close()
