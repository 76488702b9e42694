"""Resident memory, compared with other programs: python -m benchmarks.memory_use TREE [--save]

TREE is a git repository. Measures the peak memory of an index run (all its processes), universal-ctags, the
prompt hook (working alone) and the bare interpreter, and the idle memory of the MCP server and of an empty
server on the official library. Linux only: sizes are read from /proc.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from typing import Any

from benchmarks import SOURCE
from benchmarks.lib import results
from benchmarks.lib.processes import BARE, SDK_COMMAND, StdioServer, serve, user_environment
from sightline.measure.process_cost import run

# The process reports its own peak; the system's figure starts with that of its parent.
SAY = "import sys; sys.stderr.write(''); print('HWM', open('/proc/self/status').read().split('VmHWM:')[1].split()[0])"
HOOK = f"""
import sys
sys.path.insert(0, {str(SOURCE)!r})
from sightline.hook import main
main(["--agent", "claude"])
{SAY}
"""


def own_peak(code: str, cwd: str, environ: dict[str, str], given: bytes = b"") -> float:
    """The peak resident megabytes of a Python process that runs this code."""
    cost = run((*BARE, "-c", code), cwd=cwd, environ=environ, given=given)
    line = next(line for line in cost.output.decode().splitlines() if line.startswith("HWM"))
    return int(line.split()[1]) / 1024


def measure(tree: str, home: str) -> list[dict[str, Any]]:
    environ = user_environment(home)
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
        "sightline": StdioServer(serve("--no-index"), environ, cwd=tree),
        "bare": StdioServer(SDK_COMMAND, environ),
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
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="sightline-memory-") as home:
        lines = measure(os.path.realpath(arguments.tree), home)
    results.publish("memory_use", lines, save=arguments.save)


if __name__ == "__main__":
    main()
