"""Records what every call in a Rust tree refers to, according to rust-analyzer, offline.

    python -m benchmarks.rust_truth TREE OUT.jsonl --library RUST_SOURCES/library
           [--analyser COMMAND] [--crates FOLDER ...]

TREE gets a rust-project.json made from its manifests and an index.scip, so give it a copy. Crates of the
tree see each other; other crates are known if a folder NAME-VERSION of --crates has their sources, and
unknown otherwise. All features count as enabled. The output format is that of lsp_truth.py. A site is a
name before a bracket; local variables are left out.
"""

import argparse
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections import defaultdict
from typing import Any, NamedTuple

from sightline.index.overlay.scip import Document, parse_index

_CALL = re.compile(r"\s*!?\s*(?:::\s*<[^;()]*>\s*)?\(")
_DEPENDENCIES = ("dependencies", "dev-dependencies", "build-dependencies")
_CFG = (
    "test",
    "debug_assertions",
    "unix",
    'target_os="linux"',
    'target_family="unix"',
    'target_arch="x86_64"',
    'target_pointer_width="64"',
    'target_has_atomic="64"',
    'panic="unwind"',
)


class Package(NamedTuple):
    """A Rust package: its library, its other crates, and the packages it names."""

    name: str
    library: str
    others: list[str]
    dependencies: set[str]
    features: list[str]
    edition: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("out")
    parser.add_argument("--library", required=True)
    parser.add_argument("--analyser", default="rust-analyzer")
    parser.add_argument("--crates", nargs="*", default=[])
    arguments = parser.parse_args()
    root = os.path.abspath(arguments.tree)
    listed = subprocess.run(
        ["git", "ls-files", "*Cargo.toml"], cwd=root, capture_output=True, text=True, check=True
    )
    manifests = [os.path.join(root, path) for path in listed.stdout.split()]
    for folder in arguments.crates:
        manifests += sorted(glob.glob(os.path.join(folder, "*", "Cargo.toml")))
    packages = [package for package in map(read_package, manifests) if package]
    project = {"sysroot_src": arguments.library, "crates": crates_of(packages)}
    with open(os.path.join(root, "rust-project.json"), "w") as file:
        json.dump(project, file)
    scip = os.path.join(root, "index.scip")
    command = [*shlex.split(arguments.analyser), "scip", root, "--output", scip]
    subprocess.run(command, check=True)
    with open(scip, "rb") as file:
        documents = parse_index(file.read()).documents
    write_sites(root, documents, arguments.out)
    return 0


def read_package(manifest: str) -> Package | None:
    """The package of a manifest; None for a workspace alone."""
    with open(manifest, "rb") as file:
        try:
            content = tomllib.load(file)
        except tomllib.TOMLDecodeError:  # a test's file of that name
            return None
    if "package" not in content:
        return None
    folder = os.path.dirname(manifest)
    tables = [content, *content.get("target", {}).values()]
    names: set[str] = set()
    for table in tables:
        for key in _DEPENDENCIES:
            names.update(table.get(key, ()))
    library = content.get("lib", {}).get("path", "src/lib.rs")
    patterns = (
        "src/main.rs",
        "src/bin/*.rs",
        "tests/*.rs",
        "tests/*/main.rs",
        "examples/*.rs",
        "benches/*.rs",
    )
    others = [place for p in patterns for place in sorted(glob.glob(os.path.join(folder, p)))]
    for kind in ("bin", "test", "example", "bench"):
        others += [
            os.path.join(folder, entry["path"])
            for entry in content.get(kind, ())
            if "path" in entry
        ]
    edition = content["package"].get("edition", "2015")
    place = os.path.join(folder, library)
    return Package(
        content["package"]["name"],
        place if os.path.exists(place) else "",
        [other for other in dict.fromkeys(others) if os.path.exists(other)],
        names,
        [*content.get("features", ()), *names],
        edition if isinstance(edition, str) else "2021",
    )


def crates_of(packages: list[Package]) -> list[dict[str, Any]]:
    """The crates of a rust-project.json."""
    libraries = {p.name: number for number, p in enumerate(p for p in packages if p.library)}
    crates = []
    roots = [(p, p.library) for p in packages if p.library]
    roots += [(p, other) for p in packages for other in p.others]
    for package, place in roots:
        is_library = place == package.library
        visible = package.dependencies | (set() if is_library else {package.name})
        name = package.name if is_library else os.path.basename(place).removesuffix(".rs")
        crates.append(
            {
                "display_name": name.replace("-", "_"),
                "root_module": place,
                "edition": package.edition,
                "deps": [
                    {"crate": libraries[one], "name": one.replace("-", "_")}
                    for one in sorted(visible)
                    if one in libraries
                ],
                "cfg": [*_CFG, *(f'feature="{feature}"' for feature in package.features)],
                "is_workspace_member": True,
            }
        )
    return crates


def write_sites(root: str, documents: list[Document], out: str) -> None:
    """Write the calls of every document and the definitions they lead to."""
    defined: dict[str, set[tuple[str, int]]] = defaultdict(set)
    inside = [d for d in documents if not d.path.startswith(("..", "/"))]
    for document in inside:
        for occurrence in document.occurrences:
            if occurrence.is_definition and not occurrence.symbol.startswith("local "):
                defined[occurrence.symbol].add((document.path, occurrence.line + 1))
    with open(out, "w") as file:
        for document in inside:
            with open(os.path.join(root, document.path), encoding="utf-8") as source:
                lines = source.read().split("\n")
            sites: dict[tuple[int, str], tuple[set[tuple[str, int]], list[bool]]] = {}
            for occurrence in document.occurrences:
                if occurrence.is_definition or occurrence.symbol.startswith("local "):
                    continue
                line = (
                    lines[occurrence.line].encode()[occurrence.column :].decode("utf-8", "replace")
                )
                word = re.match(r"\w+", line)
                places = defined.get(occurrence.symbol, set())
                if word is None or not _CALL.match(line, word.end()) or len(places) > 1:
                    continue
                targets, outside = sites.setdefault((occurrence.line + 1, word[0]), (set(), []))
                targets |= places
                outside += [] if places else [True]
            entries = [
                [line, name, sorted(targets), bool(outside)]
                for (line, name), (targets, outside) in sorted(sites.items())
            ]
            file.write(json.dumps({"path": document.path, "sites": entries}) + "\n")


if __name__ == "__main__":
    sys.exit(main())
