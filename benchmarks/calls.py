"""Precision and recall of `calls` edges against a reference (lsp_truth.py, go_truth.py).

    python -m benchmarks.calls TREE TRUTH.jsonl [--show N] [--rule RULE] [--save]

Recall counts every call site inside a function or method that the reference analyser resolves to a
function, method or class inside the tree, except recursion. Precision counts every edge that Sightline
shows by default at a site the analyser resolves. A call of a class counts as a call of its constructor.
Edges at sites the analyser cannot resolve are reported separately (`unjudged`).
"""

import argparse
import gc
import json
import os
import random
import re
import time
from collections import Counter, defaultdict

from tests.index.names_in_memory import NamesInMemory
from tests.parse.reading import edges_of

from benchmarks.lib import results
from sightline.index.resolving.manifests import import_prefixes
from sightline.index.resolving.resolver import Resolver
from sightline.model.code import Symbol
from sightline.parse.extract import extract
from sightline.parse.languages import Languages

Place = tuple[int, int]


class Project:
    """A tree with its index."""

    def __init__(self, root: str, suffix: tuple[str, ...]) -> None:
        self.root, self.languages = root, Languages()
        self.paths: list[str] = []
        manifests: list[str] = []
        for folder, folders, names in os.walk(root):
            folders[:] = sorted(f for f in folders if f not in (".git", "node_modules"))
            for name in names:
                path = os.path.relpath(os.path.join(folder, name), root).replace(os.sep, "/")
                if name.endswith(suffix):
                    self.paths.append(path)
                elif name in ("go.mod", "Cargo.toml", "package.json"):
                    manifests.append(path)
        self.paths.sort()
        self.names = NamesInMemory(import_prefixes(root, tuple(manifests)))
        self.symbols: list[tuple[Symbol, ...]] = []
        self.at: dict[tuple[str, int], Place] = {}
        start = time.process_time()
        for file, path in enumerate(self.paths):
            with open(os.path.join(root, path), "rb") as stream:
                source = stream.read()
            language = self.languages.of_path(path)
            assert language
            parsed = extract(source, language, path)
            self.symbols.append(parsed.symbols)
            self.names.add(file, path, parsed.facts)
            for position, symbol in enumerate(parsed.symbols):
                if symbol.kind in ("function", "method", "class", "interface", "struct"):
                    self.at[path, symbol.line] = (file, position)
        self.extracting = time.process_time() - start
        self.resolver = Resolver(self.names, self.languages)

    def is_made_by(self, place: Place, target: Place) -> bool:
        """Whether a constructor belongs to a class or to one of its bases."""
        symbol = self.symbols[place[0]][place[1]]
        if symbol.kind != "method" or symbol.parent < 0:
            return False
        return (place[0], symbol.parent) in self.resolver.inference.lineage(*target).places


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("truth")
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--rule", default="")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with open(arguments.truth) as file:
        truth = {entry["path"]: entry["sites"] or [] for entry in map(json.loads, file)}
    gc.disable()
    suffix = os.path.splitext(next(iter(truth)))[1]
    project = Project(os.path.abspath(arguments.tree), (suffix,))
    edges = defaultdict(list)
    start = time.process_time()
    for file, path in enumerate(project.paths):
        resolved = edges_of(file, project.resolver.references(file).references)
        if path in truth:
            edges[path] = [e for e in resolved if e.kind == "calls"]
    print(f"extract {project.extracting:.2f} s, resolve {time.process_time() - start:.2f} s")
    scores = compare(project, truth, edges, arguments.show, arguments.rule)
    name = os.path.basename(os.path.abspath(arguments.tree))
    line = {"figure": f"call edges, {name}", "files": len(truth), **scores}
    results.publish("calls", [line], save=arguments.save)


