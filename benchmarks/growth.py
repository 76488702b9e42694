"""How costs grow with size: python -m benchmarks.growth [--save] [--axes code memories prompts]

Creates projects that differ in one dimension (files and symbols; memories; past prompts) and measures each
in one run: the index (first run, no change, one changed file; CPU, megabytes, size), a lookup, a search, a
capsule, recall, and the whole prompt hook beside the bare interpreter. Each figure is CPU, its multiple of
the smallest project, and `power`: the slope of the logarithm of cost over the logarithm of size. It is 0 if
size does not matter and 1 if cost is proportional to size.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import pathlib
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from benchmarks.lib import results
from benchmarks.lib.processes import HOOK, NOTHING
from benchmarks.lib.projects import Project
from sightline.measure.process_cost import run
from sightline.tools.catalog import run as run_tool

SIZES = {
    "code": (2_500, 10_000, 40_000),
    "memories": (1_000, 10_000, 50_000),
    "prompts": (100, 1_000, 5_000),
}
# The axes on which the cost of a question can depend.
ASKED = {
    "lookup of a name, CPU ms": ("code",),
    "callers, CPU ms": ("code",),
    "search, CPU ms": ("code",),
    "capsule, CPU ms": ("code", "memories"),
    "recall, CPU ms": ("code", "memories"),
}
SMALL = 2_500


def index_costs(project: Project) -> Iterator[tuple[str, float]]:
    ctags = shutil.which("ctags")
    if ctags:
        cost = run([ctags, "-R", "-f", os.devnull, "."], cwd=str(project.root))
        yield "universal-ctags (yardstick), CPU s", cost.cpu
    first = project.index()
    yield "index, first run, CPU s", first.cpu
    yield "index, first run, MB", first.megabytes
    yield "index, nothing changed, CPU s", project.index().cpu
    changed = sorted(project.root.rglob("part_*.py"))[0]
    changed.write_text(changed.read_text() + "\n\ndef added_now(value):\n    return value\n")
    yield "index, one file changed, CPU s", project.index().cpu
    yield "index on disk, MB", _bytes(project.home / "index") / 1e6


def question_costs(project: Project) -> Iterator[tuple[str, float]]:
    """CPU milliseconds of questions in one process, as in the server."""
    engine = project.engine()
    names = [
        row[0] for row in engine.index.statement("SELECT name FROM symbol ORDER BY id LIMIT 400")
    ]
    names = [name for name in names if name.count("_") > 2][:30]
    questions = [project.prompt() for _ in range(20)]
    asked: dict[str, tuple[str, list[dict[str, Any]]]] = {
        "lookup of a name, CPU ms": ("query_symbol", [{"name": name} for name in names]),
        "callers, CPU ms": ("get_dependents", [{"symbol_name": n, "depth": 1} for n in names]),
        "search, CPU ms": ("search_code", [{"query": text} for text in questions]),
        "capsule, CPU ms": ("get_context", [_context(text) for text in questions]),
        "recall, CPU ms": ("search_memory", [{"query": text} for text in questions]),
    }
    for title, (tool, calls) in asked.items():
        yield title, _milliseconds(lambda v, tool=tool: run_tool(engine, tool, v, None), calls)
    engine.close()


def _context(text: str) -> dict[str, Any]:
    return {"query": text, "max_tokens": 4_000}


def _milliseconds(ask: Callable[[dict[str, Any]], object], calls: list[dict[str, Any]]) -> float:
    ask(calls[0])
    spent = []
    for values in calls:
        before = time.process_time()
        ask(values)
        spent.append((time.process_time() - before) * 1000)
    return median(spent)


def hook_costs(project: Project, runs: int = 15) -> Iterator[tuple[str, float]]:
    """Median CPU of the prompt hook process and the bare interpreter, in alternating runs."""
    bare, hook = [], []
    for number in range(runs + 3):
        event = {
            "session_id": f"now-{number // 6}",
            "cwd": str(project.root),
            "hook_event_name": "UserPromptSubmit",
            "prompt": project.prompt(),
        }
        given = json.dumps(event).encode()
        one = run(NOTHING, cwd=str(project.root), environ=project.environ)
        two = run(HOOK, cwd=str(project.root), environ=project.environ, given=given)
        if number >= 3:
            bare.append(one.cpu * 1000)
            hook.append(two.cpu * 1000)
    yield "bare interpreter (yardstick), CPU ms", median(bare)
    yield "prompt hook, CPU ms", median(hook)
    yield "prompt hook, times the bare interpreter", median(hook) / median(bare)


def store_size(project: Project) -> Iterator[tuple[str, float]]:
    files = [path for path in project.home.iterdir() if path.name.startswith("memory.db")]
    yield "memories and topics on disk, MB", sum(path.stat().st_size for path in files) / 1e6


def _bytes(folder: pathlib.Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def measure_project(axis: str, size: int, folder: pathlib.Path) -> dict[str, float]:
    project = Project(folder)
    project.make_code(size if axis == "code" else SMALL)
    costs = dict(index_costs(project))
    if axis == "code":
        project.make_memories(200)
        project.make_topics(60)
    else:
        costs = {}
        project.make_memories(size if axis == "memories" else 200)
        project.make_topics(size if axis == "prompts" else 60)
    asked = dict(question_costs(project))
    costs |= {name: asked[name] for name in asked if axis in ASKED[name]}
    costs |= dict(hook_costs(project))
    if axis != "code":
        costs |= dict(store_size(project))
    return costs


def figures(axis: str, rows: dict[int, dict[str, float]]) -> Iterator[dict[str, Any]]:
    sizes = sorted(rows)
    for name in rows[sizes[0]]:
        values = [rows[size][name] for size in sizes]
        least = values[0] or 1e-9
        yield {
            "figure": f"{axis}: {name}",
            "sizes": sizes,
            "values": [round(value, 3) for value in values],
            "times_smallest": [round(value / least, 2) for value in values],
            "power": round(
                math.log(max(values[-1], 1e-9) / least) / math.log(sizes[-1] / sizes[0]), 2
            ),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--axes", nargs="*", default=list(SIZES), choices=list(SIZES))
    results.add_save_option(parser)
    arguments = parser.parse_args()
    for axis in arguments.axes:
        rows = {}
        for size in SIZES[axis]:
            with tempfile.TemporaryDirectory(prefix="sightline-growth-") as folder:
                rows[size] = measure_project(axis, size, pathlib.Path(folder))
            print(f"{axis}: {size:,} done", file=sys.stderr)
        lines = list(figures(axis, rows))
        results.publish("growth", lines, save=arguments.save)


if __name__ == "__main__":
    main()
