"""What finding memories by meaning costs: python -m benchmarks.semantic_cost [--save]

Needs the extra sightline[semantic]. Measures the disk space of its packages, and in a process of its own what
loading the model, giving a memory its vectors, answering a prompt and comparing a file with a question take. Linux only: sizes are read from /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from importlib.util import find_spec
from typing import Any

from benchmarks.lib import results
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.semantic.meaning import PACKAGES, Meaning
from sightline.store.sqlite.database import open_database

MEMORIES, PROMPTS, FILES = 1_000, 50, 40
# Installed with the packages named in pyproject.toml.
REQUIRED = ("flatbuffers", "google", "packaging")


def disk_megabytes() -> float:
    total = 0
    for package in (*PACKAGES, *REQUIRED):
        spec = find_spec(package)
        for folder in spec.submodule_search_locations or () if spec else ():
            for path in (pathlib.Path(folder), pathlib.Path(f"{folder}.libs")):
                total += sum(file.stat().st_size for file in path.rglob("*") if file.is_file())
    return total / 1e6


def resident_megabytes() -> float:
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def measure() -> dict[str, Any]:
    """The costs in this process, which has not loaded the model yet."""
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(os.path.join(folder, "memory.db"), "memory")
        for number in range(MEMORIES):
            text = f"Uploads of customer {number} over {number} MB are rejected at the proxy since its disk was full"
            keeper.add_plain(database, draft("fact", text, now=1))
        meaning = Meaning()
        resident, begin = resident_megabytes(), time.process_time()
        assert meaning.load()
        loaded = time.process_time()
        meaning.fill(database, MEMORIES)
        filled = time.process_time()
        for number in range(PROMPTS):
            text = f"why does attaching a large file fail in test number {number} on my machine"
            meaning.similar_now(database, text, None)
        answered = time.process_time()
        names = ". ".join(f"send upload part {part}" for part in range(60))
        meaning.near("why is it slow", [f"proxy {number}. {names}" for number in range(FILES)])
        compared = time.process_time()
        grown = resident_megabytes() - resident
        database.close()
    return {
        "figure": "finding by meaning",
        "disk_megabytes": round(disk_megabytes()),
        "memory_megabytes": round(grown),
        "load_seconds": round(loaded - begin, 2),
        "ms_per_memory": round(1000 * (filled - loaded) / MEMORIES, 1),
        "ms_per_file_compared": round(1000 * (compared - answered) / FILES, 1),
        "ms_per_prompt_1000_memories": round(1000 * (answered - filled) / PROMPTS, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--here", action="store_true", help="measure in this process")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    if arguments.here:
        print(json.dumps(measure()))
        return
    command = [sys.executable, "-m", "benchmarks.semantic_cost", "--here"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    results.publish("semantic_cost", [json.loads(done.stdout)], save=arguments.save)


if __name__ == "__main__":
    main()
