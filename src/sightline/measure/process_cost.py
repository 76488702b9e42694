"""Runs a command and measures its CPU time, wall time and memory."""

import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple

_SAMPLE_SECONDS = 0.02


class Cost(NamedTuple):
    """What a command cost; `cpu` and `megabytes` are 0 where the system does not report them."""

    cpu: float
    wall: float
    megabytes: float
    code: int
    output: bytes


class _Usage(NamedTuple):
    """CPU seconds, and the size of the largest process in megabytes."""

    cpu: float
    megabytes: float


def run(
    command: Sequence[str],
    *,
    cwd: str,
    environ: Mapping[str, str] | None = None,
    given: bytes = b"",
    memory: bool = False,
) -> Cost:
    """Run a command to its end; `memory` samples the size of it and its descendants."""
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
        sampler = _MemorySampler(process.pid) if memory else None
        usage = _wait(process)
        wall = time.perf_counter() - started
        # On Linux a process starts with its parent's size, so the reported maximum is useless.
        megabytes = sampler.stop() or usage.megabytes if sampler else 0.0
        stdout.seek(0)
        return Cost(usage.cpu, wall, megabytes, process.returncode, stdout.read())


def _wait(process: "subprocess.Popen[bytes]") -> _Usage:
    """Wait for a process and return its usage as far as the system reports it."""
    if sys.platform == "win32":
        process.wait()
        return _Usage(0.0, 0.0)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    # macOS reports bytes.
    largest = usage.ru_maxrss / 1e6 if sys.platform == "darwin" else 0.0
    return _Usage(usage.ru_utime + usage.ru_stime, largest)


class _MemorySampler:
    """Samples the most memory a process and its descendants use together (Linux; else 0)."""

    def __init__(self, pid: int) -> None:
        self.pid, self.megabytes, self._ended = pid, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """Stop sampling and return the maximum."""
        self._ended.set()
        self._thread.join()
        return self.megabytes

    def _sample(self) -> None:
        before = 0.0
        while not self._ended.wait(_SAMPLE_SECONDS):
            # The smaller of two samples: a process that is being forked counts its parent's memory too.
            now = memory_of(self.pid)
            self.megabytes = max(self.megabytes, min(before, now))
            before = now


def memory_of(pid: int) -> float:
    """Resident megabytes of a process tree; shared pages count in each process (Linux; else 0)."""
    total, pending = 0.0, [pid]
    while pending:
        current = pending.pop()
        try:
            with open(f"/proc/{current}/statm", encoding="ascii") as file:
                _size, resident, *_ = file.read().split()
                total += int(resident) * os.sysconf("SC_PAGE_SIZE") / 1e6
            for task in os.listdir(f"/proc/{current}/task"):
                with open(f"/proc/{current}/task/{task}/children", encoding="ascii") as file:
                    pending += [int(child) for child in file.read().split()]
        except (OSError, ValueError, IndexError):
            continue
    return total
