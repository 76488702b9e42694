"""Records what every call in a Swift module refers to, according to the Swift compiler.

    python -m benchmarks.swift_truth TREE OUT.jsonl --sources FOLDER --module NAME [--swiftc COMMAND]

Needs a Swift toolchain (Debian: swiftlang). The compiler checks the module file by file and prints each syntax
tree; a file whose tree it cannot print is left out. The output format is that of lsp_truth.py. A site is a name
before a bracket that refers to a function, method or initializer of the module.
"""

import argparse
import json
import os
import re
import shlex
import subprocess
import sys
from collections import defaultdict

_REFERENCE = re.compile(
    r"location=(?P<path>[^ :]+):(?P<line>\d+):(?P<column>\d+) .*?"
    r'decl="[^"]*?(?P<name>[^".() ]+)\([^"]*\)@(?P<target>[^":]+):(?P<defined>\d+):\d+'
)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    parser.add_argument("--sources", required=True)
    parser.add_argument("--module", required=True)
    parser.add_argument("--swiftc", default="swiftc")
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.tree)
    listed = subprocess.run(
        ["git", "ls-files", f"{arguments.sources}/*.swift"],
        cwd=root,
        capture_output=True,
        text=True,
        check=True,
    )
    paths = [path for path in listed.stdout.split("\n") if path]
    with open(arguments.out, "w") as out:
        for path in paths:
            others = [other for other in paths if other != path]
            command = [
                *shlex.split(arguments.swiftc),
                *("-frontend", "-dump-ast", "-module-name", arguments.module),
                *("-swift-version", "5", "-primary-file", path, *others),
            ]
            done = subprocess.run(
                command, cwd=root, capture_output=True, text=True, errors="replace"
            )
            if done.stdout:
                out.write(
                    json.dumps({"path": path, "sites": sites_of(root, path, done.stdout)}) + "\n"
                )
    return 0


def sites_of(root: str, path: str, tree: str) -> list[list[object]]:
    """The calls of a file, from its printed syntax tree."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        lines = file.read().split("\n")
    sites: dict[tuple[int, str], set[tuple[str, int]]] = defaultdict(set)
    for match in _REFERENCE.finditer(tree):
        line = int(match["line"])
        if match["path"] != path or line > len(lines):
            continue
        text = lines[line - 1].encode()[int(match["column"]) - 1 :].decode("utf-8", "replace")
        word = re.match(r"(\w+)\s*(?:<[^<>()]*>)?[({]", text)
        if word and (word[1] == match["name"] or match["name"] == "init"):
            sites[line, word[1]].add((match["target"], int(match["defined"])))
    return [[line, name, sorted(targets), False] for (line, name), targets in sorted(sites.items())]


if __name__ == "__main__":
    sys.exit(main())
