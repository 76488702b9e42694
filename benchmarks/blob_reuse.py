"""How much of a repository is unchanged: python -m benchmarks.blob_reuse [TREE ...] [--save]

A code index addressed by content holds the facts of each file version once, under the hash git has for it. This
counts, for git repositories with history: file versions at the newest commit, new ones per commit, and the share of the newest
commit's versions that older commits have already.
"""

from __future__ import annotations

import argparse
import pathlib
import subprocess
from typing import Any

from benchmarks import ROOT
from benchmarks.lib.results import add_save_option, percentile, publish

COMMITS = 2_000
AGES = (1, 10, 100, 1_000)


def git(tree: pathlib.Path, *arguments: str) -> str:
    """The output of git in a repository."""
    command = ["git", "-C", str(tree), *arguments]
    return subprocess.run(
        command, check=True, capture_output=True, text=True, errors="replace"
    ).stdout


def versions(tree: pathlib.Path, commit: str) -> set[str]:
    """The hashes of the files of a commit."""
    return {line.split()[2] for line in git(tree, "ls-tree", "-r", commit).splitlines()}


def measure(tree: pathlib.Path) -> dict[str, Any]:
    """One result line."""
    newest = versions(tree, "HEAD")
    changed: list[int] = []
    log = git(tree, "log", "--first-parent", "-m", "--raw", "--no-renames", "--no-abbrev", "--format=tformat:commit", "-n", str(COMMITS))  # fmt: skip
    seen: set[str] = set()
    for part in log.split("commit\n")[1:]:
        new = {line.split()[3] for line in part.splitlines() if line.startswith(":")} - {"0" * 40}
        changed.append(len(new))
        seen |= new
    line: dict[str, Any] = {
        "figure": "this repository" if tree.resolve() == ROOT else tree.name,
        "files": len(newest),
        "commits": len(changed),
        "new_versions_mean": round(sum(changed) / len(changed), 1),
        "new_versions_p95": percentile(changed, 95),
        "versions_of_all_commits": len(seen | newest),
    }
    for age in (age for age in AGES if age < len(changed)):
        older = versions(tree, f"HEAD~{age}")
        line[f"shared_with_{age}_before_pct"] = round(100 * len(newest & older) / len(newest), 1)
    return line


def main() -> None:
    """Measure and print; see the module's text."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("trees", nargs="*", type=pathlib.Path, default=[ROOT], metavar="TREE")
    add_save_option(parser)
    arguments = parser.parse_args()
    publish("blob_reuse", [measure(tree) for tree in arguments.trees], save=arguments.save)


if __name__ == "__main__":
    main()
