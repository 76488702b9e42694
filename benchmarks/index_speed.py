"""What indexing a tree costs, beside universal-ctags on the same tree in the same run.

    python benchmarks/index_speed.py TREE [--only ENDING] [--repeat N] [--floors] [--no-history]
        [--keep-results]

TREE is a git repository; it is cloned into a temporary folder and never changed. With `--only .go`
ctags and we see nothing but the files that end so (and the manifests of Go). Figures are processor
seconds of all processes together, and multiples of what ctags takes. Needs
universal-ctags (Debian: apt install universal-ctags; macOS: brew install universal-ctags).
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import platform
import shutil
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, NamedTuple

ROOT = pathlib.Path(__file__).parents[1]
RESULTS = ROOT / "benchmarks" / "results" / "index_speed.jsonl"
sys.path.insert(0, str(ROOT / "src"))

# Runs of ctags before and after each run of ours: one takes a second, which is soon disturbed.
YARDSTICKS = 3
# What says how the files of an ending belong together.
MANIFESTS = {".go": (b"go.mod", b"go.work")}


class Cost(NamedTuple):
    """What a command took: processor and wall seconds, most memory of all its processes."""

    cpu: float
    wall: float
    megabytes: float
    output: str


def run(command: list[str], folder: pathlib.Path, environment: dict[str, str]) -> Cost:
    """Run a command and measure it and all its descendants."""
    started = time.perf_counter()
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=output, stderr=subprocess.DEVNULL
        )
        peak = Peak(process.pid)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - started
        peak.stop()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read().decode("utf-8", "replace")
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} failed with {process.returncode}")
    return Cost(usage.ru_utime + usage.ru_stime, wall, peak.megabytes, text)


class Peak:
    """The most memory a process and its descendants had together, looked at 50 times a second."""

    def __init__(self, pid: int) -> None:
        self.pid, self.megabytes, self._ended = pid, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        before = 0.0
        while not self._ended.wait(0.02):
            # Twice in a row: a process that is just being started counts its parent's memory too.
            now = memory_of_tree(self.pid)
            self.megabytes = max(self.megabytes, min(before, now))
            before = now


def memory_of_tree(pid: int) -> float:
    """Resident megabytes of a process tree; pages that processes share count in each (Linux)."""
    total, todo = 0.0, [pid]
    while todo:
        current = todo.pop()
        try:
            with open(f"/proc/{current}/statm") as file:
                total += int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
            for task in os.listdir(f"/proc/{current}/task"):
                with open(f"/proc/{current}/task/{task}/children") as file:
                    todo += [int(child) for child in file.read().split()]
        except (OSError, ValueError, IndexError):
            continue
    return total


def find_ctags() -> str:
    for name in ("ctags", "universal-ctags", "uctags"):
        path = shutil.which(name)
        if path:
            said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if "Universal Ctags" in said:
                return path
    raise SystemExit("universal-ctags is not installed; it is the yardstick of this benchmark")


def clone(tree: pathlib.Path, target: pathlib.Path) -> None:
    """A copy of what is checked out, with its history; objects are shared, nothing is written."""
    done = subprocess.run(
        ["git", "clone", "-q", "--shared", "--no-checkout", str(tree), str(target)]
    )
    if done.returncode:
        raise SystemExit(f"{tree} is not a git repository that can be cloned")
    subprocess.run(["git", "read-tree", "HEAD"], cwd=target, check=True)
    subprocess.run(["git", "checkout-index", "-a", "-q"], cwd=target, capture_output=True)


def keep_only(ending: str, tree: pathlib.Path) -> None:
    """Take everything but the files of one ending out of a copy, in a commit of its own."""
    git = ["git", "-c", "user.name=benchmark", "-c", "user.email=benchmark@localhost"]
    manifests = MANIFESTS.get(ending, ())
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=tree, capture_output=True, check=True)
    others = [
        path
        for path in listed.stdout.split(b"\0")
        if path and not path.endswith(ending.encode()) and os.path.basename(path) not in manifests
    ]
    subprocess.run(
        [*git, "rm", "-q", "-f", "--pathspec-from-file=-", "--pathspec-file-nul"],
        cwd=tree,
        input=b"\0".join(b":(literal)" + path for path in others),
        check=True,
    )
    subprocess.run([*git, "commit", "-q", "-m", f"Only {ending}"], cwd=tree, check=True)


class Bench:
    def __init__(self, tree: pathlib.Path, folder: pathlib.Path, only: str = "") -> None:
        self.tree, self.folder = folder / "tree", folder
        clone(tree, self.tree)
        if only:
            keep_only(only, self.tree)
        self.environment = {
            **os.environ,
            "SIGHTLINE_HOME": str(folder / "home"),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "PYTHONPATH": str(ROOT / "src"),
            # As installed: compiled once.
            "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        }
        self.environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self.ctags_path = find_ctags()

    def ctags(self) -> Cost:
        return run(
            [self.ctags_path, "-R", "-f", str(self.folder / "tags"), "."],
            self.tree,
            self.environment,
        )

    def index(self, *options: str, history: bool = False) -> tuple[Cost, dict[str, Any]]:
        commits = {} if history else {"SIGHTLINE_INDEX_HISTORY_COMMITS": "0"}
        cost = run(
            [sys.executable, "-m", "sightline", "index", "--json", *options],
            self.tree,
            {**self.environment, **commits},
        )
        return cost, json.loads(cost.output)

    def change_one_file(self) -> str:
        """Add a function to a source file of middling size; its path."""
        listed = subprocess.run(
            ["git", "ls-files", "-z"], cwd=self.tree, capture_output=True, check=True
        ).stdout.decode("utf-8", "replace")
        for ending, text in ADDED.items():
            files = [
                path
                for path in listed.split("\0")
                if path.endswith(ending) and "test" not in path and "vendor/" not in path
            ]
            if len(files) > 20:
                files.sort(key=lambda path: ((self.tree / path).stat().st_size, path))
                path = files[len(files) * 3 // 4]
                with open(self.tree / path, "a") as file:
                    file.write(text.format(n=time.time_ns()))
                return path
        raise SystemExit("no source file to change")


ADDED = {
    ".py": "\n\ndef added_function_{n}(value):\n    return str(value)\n",
    ".go": "\n\nfunc addedFunction{n}(value int) int {{\n\treturn value\n}}\n",
    ".ts": "\n\nexport function addedFunction{n}(value: number) {{\n  return value;\n}}\n",
    ".js": "\n\nexport function addedFunction{n}(value) {{\n  return value;\n}}\n",
    ".rs": "\n\nfn added_function_{n}(value: i32) -> i32 {{\n    value\n}}\n",
    ".java": "\n\nclass Added{n} {{\n  int value() {{ return 1; }}\n}}\n",
}


def floors(tree: pathlib.Path) -> dict[str, float]:
    """Processor seconds of the least one could do, in one process: list and read, then parse."""
    from sightline.parse.extract import extract
    from sightline.parse.languages import Languages, load_grammar
    from sightline.workspace.files import list_files
    from sightline.workspace.source import utf8

    languages = Languages()
    spent = {}
    started = os.times()
    listing = list_files(str(tree), wanted=lambda path: languages.of_path(path) is not None)
    sources = []
    for entry in listing.files:
        language = languages.of_path(entry.path)
        assert language is not None
        sources.append((entry.path, language, utf8((tree / entry.path).read_bytes())))
    spent["list and read"] = _since(started)
    for _, language, _ in sources:
        load_grammar(language)
    started = os.times()
    for _, language, source in sources:
        load_grammar(language).parser.parse(source)
    spent["parse"] = _since(started)
    started = os.times()
    for path, language, source in sources:
        extract(source, language, path)
    spent["parse and extract"] = _since(started)
    return {name: round(value, 3) for name, value in spent.items()}


def _since(started: os.times_result) -> float:
    now = os.times()
    return sum(now[:4]) - sum(started[:4])


def machine() -> dict[str, object]:
    model = platform.processor()
    try:
        with open("/proc/cpuinfo") as file:
            model = next(line.split(":")[1].strip() for line in file if "model name" in line)
    except (OSError, StopIteration):
        pass
    return {
        "processor": model,
        "cores": os.cpu_count(),
        "system": platform.platform(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "load": [round(value, 1) for value in os.getloadavg()],
        "at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def measure(bench: Bench, repeat: int, *, history: bool) -> dict[str, Any]:
    """Interleaved runs; medians, each as a multiple of the ctags runs beside it."""
    rows: list[dict[str, float]] = []
    stats: dict[str, Any] = {}
    for _ in range(repeat):
        beside = [bench.ctags().cpu for _ in range(YARDSTICKS)]
        full, stats = bench.index("--rebuild")
        same, _ = bench.index()
        path = bench.change_one_file()
        changed, one = bench.index()
        assert one["files_indexed"] == 1, one
        beside += [bench.ctags().cpu for _ in range(YARDSTICKS)]
        yardstick = statistics.median(beside)
        phases = stats["phases"]
        resolving = sum(value for name, value in phases.items() if name.startswith("resolve"))
        rows.append(
            {
                "ctags": yardstick,
                "symbols and text": full.cpu - resolving,
                "everything": full.cpu,
                "wall": full.wall,
                "megabytes": full.megabytes,
                "no change": same.cpu,
                "one file": changed.cpu,
                "one file resolved again": float(one["phases"].get("resolve", 0.0)),
            }
        )
        print(json.dumps({**rows[-1], "changed": path}), file=sys.stderr)
    middle = {key: round(statistics.median(row[key] for row in rows), 3) for key in rows[0]}
    timed = ("symbols and text", "everything", "wall", "no change", "one file")
    ratios = {
        key: round(statistics.median(row[key] / row["ctags"] for row in rows), 2) for key in timed
    }
    return {
        "seconds": middle,
        "times ctags": ratios,
        "phases": stats["phases"],
        **(measure_history(bench) if history else {}),
        "files": stats["files_indexed"],
        "symbols": stats["symbols_extracted"],
        "edges": stats["edges_created"],
        "index bytes": sum(p.stat().st_size for p in (bench.folder / "home" / "index").iterdir()),
    }


def measure_history(bench: Bench) -> dict[str, Any]:
    """What past commits cost beside the code, and memory with them."""
    cost, stats = bench.index("--rebuild", history=True)
    phases = stats["phases"]
    return {
        "history": round(sum(v for k, v in phases.items() if k.startswith("history")), 3),
        "commits": stats["commits_read"],
        "with history megabytes": cost.megabytes,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tree", type=pathlib.Path)
    parser.add_argument("--only", default="", metavar="ENDING", help="nothing but such files: .go")
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--floors", action="store_true", help="also the least one could do")
    parser.add_argument("--no-history", action="store_true", help="without past commits")
    parser.add_argument("--keep-results", action="store_true", help=f"append to {RESULTS.name}")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sightline-bench-") as folder:
        tree = arguments.tree.resolve()
        bench = Bench(tree, pathlib.Path(folder), arguments.only)
        measured = measure(bench, arguments.repeat, history=not arguments.no_history)
        name = f"{tree.name}, only {arguments.only}" if arguments.only else tree.name
        result = {"tree": name, **measured}
        if arguments.floors:
            least = floors(bench.tree)
            yardstick = result["seconds"]["ctags"]
            result["floors"] = least
            result["floors times ctags"] = {k: round(v / yardstick, 2) for k, v in least.items()}
        result["machine"] = machine()
    print(json.dumps(result, indent=2))
    if arguments.keep_results:
        with open(RESULTS, "a", encoding="utf-8") as file:
            file.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
