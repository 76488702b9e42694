"""Records which methods the calls of a Ruby tree run while its tests run, according to the interpreter.

    python -m benchmarks.ruby_truth TREE OUT.jsonl --tests "test/spec_*.rb" [--ruby "ruby -Ilib -Itest"]

Each test file runs in a process of its own with a trace point on every call of a method that the tree defines.
The output format is that of lsp_truth.py. A site is a line that contains the name of the method it runs, or
`new` where that is a constructor; calls that no test reaches are missing, and so are calls by other names.
"""

import argparse
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections import defaultdict

TRACE = r"""
root = ENV.fetch("TRACED_ROOT") + "/"
calls = {}
trace = TracePoint.new(:call) do |point|
  if point.path.start_with?(root)
    from = caller_locations(2, 1)&.first
    if from && from.absolute_path&.start_with?(root)
      calls[[from.absolute_path, from.lineno, point.callee_id, point.path, point.lineno]] = true
    end
  end
end
trace.enable
at_exit do
  trace.disable
  File.open(ENV.fetch("TRACED_OUT"), "a") do |file|
    calls.each_key { |key| file.puts(key.join("\t")) }
  end
end
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    parser.add_argument("--tests", required=True)
    parser.add_argument("--ruby", default="ruby -Ilib -Itest")
    arguments = parser.parse_args()
    root = os.path.realpath(arguments.tree)
    with tempfile.TemporaryDirectory() as folder:
        tracer, calls = os.path.join(folder, "trace.rb"), os.path.join(folder, "calls.tsv")
        with open(tracer, "w") as file:
            file.write(TRACE)
        environment = {**os.environ, "TRACED_ROOT": root, "TRACED_OUT": calls}
        for test in sorted(glob.glob(arguments.tests, root_dir=root)):
            command = [*shlex.split(arguments.ruby), "-r", tracer, test]
            subprocess.run(command, cwd=root, env=environment, stdout=subprocess.DEVNULL)
        with open(calls) as file:
            rows = {tuple(line.rstrip("\n").split("\t")) for line in file}
    write_sites(root, rows, arguments.out)
    return 0


def write_sites(root: str, rows: set[tuple[str, ...]], out: str) -> None:
    """Write the calls whose lines name what they run."""
    sites: dict[str, dict[tuple[int, str], set[tuple[str, int]]]] = defaultdict(dict)
    lines: dict[str, list[str]] = {}
    for caller, line, name, callee, defined in rows:
        if caller not in lines:
            with open(caller, encoding="utf-8", errors="replace") as file:
                lines[caller] = file.read().split("\n")
        called = "new" if name == "initialize" else name
        text = lines[caller][int(line) - 1]
        if not re.search(rf"(?<!\w){re.escape(called)}(?!\w)", text):
            continue
        target = (os.path.relpath(callee, root), int(defined))
        path = os.path.relpath(caller, root)
        sites[path].setdefault((int(line), called), set()).add(target)
    with open(out, "w") as file:
        for path, calls in sorted(sites.items()):
            entries = [[line, name, sorted(t), False] for (line, name), t in sorted(calls.items())]
            file.write(json.dumps({"path": path, "sites": entries}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
