"""Cost of the store: python -m benchmarks.store [--runs N] [--writers N] [--save]

Measures in one run: opening (over the bare interpreter, interleaved), single operations, and many writers
waiting for one lock with SQLite's busy handler and by retrying every few milliseconds. Times are CPU; one JSON
line per figure.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from statistics import median

from benchmarks import SOURCE
from benchmarks.lib import results

OPEN = (
    f"import sys; sys.path.insert(0, {str(SOURCE)!r})\n"
    "from sightline.store.sqlite.database import open_database\n"
    "memory = open_database({path!r}, 'memory')\n"
)
STARTS = {
    "bare interpreter": "pass",
    "sqlite3": "import sqlite3",
    "open and read": OPEN + "memory.value('meta.read', key='k')",
    "open and write": OPEN + "memory.run('meta.write', key='k', value=1)",
}
WRITER = """
import json, os, sys, time
sys.path.insert(0, sys.argv[1])
from sightline.errors import StoreBusy
from sightline.store.sqlite.database import open_database
memory = open_database(sys.argv[2], "memory", busy_ms=120_000)
if sys.argv[3] == "asking again":
    memory.statement("PRAGMA busy_timeout=0")
    def execute_with_retry(sql):
        while True:
            try:
                return memory.statement(sql)
            except StoreBusy:
                time.sleep(0.001 + 0.006 * int.from_bytes(os.urandom(1), "big") / 255)
    memory.execute_with_retry = execute_with_retry
print("ready", flush=True)
sys.stdin.read()
waits = []
for number in range(40):
    begin = time.monotonic()
    memory.run("meta.write", key=f"{os.getpid()}-{number}", value="v" * 1500)
    waits.append(time.monotonic() - begin)
print(json.dumps(waits))
"""


def children_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure_starts(folder: str, runs: int) -> list[dict[str, object]]:
    path = os.path.join(folder, "starts", "memory.db")
    times: dict[str, list[float]] = {name: [] for name in STARTS}
    python = os.path.realpath(sys.executable)
    for run in range(runs + 1):
        for name, code in STARTS.items():
            begin = children_cpu()
            command = [python, "-I", "-S", "-c", code.replace("{path!r}", repr(path))]
            subprocess.run(command, check=True)
            if run:  # The first run creates the database and the bytecode.
                times[name].append((children_cpu() - begin) * 1000)
    bare = median(times["bare interpreter"])
    return [
        {
            "figure": f"start: {name}",
            "cpu_ms": round(median(milliseconds), 2),
            "over_bare_ms": round(median(milliseconds) - bare, 2),
            "ratio_to_bare": round(median(milliseconds) / bare, 2),
        }
        for name, milliseconds in times.items()
    ]


def measure_operations(folder: str, runs: int) -> list[dict[str, object]]:
    from sightline.model.frame import Frame, Item
    from sightline.model.session import SessionKey
    from sightline.store import activity as log
    from sightline.store.sqlite.database import open_database
    from sightline.store.sqlite.spool import Spool

    memory = open_database(os.path.join(folder, "memory.db"), "memory")
    activity = open_database(os.path.join(folder, "activity.db"), "activity")
    spool = Spool(os.path.join(folder, "spool"), "memory")
    key = SessionKey("agent", "session")
    items = tuple(Item("code", f"a.py::f{n}", "x" * 300, 0.5, f"h{n}" * 8) for n in range(8))
    frame = Frame("x" * 2500, items, (), 600, 1500)
    named = {"project": "p", "event": "prompt", "prompt": "y" * 200, "ms": 1.0}
    operations: dict[str, Callable[[int], object]] = {
        "read one value": lambda n: memory.value("meta.read", key=f"k{n}"),
        "write a memory": lambda n: memory.run("meta.write", key=f"k{n}", value="v" * 300),
        "spool an event": lambda n: spool.append("n", {"x": "v" * 300}, now=n),
        "look for a spool": lambda n: spool.waiting(),
        "see a session": lambda n: log.see_session(activity, key, now=n, prompt=True),
        "read what it has": lambda n: log.still_has(activity, key, now=n),
        "record 8 items": lambda n: log.record_injection(activity, key, frame, now=n, **named),
    }
    lines: list[dict[str, object]] = []
    for name, operation in operations.items():
        operation(0)
        cpu, wall = time.process_time(), time.perf_counter()
        for number in range(1, runs * 10 + 1):
            operation(number)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        scale = 1e6 / (runs * 10)
        line = {"figure": f"operation: {name}", "cpu_us": round(cpu * scale)}
        lines.append({**line, "wall_us": round(wall * scale)})
    return lines


def measure_waiting(folder: str, writers: int) -> list[dict[str, object]]:
    lines: list[dict[str, object]] = []
    for way in ("SQLite's way", "asking again"):
        path = os.path.join(folder, way.split()[0], "memory.db")
        begin = children_cpu()
        running = [
            subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", WRITER, str(SOURCE), path, way],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for _ in range(writers)
        ]
        for process in running:
            assert process.stdout
            process.stdout.readline()
        wall = time.monotonic()
        for process in running:
            assert process.stdin
            process.stdin.close()
            process.stdin = None
        waits = sorted(wait for process in running for wait in json.loads(process.communicate()[0]))
        lines.append(
            {
                "figure": f"{writers} writers, 40 writes each: {way}",
                "wall_s": round(time.monotonic() - wall, 1),
                "cpu_s": round(children_cpu() - begin, 1),
                "median_wait_ms": round(median(waits) * 1000, 1),
                "p99_wait_ms": round(waits[int(len(waits) * 0.99)] * 1000),
                "longest_wait_ms": round(waits[-1] * 1000),
            }
        )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=40, help="interleaved rounds")
    parser.add_argument("--writers", type=int, default=50, help="processes that write at once")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        lines = measure_starts(folder, arguments.runs)
        lines += measure_operations(folder, arguments.runs)
        lines += measure_waiting(folder, arguments.writers)
    results.publish("store", lines, save=arguments.save)


if __name__ == "__main__":
    main()