def compare(project, truth, edges, show, rule):  # type: ignore[no-untyped-def]
    right, wrong, unjudged, missed = Counter(), Counter(), Counter(), 0
    hit = total = 0
    samples: dict[str, list[str]] = defaultdict(list)
    for path, sites in truth.items():
        if path not in project.paths:
            continue
        file = project.paths.index(path)
        by_line = defaultdict(list)
        with open(os.path.join(project.root, path), "rb") as stream:
            lines = stream.read().decode("utf-8", "replace").split("\n")
        for line, name, targets, outside in sites:
            # Reading a property is not a call; a decorator is.
            text = lines[line - 1].strip()
            if not re.search(rf"\b{re.escape(name)}\s*[(\[]", text) and text[:1] != "@":
                continue
            places = [project.at.get((where, at)) for where, at in targets]
            by_line[line].append((name, [p for p in places if p], outside))
        predicted = defaultdict(list)
        for edge in edges[path]:
            if in_function(project.symbols[file], edge.source):
                predicted[edge.line].append(edge)
        for line, line_edges in predicted.items():
            for edge in line_edges:
                judged, good = judge(project, by_line[line], edge)
                if good:
                    right[edge.how] += 1
                elif judged:
                    wrong[edge.how] += 1
                    note(samples["wrong " + edge.how], project, path, line, edge.target, judged)
                else:
                    unjudged[edge.how] += 1
                    note(samples["unjudged " + edge.how], project, path, line, edge.target, "")
        for line, line_sites in by_line.items():
            for name, places, _ in line_sites:
                for place in places:
                    if inside(project, file, line) == place:
                        continue
                    total += 1
                    if any(same(project, edge.target, place) for edge in predicted[line]):
                        hit += 1
                    else:
                        missed += 1
                        note(samples["missed"], project, path, line, place, name)
    good, bad = sum(right.values()), sum(wrong.values())
    print(f"files {len(truth)}, resolved sites {total}")
    print(f"precision {good / max(1, good + bad):.4f} ({good} of {good + bad})")
    print(f"recall    {hit / max(1, total):.4f} ({hit} of {total})")
    for how in sorted({*right, *wrong, *unjudged}):
        print(f"  {how:8} right {right[how]:6} wrong {wrong[how]:5} unjudged {unjudged[how]:6}")
    for title, lines in samples.items():
        if show and title.startswith(rule):
            print(f"--- {title} ({len(lines)})")
            for line in random.Random(7).sample(lines, min(show, len(lines))):
                print("   ", line)
    return {
        "sites": total,
        "precision": round(good / max(1, good + bad), 4),
        "recall": round(hit / max(1, total), 4),
        "unjudged": sum(unjudged.values()),
    }


def in_function(symbols, position):  # type: ignore[no-untyped-def]
    while position > 0:
        if symbols[position].kind in ("function", "method"):
            return True
        position = symbols[position].parent
    return False


def inside(project, file, line):  # type: ignore[no-untyped-def]
    """The innermost function that contains a line."""
    best = None
    for position, symbol in enumerate(project.symbols[file]):
        if symbol.kind in ("function", "method") and symbol.start_line <= line <= symbol.end_line:
            best = (file, position)
    return best


def same(project, place, target):  # type: ignore[no-untyped-def]
    return place == target or project.is_made_by(place, target)


def judge(project, sites, edge):  # type: ignore[no-untyped-def]
    """Whether the reference covers an edge, and whether it agrees."""
    symbol = project.symbols[edge.target[0]][edge.target[1]]
    names = {symbol.name}
    if symbol.name in ("__init__", "__new__", "constructor", "__call__"):
        names = {name for name, _, _ in sites}
    resolved = ""
    for name, places, outside in sites:
        if any(same(project, edge.target, place) for place in places):
            return name, True
        if name in names and (places or outside):
            resolved = name
    if symbol.name in ("__init__", "__new__") and resolved:
        # Another call on the same line; only one of the same class would contradict.
        owner = project.symbols[edge.target[0]][symbol.parent].name
        resolved = owner if owner in names else ""
    return resolved, False


def note(lines, project, path, line, place, name):  # type: ignore[no-untyped-def]
    symbol = project.symbols[place[0]][place[1]]
    lines.append(f"{path}:{line} {name} -> {symbol.qualified}")


if __name__ == "__main__":
    main()
