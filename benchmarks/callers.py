"""Whether caller lists are right and complete, against what a compiler or analyser says.

    python -m benchmarks.callers TREE TRUTH.jsonl [--symbols N] [--seed N] [--show N] [--save]

Draws symbols at random among the functions and methods that the reference analyser sees called, asks for
their dependents as `get_dependents` does, and compares by calling symbol: the innermost function or module
that contains the call. Precision counts certain callers at sites the analyser resolves; recall counts
certain and possible callers; `complete right` is the share of lists called complete that miss no caller.
A call of an interface's method counts for the interface, as the analyser says.

The references: lsp_truth.py (Python), go_truth.py, ts_truth.py (also JavaScript), java_truth.py,
definition_truth.py (C, C++, PHP), rust_truth.py, ruby_truth.py (what tests run), swift_truth.py. For C# (Polly
173d6d1) and Kotlin (okio 4164f29) labels/*.jsonl has 51 and 36 symbols checked by hand: random methods whose
name occurs at most nine (six) times, every occurrence read; most names are defined once, so these are easier.
"""

import argparse
import json
import os
import random
import statistics
import tempfile
import time
from collections import defaultdict
from typing import Any, NamedTuple

from benchmarks.lib import results
from sightline.context.relations import graph
from sightline.context.relations.callers import COMPLETE, possible_callers
from sightline.context.relations.declarations import in_all_places
from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.model.indexed import CALLABLE, IndexedSymbol
from sightline.store.code import reader
from sightline.workspace.source import Sources

Place = tuple[str, int]  # a path and a line


class Answer(NamedTuple):
    """The caller list of one symbol."""

    certain: set[int]
    possible: set[int]
    verdict: str
    milliseconds: float


