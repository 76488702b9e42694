"""Resident memory, beside yardsticks: python benchmarks/memory_use.py TREE [--keep]

TREE is a git repository. The most memory that an index run (all its processes), universal-ctags, the
prompt hook and the bare interpreter have, and what the MCP server and a bare one on the same library
keep while idle. Linux: sizes are read from /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[1]
SOURCE = str(ROOT / "src")
sys.path[:0] = [SOURCE, str(ROOT / "benchmarks")]

from keeping import keep  # noqa: E402
from server import Server, commands  # noqa: E402
from sightline.measure.process import run  # noqa: E402

BARE = (os.path.realpath(sys.executable), "-I", "-S", "-c")
# A process says itself how large it became; the system's figure starts with its parent's.
SAY = "import sys; sys.stderr.write(''); print('HWM', open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
HOOK = f"""
import sys
sys.path.insert(0, {SOURCE!r})
from sightline.hook import main
main(["--agent", "claude"])
{SAY}
"""


def own_peak(code: str, cwd: str, environ: dict[str, str], given: bytes = b"") -> float:
    """The most resident megabytes of a Python process that runs this code."""
    cost = run((*BARE, code), cwd=cwd, environ=environ, given=given)
    line = next(line for line in cost.output.decode().splitlines() if line.startswith("HWM"))
    return int(line.split()[1]) / 1024


def measure(tree: str, home: str) -> list[dict[str, Any]]:
    environ = {**os.environ, "SIGHTLINE_HOME": home, "PYTHONPATH": SOURCE}
    name = os.path.basename(tree)
    ctags = shutil.which("ctags")
    yard = run([ctags, "-R", "-f", os.devnull, "."], cwd=tree, memory=True) if ctags else None
    index = [sys.executable, "-m", "sightline", "index", "--json"]
    first = run(index, cwd=tree, environ=environ, memory=True)
    again = run(index, cwd=tree, environ=environ, memory=True)
    files = json.loads(first.output)["files_indexed"]
    lines: list[dict[str, Any]] = [
        {
            "figure": f"index run, {name}",
            "files": files,
            "megabytes": round(first.megabytes),
            "nothing_changed_megabytes": round(again.megabytes),
            "ctags_megabytes": round(yard.megabytes) if yard else None,
        }
    ]
    event = {"session_id": "m", "cwd": tree, "hook_event_name": "UserPromptSubmit"}
    sizes = []
    for number in range(5):
        given = json.dumps({**event, "prompt": f"why does open fail in part {number}?"}).encode()
        sizes.append(own_peak(HOOK, tree, environ, given))
    bare = own_peak(SAY, tree, environ)
    lines.append(
        {
            "figure": f"prompt hook, {name}",
            "megabytes": round(max(sizes), 1),
            "bare_interpreter_megabytes": round(bare, 1),
            "times_bare": round(max(sizes) / bare, 2),
        }
    )
    servers = {
        kind: Server([*command, *(["--no-index"] if kind == "sightline" else [])], environ)
        for kind, command in commands(tree).items()
    }
    for server in servers.values():
        server.begin()
    idle = {kind: server.memory() for kind, server in servers.items()}
    servers["sightline"].call(
        "get_context", {"query": "open a file and read it", "max_tokens": 4000}
    )
    servers["sightline"].call("get_impact_graph", {"symbol_name": "get", "depth": 3})
    time.sleep(1)
    used = servers["sightline"].memory()
    for server in servers.values():
        server.end()
    lines.append(
        {
            "figure": f"server idle, {name}",
            "megabytes": round(idle["sightline"], 1),
            "after_questions_megabytes": round(used, 1),
            "bare_server_megabytes": round(idle["bare"], 1),
            "times_bare": round(idle["sightline"] / idle["bare"], 2),
        }
    )
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("tree")
    parser.add_argument("--keep", action="store_true", help="keep the figures in the repository")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sightline-memory-") as home:
        lines = measure(os.path.realpath(arguments.tree), home)
    print("\n".join(json.dumps(line) for line in lines))
    if arguments.keep:
        keep("memory_use", lines)


if __name__ == "__main__":
    main()
