"""Cost of topic tracking: many processes at once, and the ten-thousandth prompt.

    python -m benchmarks.topics_load [--processes 60] [--prompts 10000] [--save]

Times are CPU time of this process, so they are valid on a busy machine.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import statistics
import subprocess
import sys
import tempfile

from benchmarks import SOURCE
from benchmarks.lib import results
from sightline.model.session import SessionKey
from sightline.settings.load import load
from sightline.store.sqlite.database import Database, open_database
from sightline.topics.tracker import Submission, track

ONE_PROMPT = """
import os, sys, time
from sightline.topics.tracker import Submission, track
from sightline.model.session import SessionKey
from sightline.settings.load import load
from sightline.store.sqlite.database import open_database
path, number = sys.argv[1], int(sys.argv[2])
memory = open_database(path, "memory", busy_ms=60000)
prompt = f"prompt {number} about exporter{number % 7} rows"
key = SessionKey("load", f"s{number % 9}")
track(memory, load(None, {}), Submission("load", prompt, time.time_ns() // 1_000_000, key))
"""


def cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def concurrent(folder: str, processes: int) -> dict[str, int]:
    path = os.path.join(folder, "concurrent.db")
    memory = open_database(path, "memory")
    environ = {**os.environ, "PYTHONPATH": str(SOURCE), "HOME": folder}
    command = [sys.executable, "-c", ONE_PROMPT, path]
    started = [subprocess.Popen([*command, str(n)], env=environ) for n in range(processes)]
    failed = sum(process.wait() != 0 for process in started)
    counted = memory.statement("SELECT prompts FROM forest")[0][0]
    kept, sources = memory.statement("SELECT count(*), count(DISTINCT source) FROM turn")[0]
    changes = memory.statement("SELECT sum(count) FROM transition")[0][0]
    return {
        "processes": processes,
        "failed": failed,
        "prompts kept": kept,
        "prompts counted": counted,
        "distinct sources": sources,
        "transitions counted": changes,
    }


def prompts(count: int) -> list[tuple[str, str]]:
    """Generated prompts of many sessions over a growing vocabulary."""
    dice = random.Random(7)
    words = [
        f"{a}{b}" for a in ("ex", "side", "in", "ker", "zep") for b in ("port", "bar", "voice")
    ]
    texts = []
    for number in range(count):
        chosen = [dice.choice(words) + str(dice.randrange(1 + number // 20)) for _ in range(5)]
        texts.append((f"fix the {' '.join(chosen)} please", f"s{number // 8}"))
    return texts


def endurance(folder: str, count: int) -> dict[str, float]:
    memory = open_database(os.path.join(folder, "endurance.db"), "memory")
    memory.statement("PRAGMA synchronous=OFF")
    costs = []
    for number, (prompt, session) in enumerate(prompts(count)):
        costs.append(cost_of(memory, prompt, session, 1_800_000_000_000 + number * 60_000))
    early = statistics.median(costs[900:1100]) if count >= 1100 else statistics.median(costs[:100])
    late = statistics.median(costs[-200:])
    return {
        "prompts": count,
        "ms at 1,000": round(early * 1000, 2),
        f"ms at {count:,}": round(late * 1000, 2),
        "ratio": round(late / early, 2),
    }


def cost_of(memory: Database, prompt: str, session: str, now: int) -> float:
    before = cpu()
    track(memory, load(None, {}), Submission("load", prompt, now, SessionKey("load", session)))
    return cpu() - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--processes", type=int, default=60)
    parser.add_argument("--prompts", type=int, default=10_000)
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIGHTLINE_HOME"] = folder
        report = {
            "concurrent": concurrent(folder, arguments.processes),
            "endurance": endurance(folder, arguments.prompts),
        }
    lines = [{"figure": name, **row} for name, row in report.items()]
    results.publish("topics_load", lines, save=arguments.save)


if __name__ == "__main__":
    main()
