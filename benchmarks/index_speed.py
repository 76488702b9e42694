"""Cost of indexing a tree, compared with universal-ctags on the same tree in the same run.

    python -m benchmarks.index_speed TREE [--only SUFFIX] [--repeat N] [--no-history] [--save]

TREE is a git repository; it is cloned into a temporary folder and never changed. With `--only .go`, ctags
and Sightline see only files with that suffix (and Go's manifests). Figures are CPU seconds of all
processes, without past commits, and multiples of the CPU of ctags. Needs universal-ctags (Debian: apt
install universal-ctags; macOS: brew install universal-ctags).
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

from benchmarks.lib.processes import user_environment
from benchmarks.lib.results import add_save_option, publish
from sightline.measure.process_cost import Cost, run

# ctags runs before and after each of ours; a run takes one second and is easily disturbed.
YARDSTICKS = 3
# Manifests that belong to the files with a suffix.
MANIFESTS = {".go": (b"go.mod", b"go.work")}


def find_ctags() -> str:
    for name in ("ctags", "universal-ctags", "uctags"):
        path = shutil.which(name)
        if path:
            version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if "Universal Ctags" in version:
                return path
    raise SystemExit("universal-ctags is not installed; it is the yardstick of this benchmark")


def clone(tree: pathlib.Path, target: pathlib.Path) -> None:
    """A clone of the checked-out commit with its history; shares objects, writes nothing to the original."""
    done = subprocess.run(
        ["git", "clone", "-q", "--shared", "--no-checkout", str(tree), str(target)]
    )
    if done.returncode:
        raise SystemExit(f"{tree} is not a git repository that can be cloned")
    subprocess.run(["git", "read-tree", "HEAD"], cwd=target, check=True)
    subprocess.run(["git", "checkout-index", "-a", "-q"], cwd=target, capture_output=True)


def keep_only(ending: str, tree: pathlib.Path) -> None:
    """Remove everything but files with one suffix from a clone, in a separate commit."""
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
        self.environment = user_environment(folder / "home")
        self.ctags_path = find_ctags()

    def ctags(self) -> Cost:
        return self._run([self.ctags_path, "-R", "-f", str(self.folder / "tags"), "."])

    def index(self, *options: str, history: bool = False) -> tuple[Cost, dict[str, Any]]:
        commits = {} if history else {"SIGHTLINE_INDEX_HISTORY_COMMITS": "0"}
        cost = self._run(
            [sys.executable, "-m", "sightline", "index", "--json", *options], **commits
        )
        return cost, json.loads(cost.output)

    def _run(self, command: list[str], **variables: str) -> Cost:
        environment = {**self.environment, **variables}
        cost = run(command, cwd=str(self.tree), environ=environment, memory=True)
        if cost.code:
            raise SystemExit(f"{' '.join(command)} failed with {cost.code}")
        return cost

    def change_one_file(self) -> str:
        """Add a function to a source file of medium size; returns its path."""
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


def measure(bench: Bench, repeat: int, *, history: bool) -> dict[str, Any]:
    """Interleaved runs; medians as multiples of the neighbouring ctags runs."""
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
    """The additional cost of past commits, and memory with them."""
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
    parser.add_argument(
        "--only", default="", metavar="SUFFIX", help="only files with this suffix, such as .go"
    )
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--no-history", action="store_true", help="without past commits")
    add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sightline-bench-") as folder:
        tree = arguments.tree.resolve()
        bench = Bench(tree, pathlib.Path(folder), arguments.only)
        measured = measure(bench, arguments.repeat, history=not arguments.no_history)
        name = f"{tree.name}, only {arguments.only}" if arguments.only else tree.name
        result = {"tree": name, **measured}
    publish("index_speed", [result], save=arguments.save)


if __name__ == "__main__":
    main()
