"""What each dependency costs on disk and at import: python -m benchmarks.dependency_cost [--save]

Sizes are of the installed files without byte code, and include what a package needs itself; import times are
CPU milliseconds over the bare interpreter, the median of several processes. The extras must be installed.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import pathlib
import re
import statistics
import sys
from typing import NamedTuple

from benchmarks import ROOT
from benchmarks.lib.results import add_save_option, publish
from sightline.measure.process_cost import run

RUNS = 7


class Dependency(NamedTuple):
    """A group of packages, the module to import, and what Sightline uses it for."""

    name: str
    packages: tuple[str, ...]
    module: str
    purpose: str


def locked_packages() -> list[str]:
    """The packages of a plain installation."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return re.findall(r"^([A-Za-z0-9_.-]+)==", text, re.MULTILINE)


def with_own(*requirements: str) -> tuple[str, ...]:
    """The packages of these requirements and what they need, beyond a plain installation."""
    plain = {name.lower() for name in locked_packages()}
    todo, taken = list(requirements), {}
    while todo:
        name, _, extras = todo.pop().partition("[")
        if name in taken or name in plain:
            continue
        try:
            needed = importlib.metadata.requires(name) or []
        except importlib.metadata.PackageNotFoundError:
            continue  # only needed on another system
        taken[name] = None
        for text in needed:
            extra = re.search(r"extra == ['\"]([\w-]+)", text)
            if extra is None or extra[1] in extras:
                todo += re.findall(r"^[\w.-]+(?:\[[\w,-]+)?", text.lower())
    return tuple(taken)


def dependencies() -> tuple[Dependency, ...]:
    grammars = tuple(name for name in locked_packages() if name.startswith("tree-sitter-"))
    watching = ("watchfiles", "anyio", "idna", "typing-extensions")
    return (
        Dependency(f"{len(grammars)} grammars", grammars, "tree_sitter_python", "parsing, while indexing"),
        Dependency("tree-sitter", ("tree-sitter",), "tree_sitter", "parsing, while indexing"),
        Dependency("watchfiles and its own", watching, "watchfiles", "`serve` and `watch` notice changes"),
        Dependency("tomlkit", ("tomlkit",), "tomlkit", "`install` edits Codex's file"),
        Dependency("extra `http`", with_own("mcp", "starlette", "uvicorn"), "mcp.server", "`serve --http`"),
        Dependency("extra `team`", with_own("psycopg[binary"), "psycopg", "`team`"),
    )  # fmt: skip


def megabytes(package: str) -> float:
    """The size of a package's files without byte code."""
    distribution = importlib.metadata.distribution(package)
    paths = (str(distribution.locate_file(file)) for file in distribution.files or [])
    sizes = [
        os.path.getsize(p) for p in paths if not p.endswith(".pyc") and pathlib.Path(p).exists()
    ]
    return sum(sizes) / 1e6


def import_ms(module: str) -> float:
    """CPU milliseconds of importing a module, over the bare interpreter."""

    def cpu(code: str) -> float:
        command = (sys.executable, "-c", code)
        return statistics.median(run(command, cwd=str(ROOT)).cpu for _ in range(RUNS)) * 1000

    return max(0.0, cpu(f"import {module}") - cpu("pass"))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_save_option(parser)
    arguments = parser.parse_args()
    lines = [
        {
            "figure": dependency.name,
            "megabytes": round(sum(megabytes(package) for package in dependency.packages), 1),
            "import_ms": round(import_ms(dependency.module)),
            "used for": dependency.purpose,
        }
        for dependency in dependencies()
    ]
    publish("dependency_cost", lines, save=arguments.save)


if __name__ == "__main__":
    main()
