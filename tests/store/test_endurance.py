"""Many processes at once, processes killed in the middle, disks that are full or read-only.

The default counts are small; `pytest -m heavy` runs the full ones.
"""

import os
import pathlib
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from sightline.errors import StoreFull
from sightline.store.sqlite import repair
from sightline.store.sqlite.database import Database, open_database
from sightline.store.sqlite.spool import Spool

WRITER = str(pathlib.Path(__file__).with_name("writer.py"))
posix_only = pytest.mark.skipif(os.name != "posix", reason="kill -9 and limits are POSIX")


def start(
    home: pathlib.Path, name: str, count: int, *, size: int = 100, wait: int = 5000
) -> subprocess.Popen[str]:
    arguments = [str(home), name, str(count), str(size), str(wait)]
    return subprocess.Popen(
        [sys.executable, "-I", "-S", WRITER, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.close()
    process.stdin = None


def apply(database: Database, kind: str, payload: dict[str, Any]) -> None:
    assert kind == "note"
    for key in (payload["id"], payload["id"] + "+"):
        database.statement("INSERT INTO meta VALUES (?, ?)", (key, payload["text"]))


def check_store(home: pathlib.Path, acknowledged: list[str]) -> list[str]:
    """Every acknowledged write is there, whole and once, and the file is sound."""
    path = str(home / "memory.db")
    database = open_database(path, "memory")
    spool = Spool(str(home / "spool"), "memory")
    spool.drain(database, apply, now=1)
    assert spool.refused() == []
    assert not spool.waiting()
    rows = database.statement("SELECT key, value FROM meta WHERE key <> 'compatible_from'")
    database.close()
    found = {str(key): str(value) for key, value in rows}
    halves = {key.rstrip("+") for key in found}
    assert len(found) == 2 * len(halves), "no write is there by half"
    found = {key: found[key] for key in halves}
    assert set(acknowledged) - set(found) == set()
    assert len(acknowledged) == len(set(acknowledged))
    assert all(set(text.split(key)) == {""} for key, text in found.items())
    assert repair.check(path, thorough=True).problems == ()
    return sorted(found)


def acknowledgements(lines: list[str]) -> list[str]:
    assert [line for line in lines if line.startswith("error")] == []
    return [line.split()[1] for line in lines if line.startswith(("written", "spooled"))]


def check_many_processes(home: pathlib.Path, processes: int, writes: int, wait: int) -> list[str]:
    running = [start(home, f"p{number}", writes, wait=wait) for number in range(processes)]
    for process in running:
        assert process.stdout
        process.stdout.readline()
    for process in running:
        go(process)
    lines = [line for process in running for line in process.communicate()[0].splitlines()]
    assert all(process.returncode == 0 for process in running)
    acknowledged = acknowledgements(lines)
    assert len(acknowledged) == processes * writes
    assert len(check_store(home, acknowledged)) == processes * writes
    return lines


def test_ten_processes_write_at_once(tmp_path: pathlib.Path) -> None:
    lines = check_many_processes(tmp_path, 10, 10, wait=5000)
    assert any(line.startswith("written") for line in lines)


def test_impatient_processes_lose_nothing(tmp_path: pathlib.Path) -> None:
    """Ruling 59: what cannot be written in time goes to the spool."""
    check_many_processes(tmp_path, 6, 10, wait=1)


@pytest.mark.heavy
def test_fifty_processes_write_at_once(tmp_path: pathlib.Path) -> None:
    lines = check_many_processes(tmp_path, 50, 40, wait=5000)
    spooled = sum(line.startswith("spooled") for line in lines)
    print(f"50 processes x 40 writes: all there, {spooled} by way of the spool")


@pytest.mark.heavy
def test_fifty_impatient_processes_lose_nothing(tmp_path: pathlib.Path) -> None:
    lines = check_many_processes(tmp_path, 50, 40, wait=2)
    spooled = sum(line.startswith("spooled") for line in lines)
    print(f"50 impatient processes x 40 writes: all there, {spooled} by way of the spool")


def kill_in_the_middle(process: subprocess.Popen[str], after: int) -> list[str]:
    """Kill once so many lines were said; every line that came out was acknowledged."""
    assert process.stdout
    lines = []
    for line in process.stdout:
        lines.append(line.strip())
        if len(lines) > after:
            process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    return lines


def killed_run(home: pathlib.Path, run: int) -> list[str]:
    # Every fifth is hurried, so that it is killed while it appends to the spool.
    process = start(home, f"r{run}", 100_000, size=1500, wait=1 if run % 5 == 4 else 5000)
    go(process)
    lines = kill_in_the_middle(process, after=run * 7 % 23)
    assert process.returncode == -signal.SIGKILL
    return acknowledgements([line for line in lines if line])


def check_kills(home: pathlib.Path, runs: int) -> None:
    acknowledged: list[str] = []
    with ThreadPoolExecutor(4) as pool:
        for first in range(0, runs, 20):
            batch = range(first, first + 20)
            for kept in pool.map(lambda run: killed_run(home, run), batch):
                acknowledged += kept
            found = check_store(home, acknowledged)
    print(f"{runs} killed: {len(acknowledged)} acknowledged, {len(found)} found, all sound")


@posix_only
def test_twenty_killed_writers_lose_nothing(tmp_path: pathlib.Path) -> None:
    """FG-47, ruling 40: a save is whole or not there, whatever ends the writer."""
    check_kills(tmp_path, 20)


@posix_only
@pytest.mark.heavy
def test_two_hundred_killed_writers_lose_nothing(tmp_path: pathlib.Path) -> None:
    check_kills(tmp_path, 200)


@posix_only
@pytest.mark.parametrize("kilobytes", [4, 40, 400])
def test_a_full_disk_loses_nothing_that_was_acknowledged(
    tmp_path: pathlib.Path, kilobytes: int
) -> None:
    """No file may grow past a limit: SQLite and the spool see what a full disk looks like."""
    code = (
        "import resource, runpy, sys\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({kilobytes * 1024}, {kilobytes * 1024}))\n"
        f"sys.argv = [{WRITER!r}, {str(tmp_path)!r}, 'full', '300', '3000', '100']\n"
        f"runpy.run_path({WRITER!r}, run_name='__main__')\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert run.returncode == 0, run.stderr
    lines = run.stdout.splitlines()
    errors = {line.split()[1] for line in lines if line.startswith("error")}
    assert errors <= {"StoreFull", "StoreReadOnly"}, errors
    assert errors
    acknowledged = [line.split()[1] for line in lines if line.startswith(("written", "spooled"))]
    assert acknowledged
    check_store(tmp_path, acknowledged)


@pytest.mark.heavy
@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="mounts a small disk")
@pytest.mark.parametrize("kilobytes", [16, 100, 400])
def test_a_really_full_disk_loses_nothing(tmp_path: pathlib.Path, kilobytes: int) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(disk)]
    if subprocess.run(mount, capture_output=True).returncode:
        pytest.skip("may not mount here")
    try:
        process = start(disk, "full", 300, size=3000, wait=100)
        go(process)
        lines = process.communicate()[0].splitlines()
        assert process.returncode == 0
        assert {line.split()[1] for line in lines if line.startswith("error")} == {"StoreFull"}
        acknowledged = [line.split()[1] for line in lines[1:] if not line.startswith("error")]
        room = ["mount", "-o", f"remount,size={kilobytes + 4000}k", str(disk)]
        subprocess.run(room, check=True, capture_output=True)
        check_store(disk, acknowledged)
    finally:
        subprocess.run(["umount", str(disk)], check=True)


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
        with pytest.raises(StoreFull, match="No space left"):
            open_database(str(disk / "memory.db"), "memory")
    finally:
        subprocess.run(["umount", str(disk)], check=True)


@posix_only
@pytest.mark.skipif(os.name == "posix" and os.getuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_said_to_be(tmp_path: pathlib.Path) -> None:
    tmp_path.chmod(0o500)
    try:
        run = start(tmp_path, "x", 2)
        go(run)
        said = run.communicate()[0]
    finally:
        tmp_path.chmod(0o700)
    assert said.count("error StoreReadOnly") == 2


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
