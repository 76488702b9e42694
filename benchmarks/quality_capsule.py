"""How much of the function that a question names a capsule holds: python -m benchmarks.quality_capsule --project DIR ...

For each indexed project (`--project`, repeated) functions of 30 to 200 lines are chosen by the hash of their name,
and a question is asked about each by its name. The share of the function's lines that stand in the capsule is
measured for several budgets, and how often it comes first.
"""

from __future__ import annotations

import argparse
import os
import pathlib
from statistics import mean

from benchmarks.lib import results
from sightline.context.capsule import pack
from sightline.context.ranking.retrieval import find
from sightline.engine import Engine, Lifetime, open_engine
from sightline.model.indexed import CALLABLE, IndexedSymbol, name_parts
from sightline.store.code import reader
from sightline.text.hashing import digest
from sightline.topics.prompts.prompt_features import task_of
from sightline.workspace.source import Sources

BUDGETS = (1_500, 4_000, 12_000)
SHORTEST, LONGEST = 30, 200
QUESTIONS = (
    "how does {name} work",
    "fix {name}: it fails when it is called twice",
    "refactor {name} into smaller functions",
    "add logging to {name}",
)
NOW = 1_790_000_000_000


def functions(engine: Engine, count: int) -> list[IndexedSymbol]:
    """Functions of source files, the same ones in every run."""
    chosen = [
        symbol
        for file in reader.all_files(engine.index)
        if file.role == "source"
        for symbol in reader.symbols_in_file(engine.index, file.id)
        if symbol.kind in CALLABLE
        and SHORTEST <= symbol.end_line - symbol.start_line < LONGEST
        and not symbol.is_test
    ]
    chosen.sort(key=lambda symbol: digest(symbol.path + symbol.qualified))
    return chosen[:count]


def share_of_lines(
    engine: Engine, symbol: IndexedSymbol, question: str, budget: int
) -> tuple[float, bool]:
    """The share of the symbol's lines in the capsule, and whether it comes first."""
    sources, task = Sources(engine.project.root), task_of(question)
    retrieval = find(engine.index, question, task)
    capsule = pack(engine.index, sources, retrieval, task, budget, now=NOW)
    source = sources.read(symbol.path) or b""
    lines = source[symbol.start : symbol.end].decode("utf-8", "replace").split("\n")
    wanted = [line.strip() for line in lines if line.strip()]
    items = [item for item in capsule.items if item.symbol.id == symbol.id]
    held = {line.strip() for item in items for line in item.body.split("\n")}
    first = bool(capsule.items) and capsule.items[0].symbol.id == symbol.id
    return sum(line in held for line in wanted) / len(wanted), first


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--project", action="append", required=True, help="an indexed tree")
    parser.add_argument("--functions", type=int, default=8, help="of each project")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    shares: dict[int, list[float]] = {budget: [] for budget in BUDGETS}
    firsts: list[bool] = []
    for path in arguments.project:
        engine = open_engine(path, Lifetime.COMMAND, home=os.environ.get("SIGHTLINE_HOME"))
        for number, symbol in enumerate(functions(engine, arguments.functions)):
            name = ".".join(name_parts(symbol.qualified)[-2:])
            question = QUESTIONS[number % len(QUESTIONS)].format(name=name)
            for budget in BUDGETS:
                share, first = share_of_lines(engine, symbol, question, budget)
                shares[budget].append(share)
            firsts.append(first)
        engine.close()
    line: dict[str, object] = {
        "figure": f"named function, {', '.join(pathlib.Path(p).name for p in arguments.project)}",
        "questions": len(firsts),
        "first": round(mean(firsts), 4),
        **{f"lines_{budget}": round(mean(own), 4) for budget, own in shares.items()},
    }
    results.publish("quality_capsule", [line], save=arguments.save)


if __name__ == "__main__":
    main()