class Truth(NamedTuple):
    """What the analyser knows: calls by definition, and the names it resolved on each line."""

    callers: dict[Place, set[Place]]
    resolved: dict[Place, set[str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tree")
    parser.add_argument("truth")
    parser.add_argument("--symbols", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0)
    results.add_save_option(parser)
    arguments = parser.parse_args()
    truth = read_truth(arguments.truth)
    with tempfile.TemporaryDirectory() as home:
        os.environ["SIGHTLINE_HOME"] = home
        engine = open_engine(os.path.abspath(arguments.tree))
        refresh(engine.project, engine.settings, home=engine.home)
        targets = draw(engine, truth, arguments.symbols, arguments.seed)
        scores = compare(engine, truth, targets, arguments.show)
        engine.close()
    name = os.path.basename(os.path.abspath(arguments.tree))
    results.publish("callers", [{"figure": f"caller lists, {name}", **scores}], save=arguments.save)


def read_truth(path: str) -> Truth:
    """The calls of a truth file by the definition they lead to."""
    callers: dict[Place, set[Place]] = defaultdict(set)
    resolved: dict[Place, set[str]] = defaultdict(set)
    with open(path) as file:
        for entry in map(json.loads, file):
            for line, name, targets, _ in entry["sites"] or ():
                resolved[entry["path"], line].add(name)
                for target_path, target_line in targets:
                    callers[target_path, target_line].add((entry["path"], line))
    return Truth(callers, resolved)


def draw(engine: Engine, truth: Truth, count: int, seed: int) -> list[list[IndexedSymbol]]:
    """Random symbols that the analyser sees called, each with its overloads."""
    places = sorted(truth.callers)
    random.Random(seed).shuffle(places)
    symbols: dict[tuple[str, str], list[IndexedSymbol]] = {}
    for path, line in places:
        file = reader.file_at(engine.index, path)
        inside = reader.symbols_in_file(engine.index, file.id) if file else []
        for symbol in [s for s in inside if s.line == line and s.kind in CALLABLE][:1]:
            overloads = reader.symbols_qualified(engine.index, symbol.qualified)
            callables = [s for s in overloads if s.path == path and s.kind in CALLABLE]
            symbols.setdefault((path, symbol.qualified), callables)
        if len(symbols) == count:
            break
    return list(symbols.values())


def ask(engine: Engine, symbols: list[IndexedSymbol]) -> Answer:
    """The caller list of a symbol with its overloads."""
    start = time.process_time()
    walk = graph.walk(engine.index, symbols, graph.DEPENDENTS, 1)
    certain = graph.certain_callers(walk)
    possible = possible_callers(engine.index, Sources(engine.project.root), symbols, certain)
    milliseconds = (time.process_time() - start) * 1000
    ids = {caller.symbol.id for caller in possible.callers}
    return Answer(certain, ids, possible.verdict, milliseconds)


def compare(
    engine: Engine, truth: Truth, targets: list[list[IndexedSymbol]], show: int
) -> dict[str, Any]:
    """The scores of all caller lists."""
    around = Enclosing(engine)
    right = wrong = hit = total = complete = complete_right = 0
    times: list[float] = []
    misses: list[str] = []
    errors: list[str] = []
    for overloads in targets:
        target = overloads[0]
        answer = around.in_functions(ask(engine, overloads))
        times.append(answer.milliseconds)
        places = in_all_places(engine.index, overloads)
        sites = {site for one in places for site in truth.callers.get((one.path, one.line), ())}
        expected = {around.symbol(path, line): f"{path}:{line}" for path, line in sorted(sites)}
        for one in places:
            expected.pop(one.id, None)
        for caller in answer.certain:
            if caller in expected:
                right += 1
            elif around.is_judged(truth, caller, target.name):
                wrong += 1
                errors.append(f"{target.qualified} <- {around.place(caller)}")
        missed = expected.keys() - answer.certain - answer.possible
        total += len(expected)
        hit += len(expected) - len(missed)
        claim = " (the list is called complete)" if answer.verdict == COMPLETE else ""
        misses += [f"{target.qualified} <- {expected[id]}{claim}" for id in missed]
        if answer.verdict == COMPLETE:
            complete += 1
            complete_right += not missed
    for line in random.Random(7).sample(misses, min(show, len(misses))):
        print("  missed", line)
    for line in random.Random(7).sample(errors, min(show, len(errors))):
        print("  wrong", line)
    return {
        "symbols": len(targets),
        "callers": total,
        "precision": round(right / max(1, right + wrong), 4),
        "recall": round(hit / max(1, total), 4),
        "complete": complete,
        "complete right": round(complete_right / max(1, complete), 4),
        "CPU ms p50": round(statistics.median(times), 2),
    }


class Enclosing:
    """Finds the function or module around a line."""

    def __init__(self, engine: Engine) -> None:
        self.index = engine.index
        self._files: dict[str, list[IndexedSymbol]] = {}

    def symbol(self, path: str, line: int) -> int:
        """The id of the innermost function around a line, else of the module."""
        if path not in self._files:
            file = reader.file_at(self.index, path)
            self._files[path] = reader.symbols_in_file(self.index, file.id) if file else []
        owner = 0
        for symbol in self._files[path]:
            is_around = symbol.start_line <= line <= symbol.end_line
            if not owner or (is_around and symbol.kind not in ("variable", "const", "field")):
                owner = symbol.id
        return owner

    def in_functions(self, answer: Answer) -> Answer:
        """The answer with the function or module around each constant or variable that calls."""
        return answer._replace(
            certain={self._owner(id) for id in answer.certain},
            possible={self._owner(id) for id in answer.possible},
        )

    def _owner(self, id: int) -> int:
        symbol = reader.symbol(self.index, id)
        is_value = symbol is not None and symbol.kind in ("variable", "const", "field")
        return self.symbol(symbol.path, symbol.line) if symbol and is_value else id

    def place(self, id: int) -> str:
        """A symbol as path:line name."""
        symbol = reader.symbol(self.index, id)
        return f"{symbol.path}:{symbol.line} {symbol.name}" if symbol else ""

    def is_judged(self, truth: Truth, caller: int, name: str) -> bool:
        """Whether the analyser resolved a call of this name in the symbol."""
        symbol = reader.symbol(self.index, caller)
        assert symbol
        lines = range(symbol.start_line, symbol.end_line + 1)
        return any(name in truth.resolved.get((symbol.path, line), ()) for line in lines)


if __name__ == "__main__":
    main()
