"""How fast questions are answered: python -m benchmarks.query_speed [--tree DIR ...] [--made N] [--save]

Runs the tools in process as a server does, on a warm index of each tree (built first if there is none), and
ripgrep on the same tree in the same run. Trees of several sizes show how the cost grows; `--made N` generates
one of N symbols. It also measures what skeletons save, what a repeated lookup costs, and how long
`sightline context` takes in a separate process. Names and questions come from the tree.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from benchmarks import SOURCE
from benchmarks.lib import results
from benchmarks.lib.projects import Project
from sightline.context.ranking.evidence import LIST
from sightline.context.ranking.retrieval import find
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.model.session import SessionKey
from sightline.store.code import reader
from sightline.text.tokens import estimate_tokens
from sightline.tools.answer import answer

BUDGET = 4_000
ASKED = "why does the admin changelist crash when list_display names a missing field"


def names(engine: Engine, count: int) -> list[str]:
    """Unique names of functions from the whole project, preferably functions with callers."""
    rows = engine.index.statement(
        "SELECT name, sum(fan_in) FROM symbol WHERE length(name) > 3 GROUP BY name"
        " HAVING count(*) = 1 AND max(is_test) = 0"
        " AND min(kind) IN ('function', 'method', 'class', 'struct') ORDER BY name"
    )
    used = [str(name) for name, uses in rows if uses]
    return spread(used or [str(name) for name, _ in rows], count)


def questions(engine: Engine, count: int) -> list[str]:
    """First lines of past commit messages, used as questions."""
    rows = engine.index.statement("SELECT message FROM past_commit ORDER BY id")
    lines = [str(row[0]).partition("\n")[0][:200] for row in rows]
    chosen = spread([line for line in lines if len(line.split()) >= 4], count)
    if chosen:
        return chosen
    docs = engine.index.statement("SELECT doc FROM symbol WHERE length(doc) > 30 ORDER BY id")
    chosen = spread([str(row[0])[:200] for row in docs], count)
    return chosen or [f"where does {name} get its value" for name in names(engine, count)]


def spread(values: Sequence[str], count: int) -> list[str]:
    """A number of the values, evenly spread."""
    if len(values) <= count:
        return list(values)
    return [values[at * len(values) // count] for at in range(count)]


def times(run: Callable[[str], object], asked: Sequence[str]) -> dict[str, float]:
    """Wall and CPU milliseconds per call, after one warm-up call."""
    run(asked[0])
    wall, cpu = [], []
    for one in asked:
        started, used = time.perf_counter(), time.process_time()
        run(one)
        wall.append((time.perf_counter() - started) * 1000)
        cpu.append((time.process_time() - used) * 1000)
    return {
        "p50_ms": round(results.percentile(wall, 50), 2),
        "p95_ms": round(results.percentile(wall, 95), 2),
        "cpu_p50_ms": round(results.percentile(cpu, 50), 2),
        "runs": len(asked),
    }


def called(engine: Engine, tool: str, **arguments: Any) -> str:
    return answer(engine, tool, arguments, None)[0]


def tool_speeds(engine: Engine, runs: int) -> Iterable[dict[str, Any]]:
    """The tools on this tree, and ripgrep for the same names and words."""
    named, asked = names(engine, runs), questions(engine, runs)
    root = engine.project.root

    def callers_and_callees(name: str) -> None:
        symbol = reader.symbols_named(engine.index, name, limit=1)[0]
        reader.edges_to(engine.index, [symbol.id])
        reader.edges_from(engine.index, [symbol.id])

    measured = {
        "symbol lookup": times(lambda name: reader.symbols_named(engine.index, name), named),
        "symbol lookup, whole tool": times(lambda n: called(engine, "query_symbol", name=n), named),
        "callers and callees": times(callers_and_callees, named),
        "callers, whole tool": times(
            lambda name: called(engine, "get_dependents", symbol_name=name), named
        ),
        "impact, depth 3": times(
            lambda name: called(engine, "get_impact_graph", symbol_name=name, depth=3), named
        ),
        "full-text search": times(
            lambda text: find(engine.index, text, "explore", breadth=LIST), asked
        ),
        "full-text search, with bodies": times(
            lambda text: called(engine, "search_code", query=text), asked
        ),
        "capsule of 4,000 tokens": times(
            lambda text: called(engine, "get_context", query=text, max_tokens=BUDGET), asked
        ),
        "ripgrep: a name": times(lambda name: grep(root, [name], whole=True), named[:20]),
        "ripgrep: a question's words": times(
            lambda text: grep(root, [w for w in text.split() if len(w) > 3][:12]), asked[:20]
        ),
    }
    baseline = measured["ripgrep: a name"]["p50_ms"]
    for figure, values in measured.items():
        line: dict[str, Any] = {"figure": figure, **values}
        line["over_ripgrep_name"] = round(values["p50_ms"] / baseline, 3)
        yield line


def grep(root: str, wanted: Sequence[str], *, whole: bool = False) -> None:
    options = ["-w"] if whole else ["-i"]
    patterns = [part for word in wanted for part in ("-e", word)] or ["-e", "x"]
    subprocess.run(
        ["rg", "-n", "-F", "--no-messages", *options, *patterns, root],
        stdout=subprocess.DEVNULL,
        check=False,
    )


def skeletons(engine: Engine, count: int) -> dict[str, Any]:
    """What a skeleton saves over reading the file, for real files of some length."""
    rows = engine.index.statement(
        "SELECT f.path FROM file f WHERE f.role = 'source' AND f.size > 4000 AND EXISTS"
        " (SELECT 1 FROM symbol s WHERE s.file_id = f.id AND s.kind IN ('function', 'method'))"
        " ORDER BY f.path"
    )
    whole = dict.fromkeys(("minimal", "standard", "verbose"), 0)
    files = 0
    paths = spread([str(row[0]) for row in rows], count)
    for path in paths:
        text = pathlib.Path(engine.project.root, path).read_text(errors="replace")
        files += estimate_tokens(text)
        for detail in whole:
            whole[detail] += estimate_tokens(
                called(engine, "get_skeleton", file_path=path, detail=detail)
            )
    saved = {
        f"saved_{detail}": round(100 * (1 - tokens / files), 1) for detail, tokens in whole.items()
    }
    return {"figure": "skeletons", "read_files": len(paths), "file_tokens": files, **saved}


def repeated_lookups(engine: Engine, count: int) -> dict[str, Any]:
    """Tokens of a repeated lookup of the same symbols in one session."""
    first = second = 0
    key = SessionKey("bench", f"repeat-{time.time_ns()}")
    for name in names(engine, count):
        ask = {"symbol_names": [name]}
        first += estimate_tokens(answer(engine, "batch_query", ask, key)[0])
        second += estimate_tokens(answer(engine, "batch_query", ask, key)[0])
    share = round(100 * second / first, 1)
    return {"figure": "repeated lookup", "first": first, "second": second, "share": share}


def command_line_cost(engine: Engine, runs: int) -> dict[str, Any]:
    """The whole command-line process, compared with a bare interpreter."""
    command = [sys.executable, "-m", "sightline", "context", ASKED, "--budget", str(BUDGET)]
    bare: list[float] = []
    whole: list[float] = []
    for _ in range(runs):
        for taken, what in ((bare, [sys.executable, "-c", "pass"]), (whole, command)):
            started = time.perf_counter()
            subprocess.run(
                what,
                cwd=engine.project.root,
                env={**os.environ, "PYTHONPATH": str(SOURCE)},
                stdout=subprocess.DEVNULL,
                check=True,
            )
            taken.append((time.perf_counter() - started) * 1000)
    return {
        "figure": "sightline context, cold process",
        "p50_ms": round(statistics.median(whole), 1),
        "max_ms": round(max(whole), 1),
        "bare_p50_ms": round(statistics.median(bare), 1),
        "runs": runs,
    }


def measure(
    name: str, tree: pathlib.Path, arguments: argparse.Namespace
) -> Iterable[dict[str, Any]]:
    engine = open_engine(str(tree.resolve()))
    try:
        refresh(engine.project, engine.settings)
        state = reader.state(engine.index)
        facts = {"tree": name, "symbols": state.symbols, "files": state.files}
        for line in tool_speeds(engine, arguments.runs):
            yield {**facts, **line}
        if arguments.only_speed:
            return
        yield {**facts, **skeletons(engine, 60)}
        yield {**facts, **repeated_lookups(engine, 40)}
        yield {**facts, **command_line_cost(engine, 7)}
    finally:
        engine.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tree", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--made", type=int, metavar="N", help="also generated code of N symbols")
    parser.add_argument("--home", help="where indexes are stored; without it they are rebuilt")
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--only-speed", action="store_true", help="skip tokens and processes")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["SIGHTLINE_HOME"] = arguments.home or temporary
        trees = {tree.resolve().name: tree for tree in arguments.tree}
        if arguments.made:
            project = Project(pathlib.Path(temporary, "made"))
            project.make_code(arguments.made, per_file=50)
            trees[f"made-{arguments.made}"] = project.root
        for name, tree in trees.items():
            for line in measure(name, tree, arguments):
                results.publish("query_speed", [line], save=arguments.save)


if __name__ == "__main__":
    main()
