"""Runs a command and says what it cost: processor, wall, memory. Knows no command by name."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_LOOK_SECONDS = 0.02


class Cost(NamedTuple):
    """What a command took; `cpu` and `megabytes` are 0 where the system does not tell."""

    cpu: float
    wall: float
    megabytes: float
    code: int
    output: bytes


def run(
    command: Sequence[str],
    *,
    cwd: str,
    environ: Mapping[str, str] | None = None,
    given: bytes = b"",
    memory: bool = False,
) -> Cost:
    """Run a command with all its descendants to its end; `memory` watches their sizes."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
        stdin.write(given)
        stdin.seek(0)
        started = time.perf_counter()
        process = subprocess.Popen(
            list(command),
            cwd=cwd,
            env=None if environ is None else dict(environ),
            stdin=stdin,
            stdout=stdout,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        peak = _Peak(process.pid) if memory else None
        cpu, largest = _wait(process)
        wall = time.perf_counter() - started
        # On Linux a process starts with the size of the one that started it: only looking tells.
        megabytes = peak.stop() or largest if peak else 0.0
        stdout.seek(0)
        return Cost(cpu, wall, megabytes, process.returncode, stdout.read())


def _wait(process: "subprocess.Popen[bytes]") -> tuple[float, float]:
    """Processor seconds and the largest process in megabytes, where the system tells."""
    if sys.platform == "win32":
        process.wait()
        return 0.0, 0.0
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # macOS counts bytes.
    largest = usage.ru_maxrss / 1e6 if sys.platform == "darwin" else 0.0
    return usage.ru_utime + usage.ru_stime, largest


class _Peak:
    """The most memory a process and its descendants had together (Linux; elsewhere 0)."""

    def __init__(self, pid: int) -> None:
        self.pid, self.megabytes, self._ended = pid, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """End watching; the most it saw."""
        self._ended.set()
        self._thread.join()
        return self.megabytes

    def _watch(self) -> None:
        before = 0.0
        while not self._ended.wait(_LOOK_SECONDS):
            # Twice in a row: a process that is being started counts its parent's memory too.
            now = memory_of(self.pid)
            self.megabytes = max(self.megabytes, min(before, now))
            before = now


def memory_of(pid: int) -> float:
    """Resident megabytes of a process tree; shared pages count in each (Linux; elsewhere 0)."""
    total, todo = 0.0, [pid]
    while todo:
        current = todo.pop()
        try:
            with open(f"/proc/{current}/statm", encoding="ascii") as file:
                total += int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            for task in os.listdir(f"/proc/{current}/task"):
                with open(f"/proc/{current}/task/{task}/children", encoding="ascii") as file:
                    todo += [int(child) for child in file.read().split()]
        except (OSError, ValueError, IndexError):
            continue
    return total
