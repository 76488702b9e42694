"""What indexing, asking and the prompt hook cost on a tree, each beside a yardstick in one run."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any

import sightline
from sightline.engine import Engine
from sightline.errors import SightlineError
from sightline.measure.grep import read_text
from sightline.measure.process_cost import Cost, run
from sightline.store.code import reader
from sightline.store.statistics import percentile
from sightline.tools.catalog import run as run_tool
from sightline.workspace.files import list_files

Progress = Callable[[str, int, int], None]
SYMBOLS = 40
BARE = (sys.executable, "-I", "-S")
PACKAGE = os.path.dirname(os.path.abspath(sightline.__file__))


def index_cost(root: str, home: str) -> dict[str, Any]:
    """A first run, a run without changes, and the yardsticks on the same tree."""
    # The same Sightline, wherever this one was found.
    package = os.path.dirname(PACKAGE)
    environ = {**os.environ, "SIGHTLINE_HOME": home, "PYTHONPATH": package}
    command = [sys.executable, "-m", "sightline", "index", "--json", "--project", root]
    yardsticks = yardstick_costs(root)
    first = run(command, cwd=root, environ=environ, memory=True)
    if first.code:
        raise SightlineError("the index could not be built", hint="see: sightline index")
    again = run(command, cwd=root, environ=environ, memory=True)
    stats = json.loads(first.output)
    listed = {
        name: stats[key]
        for name, key in (
            ("files", "files_indexed"),
            ("symbols", "symbols_extracted"),
            ("edges", "edges_created"),
            ("commits", "commits_read"),
        )
    }
    phases: dict[str, float] = stats.get("phases") or {}
    history = sum(spent for name, spent in phases.items() if name.startswith("history"))
    best = yardsticks[0]["cpu_seconds"] or yardsticks[0]["wall_seconds"]
    return {
        **listed,
        "first": _costs(first),
        "of_it_history_cpu_seconds": round(history, 2),
        "unchanged": _costs(again),
        "index_megabytes": _size(os.path.join(home, "index")),
        "yardsticks": yardsticks,
        "times_yardstick": _ratio(first.cpu or first.wall, best),
    }


def yardstick_costs(root: str) -> list[dict[str, Any]]:
    """universal-ctags if it is installed, ripgrep if it is, and reading every file always."""
    found = []
    ctags = _universal_ctags()
    if ctags:
        found.append(("universal-ctags", [ctags, "-R", "-f", os.devnull, "."]))
    ripgrep = shutil.which("rg")
    if ripgrep:
        found.append(("ripgrep for one word", [ripgrep, "-c", "function", "."]))
    rows = [
        {"name": name, **_costs(run(command, cwd=root, memory=True))} for name, command in found
    ]
    before, wall = time.process_time(), time.perf_counter()
    size = _read_all(root)
    spent, waited = time.process_time() - before, time.perf_counter() - wall
    reading = {
        "name": f"reading {size / 1e6:,.0f} MB of files",
        "cpu_seconds": round(spent, 2),
        "wall_seconds": round(waited, 2),
    }
    return [*rows, reading]


def query_latencies(
    engine: Engine, questions: Sequence[str], progress: Progress
) -> list[dict[str, Any]]:
    """How long each kind of question takes, asked in this process as the server asks it."""
    names = sample_names(engine)
    paths = sorted({symbol.path for symbol in names})
    asked: list[tuple[str, str, list[dict[str, Any]]]] = [
        ("symbol by name", "query_symbol", [{"name": one.name} for one in names]),
        ("direct callers", "get_dependents", [_of(one.qualified, 1) for one in names]),
        ("impact, depth 3", "get_impact_graph", [_of(one.qualified, 3) for one in names]),
        ("skeleton of a file", "get_skeleton", [{"file_path": path} for path in paths]),
        ("search", "search_code", [{"query": text[:300]} for text in questions]),
        ("capsule of 4,000", "get_context", [_context(text) for text in questions]),
    ]
    rows = []
    for number, (title, tool, calls) in enumerate(asked):
        progress("asking", number, len(asked))
        rows += _timed(title, calls, _asker(engine, tool))
    ripgrep = shutil.which("rg")
    if ripgrep:
        commands = [{"name": one.name} for one in names[:10]]
        root = engine.project.root
        rows += _timed(
            "ripgrep for a name",
            commands,
            lambda values: run([ripgrep, "-nw", "--", values["name"], "."], cwd=root),
        )
    return rows


def hook_latency(
    root: str, home: str, prompts: Iterable[str], progress: Progress
) -> dict[str, Any]:
    """The prompt hook as assistants run it and the bare interpreter, in turns."""
    command = (*BARE, os.path.join(PACKAGE, "hook", "__main__.py"), "--agent", "claude")
    environ = {**os.environ, "SIGHTLINE_HOME": home}
    asked = list(prompts)
    pairs: list[tuple[Cost, Cost]] = []
    for number, prompt in enumerate(asked):
        progress("prompt hook", number, len(asked))
        event = {
            "session_id": f"bench-{number // 8}",
            "cwd": root,
            "hook_event_name": "UserPromptSubmit",
            "prompt": prompt,
        }
        bare = run((*BARE, "-c", "pass"), cwd=root, environ=environ)
        said = run(command, cwd=root, environ=environ, given=json.dumps(event).encode())
        if number >= min(3, len(asked) - 1):  # the first runs warm the caches
            pairs.append((bare, said))
    row: dict[str, Any] = {"runs": len(pairs), "answered": sum(bool(s.output) for _, s in pairs)}
    for what in ("cpu", "wall"):
        bares = sorted(getattr(bare, what) * 1000 for bare, _ in pairs)
        hooks = sorted(getattr(said, what) * 1000 for _, said in pairs)
        row |= {
            f"bare_{what}_ms": round(median(bares), 1),
            f"{what}_p50_ms": round(median(hooks), 1),
            f"{what}_p95_ms": round(percentile(hooks, 0.95), 1),
            f"{what}_times_bare": _ratio(median(hooks), median(bares)),
        }
    return row


def sample_names(engine: Engine) -> list[Any]:
    """Functions and types spread evenly over the source files, the same each time."""
    files = [file for file in reader.all_files(engine.index) if file.role == "source"]
    step = max(1, len(files) // SYMBOLS)
    found = []
    for file in files[::step]:
        symbols = reader.symbols_in_file(engine.index, file.id)
        named = [one for one in symbols if one.kind in ("function", "method", "class", "struct")]
        if named:
            found.append(max(named, key=lambda one: (one.fan_in, -one.id)))
    return found[:SYMBOLS]


def _timed(
    title: str, calls: Sequence[dict[str, Any]], ask: Callable[[dict[str, Any]], object]
) -> list[dict[str, Any]]:
    walls, spent = [], 0.0
    for values in calls:
        before, wall = time.process_time(), time.perf_counter()
        try:
            ask(values)
        except SightlineError:
            continue  # a name without an answer is no measurement
        walls.append((time.perf_counter() - wall) * 1000)
        spent += (time.process_time() - before) * 1000
    if not walls:
        return []
    walls.sort()
    return [
        {
            "question": title,
            "asked": len(walls),
            "p50_ms": round(median(walls), 1),
            "p95_ms": round(percentile(walls, 0.95), 1),
            "cpu_ms": round(spent / len(walls), 1),
        }
    ]


def _asker(engine: Engine, tool: str) -> Callable[[dict[str, Any]], object]:
    return lambda values: run_tool(engine, tool, values, None)


def _of(name: str, depth: int) -> dict[str, Any]:
    return {"symbol_name": name, "depth": depth}


def _context(text: str) -> dict[str, Any]:
    return {"query": text, "max_tokens": 4_000}


def _costs(cost: Cost) -> dict[str, float]:
    return {
        "cpu_seconds": round(cost.cpu, 2),
        "wall_seconds": round(cost.wall, 2),
        "megabytes": round(cost.megabytes),
    }


def _ratio(value: float, yardstick: float) -> float | None:
    return round(value / yardstick, 1) if yardstick else None


def _universal_ctags() -> str:
    for name in ("ctags", "universal-ctags", "uctags"):
        path = shutil.which(name)
        if path:
            done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
            if "Universal Ctags" in done.stdout:
                return path
    return ""


def _read_all(root: str) -> int:
    return sum(len(read_text(os.path.join(root, file.path))) for file in list_files(root).files)


def _size(folder: str) -> float:
    try:
        names = os.listdir(folder)
    except OSError:
        return 0.0
    return round(sum(os.path.getsize(os.path.join(folder, name)) for name in names) / 1e6, 1)
