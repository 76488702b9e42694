"""What indexing, questions and the prompt hook cost on a tree, each next to a yardstick."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import Any, NamedTuple

import sightline
from sightline.engine import Engine
from sightline.errors import SightlineError
from sightline.measure.delivery import read_text
from sightline.measure.process_cost import Cost, run
from sightline.measure.workplace import ReportProgress
from sightline.store.code import reader
from sightline.store.statistics import percentile
from sightline.tools.catalog import run as run_tool
from sightline.workspace.files import list_files

MOST_SYMBOLS = 40
BARE = (sys.executable, "-I", "-S")
PACKAGE = os.path.dirname(os.path.abspath(sightline.__file__))


class Questions(NamedTuple):
    """Questions of one sort: their title, the tool that answers them, and its arguments."""

    title: str
    tool: str
    calls: list[dict[str, Any]]


class HookCost(NamedTuple):
    """One prompt hook, and a bare interpreter started just before it."""

    bare: Cost
    hook: Cost


def index_cost(root: str, home: str) -> dict[str, Any]:
    """A first run, a run without changes, and the yardsticks on the same tree."""
    # Measure this Sightline, not another one on the search path.
    package = os.path.dirname(PACKAGE)
    environ = {**os.environ, "SIGHTLINE_HOME": home, "PYTHONPATH": package}
    command = [sys.executable, "-m", "sightline", "index", "--json", "--project", root]
    yardsticks = yardstick_costs(root)
    first = run(command, cwd=root, environ=environ, memory=True)
    if first.code:
        raise SightlineError("could not build the index", hint="run sightline index to see why")
    second = run(command, cwd=root, environ=environ, memory=True)
    stats = json.loads(first.output)
    counts = {
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
    yardstick = next(iter(yardsticks))
    yardstick_seconds = yardstick["cpu_seconds"] or yardstick["wall_seconds"]
    return {
        **counts,
        "first": _costs(first),
        "of_it_history_cpu_seconds": round(history, 2),
        "unchanged": _costs(second),
        "index_megabytes": _size(os.path.join(home, "index")),
        "yardsticks": yardsticks,
        "times_yardstick": _ratio(first.cpu or first.wall, yardstick_seconds),
    }


def yardstick_costs(root: str) -> list[dict[str, Any]]:
    """universal-ctags and ripgrep if they are installed, and reading every file."""
    commands = {}
    ctags = _universal_ctags()
    if ctags:
        commands["universal-ctags"] = [ctags, "-R", "-f", os.devnull, "."]
    ripgrep = shutil.which("rg")
    if ripgrep:
        commands["ripgrep for one word"] = [ripgrep, "-c", "function", "."]
    rows = [
        {"name": name, **_costs(run(command, cwd=root, memory=True))}
        for name, command in commands.items()
    ]
    cpu, wall = time.process_time(), time.perf_counter()
    size = _read_all(root)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    reading = {
        "name": f"reading {size / 1e6:,.0f} MB of files",
        "cpu_seconds": round(cpu, 2),
        "wall_seconds": round(wall, 2),
    }
    return [*rows, reading]


def query_latencies(
    engine: Engine, questions: Sequence[str], progress: ReportProgress
) -> list[dict[str, Any]]:
    """How long each sort of question takes, asked in this process as the server does."""
    symbols = sample_symbols(engine)
    paths = sorted({symbol.path for symbol in symbols})
    all_questions = [
        Questions("symbol by name", "query_symbol", [{"name": one.name} for one in symbols]),
        Questions("direct callers", "get_dependents", [_of(one.qualified, 1) for one in symbols]),
        Questions(
            "impact, depth 3", "get_impact_graph", [_of(one.qualified, 3) for one in symbols]
        ),
        Questions("skeleton of a file", "get_skeleton", [{"file_path": path} for path in paths]),
        Questions("search", "search_code", [{"query": text[:300]} for text in questions]),
        Questions("capsule of 4,000", "get_context", [_context(text) for text in questions]),
    ]
    rows = []
    for number, (title, tool, calls) in enumerate(all_questions):
        progress("asking", number, len(all_questions))
        rows += _latencies(title, calls, _asker(engine, tool))
    ripgrep = shutil.which("rg")
    if ripgrep:
        commands = [{"name": symbol.name} for symbol in symbols[:10]]
        root = engine.project.root
        rows += _latencies(
            "ripgrep for a name",
            commands,
            lambda values: run([ripgrep, "-nw", "--", values["name"], "."], cwd=root),
        )
    return rows


def hook_latency(
    root: str, home: str, prompts: Iterable[str], progress: ReportProgress
) -> dict[str, Any]:
    """The prompt hook as assistants run it, alternating with a bare interpreter."""
    command = (*BARE, os.path.join(PACKAGE, "hook", "__main__.py"), "--agent", "claude")
    environ = {**os.environ, "SIGHTLINE_HOME": home}
    all_prompts = list(prompts)
    costs: list[HookCost] = []
    for number, prompt in enumerate(all_prompts):
        progress("prompt hook", number, len(all_prompts))
        event = {
            "session_id": f"bench-{number // 8}",
            "cwd": root,
            "hook_event_name": "UserPromptSubmit",
            "prompt": prompt,
        }
        bare = run((*BARE, "-c", "pass"), cwd=root, environ=environ)
        hook = run(command, cwd=root, environ=environ, given=json.dumps(event).encode())
        if number >= min(3, len(all_prompts) - 1):  # the first runs warm the caches
            costs.append(HookCost(bare, hook))
    answered = sum(bool(cost.hook.output) for cost in costs)
    row: dict[str, Any] = {"runs": len(costs), "answered": answered}
    for clock in ("cpu", "wall"):
        bares = sorted(getattr(cost.bare, clock) * 1000 for cost in costs)
        hooks = sorted(getattr(cost.hook, clock) * 1000 for cost in costs)
        row |= {
            f"bare_{clock}_ms": round(median(bares), 1),
            f"{clock}_p50_ms": round(median(hooks), 1),
            f"{clock}_p95_ms": round(percentile(hooks, 0.95), 1),
            f"{clock}_times_bare": _ratio(median(hooks), median(bares)),
        }
    return row


def sample_symbols(engine: Engine) -> list[Any]:
    """Functions and types spread evenly over the source files, the same in every run."""
    files = [file for file in reader.all_files(engine.index) if file.role == "source"]
    step = max(1, len(files) // MOST_SYMBOLS)
    samples = []
    for file in files[::step]:
        symbols = reader.symbols_in_file(engine.index, file.id)
        kinds = ("function", "method", "class", "struct")
        candidates = [symbol for symbol in symbols if symbol.kind in kinds]
        if candidates:
            samples.append(max(candidates, key=lambda symbol: (symbol.fan_in, -symbol.id)))
    return samples[:MOST_SYMBOLS]


def _latencies(
    title: str, calls: Sequence[dict[str, Any]], ask: Callable[[dict[str, Any]], object]
) -> list[dict[str, Any]]:
    walls, cpu_ms = [], 0.0
    for values in calls:
        cpu, wall = time.process_time(), time.perf_counter()
        try:
            ask(values)
        except SightlineError:
            continue  # a question without an answer is not measured
        walls.append((time.perf_counter() - wall) * 1000)
        cpu_ms += (time.process_time() - cpu) * 1000
    if not walls:
        return []
    walls.sort()
    return [
        {
            "question": title,
            "asked": len(walls),
            "p50_ms": round(median(walls), 1),
            "p95_ms": round(percentile(walls, 0.95), 1),
            "cpu_ms": round(cpu_ms / len(walls), 1),
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
            version = subprocess.run(
                [path, "--version"], capture_output=True, text=True, check=False
            )
            if "Universal Ctags" in version.stdout:
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
