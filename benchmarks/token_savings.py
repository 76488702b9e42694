"""Tokens needed to deliver the right functions: python -m benchmarks.token_savings --eval DIR --repos DIR

The --eval folder contains the localisation sets, the --repos folder bare clones as owner+name, and the
--tables folder the tables of real tokenizers (see tokens.py; without it the product's own estimate counts).
For every case, on the code of its base commit, the functions that the real fix changed are delivered by

  whole files       the files that contain them, read whole (told which ones)
  search and read   a search for five words of the question, identifiers first, then the rarest; then whole
                    files, best first, at most ten, until all functions are there (measure/delivery.py)
  skeleton          the skeletons of those files (told which ones), then the functions
  capsule           the capsule of 4,000 tokens for the question, then the functions it lacks
  injection         what the prompt hook would inject about code, then the functions it lacks

`tokens` is the first answer alone, `present` the share of the gold that it names and `bodies` the share that it
contains whole (nine tenths of the text: an excerpt is not whole). `to_all` adds what is still missing: the
function if its location is known by then, else its whole file. Only ids and figures of a case are kept, and
only sums are checked in (`--save`).
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
from collections.abc import Callable, Iterator
from statistics import mean, median
from typing import Any, NamedTuple

from benchmarks.lib import results
from benchmarks.lib.eval_trees import Case, CommitSources, Trees, cases, is_gold
from sightline.context.capsule import pack
from sightline.context.excerpt import STANDARD, skeleton
from sightline.context.prompt_code import offer_code
from sightline.context.ranking.retrieval import find
from sightline.context.select import Situation
from sightline.measure.delivery import SourceFiles
from sightline.model.indexed import IndexedSymbol
from sightline.store.code import reader
from sightline.store.sqlite.database import Database, open_database
from sightline.text.tokens import estimate_tokens
from sightline.topics.prompts.prompt_features import task_of

SETS = ("python", "multilingual", "developer_prompts")
BUDGET = 4_000
WAYS = ("whole files", "search and read", "skeleton", "capsule", "injection")
NOW = 1_790_000_000_000
Count = Callable[[str], int]


class Gold(NamedTuple):
    """One function to deliver: its location and text."""

    symbol: IndexedSymbol
    body: str


class Answer(NamedTuple):
    """The cost and content of one method's answer to one case."""

    tokens: int
    present: float
    bodies: float
    to_all: int


def gold_functions(index: Database, sources: CommitSources, case: Case) -> list[Gold]:
    """The gold functions in the index, with their texts."""
    functions = []
    for name in case["gold_functions"]:
        path = name.partition("::")[0]
        file = reader.file_at(index, path)
        if file is None:
            continue
        for symbol in reader.symbols_in_file(index, file.id):
            if is_gold(path, symbol.qualified, name):
                body = (sources.read(path) or b"")[symbol.start : symbol.end]
                functions.append(Gold(symbol, body.decode("utf-8", "replace")))
                break
    return functions


class Delivery:
    """All delivery methods for one case."""

    def __init__(self, index: Database, sources: CommitSources, case: Case, count: Count) -> None:
        self.index, self.sources, self.case, self.count = index, sources, case, count
        self.text: str = case["problem_statement"]
        self.gold = gold_functions(index, sources, case)
        self.paths = sorted({one.symbol.path for one in self.gold})

    def answers(self) -> dict[str, Answer]:
        answers = (self.whole(), self.search(), self.skeleton(), self.capsule(), self.injection())
        return dict(zip(WAYS, answers, strict=True))

    def whole(self) -> Answer:
        tokens = sum(self.count(self.sources.text(path)) for path in self.paths)
        return Answer(tokens, 1.0, 1.0, tokens)

    def search(self) -> Answer:
        files = [file for file in reader.all_files(self.index) if file.role == "source"]
        texts = {file.path: self.sources.text(file.path) for file in files}
        result = SourceFiles(texts).search_and_read(self.text, self.paths, self.count)
        held = [one.symbol.path in result.read for one in self.gold]
        missing = [path for path in self.paths if path not in result.read]
        rest = sum(self.count(self.sources.text(path)) for path in missing)
        return Answer(result.tokens, mean(held), mean(held), result.tokens + rest)

    def skeleton(self) -> Answer:
        tokens = 0
        for file in reader.files_at(self.index, self.paths):
            symbols = reader.symbols_in_file(self.index, file.id)
            tokens += self.count(f"{file.path}\n{skeleton(symbols, STANDARD)}")
        bodies = sum(self.count(one.body) for one in self.gold)
        return Answer(tokens, 1.0, 0.0, tokens + bodies)

    def capsule(self) -> Answer:
        task = task_of(self.text)
        answer = find(self.index, self.text, task)
        packed = pack(self.index, self.sources, answer, task, BUDGET, now=NOW)  # type: ignore[arg-type]
        named = {item.symbol.id: len(item.body) for item in packed.items}
        return self._completed(packed.text, named)

    def injection(self) -> Answer:
        situation = Situation(prompt=self.text)
        items = offer_code(self.index, self.sources, situation).items  # type: ignore[arg-type]
        named = {}
        for item in items:
            for one in self.gold:
                if f"{one.symbol.path}::{one.symbol.qualified}" in item.symbols:
                    named[one.symbol.id] = len(item.text)
        return self._completed("\n".join(item.text for item in items), named)

    def _completed(self, text: str, named: dict[int, int]) -> Answer:
        """An answer that names some of the gold, and the tokens needed to deliver all of it."""
        tokens = self.count(text) if text else 0
        rest, whole_files = 0, set()
        present, bodies = [], []
        for one in self.gold:
            length = named.get(one.symbol.id)
            # An excerpt omits lines; a body is whole if it has at least nine tenths of the text.
            whole = length is not None and length >= 0.9 * len(one.body)
            present.append(length is not None)
            bodies.append(whole)
            if length is None:
                whole_files.add(one.symbol.path)
            elif not whole:
                rest += self.count(one.body)
        rest += sum(self.count(self.sources.text(path)) for path in whole_files)
        return Answer(tokens, mean(present), mean(bodies), tokens + rest)


def counter(tables: str | None) -> tuple[str, Count]:
    """A real tokenizer if its table is available, else the product's estimate."""
    if not tables:
        return "estimate", estimate_tokens
    os.environ["TIKTOKEN_CACHE_DIR"] = tables
    import tiktoken

    encoding = tiktoken.get_encoding("o200k_base")
    return "o200k", lambda text: len(encoding.encode(text, disallowed_special=()))


def measure_cases(
    trees: Trees, chosen: list[Case], count: Count
) -> Iterator[tuple[Case, dict[str, Answer]]]:
    for number, case in enumerate(chosen):
        clone = trees.clone_of(case["repo"])
        kept = trees.index_path(case)
        if clone is None or not kept.exists():
            print(f"left out: {case['instance_id']}", file=sys.stderr)
            continue
        index = open_database(str(kept), "index", readonly=True)
        sources = CommitSources(clone, case["base_commit"])
        try:
            delivery = Delivery(index, sources, case, count)
            if delivery.gold:
                yield case, delivery.answers()
        finally:
            sources.close()
            index.close()
        if number % 20 == 0:
            print(f"{number + 1} of {len(chosen)}", file=sys.stderr)


def figures(name: str, tokenizer: str, rows: list[dict[str, Answer]]) -> Iterator[dict[str, Any]]:
    whole = sum(row["whole files"].to_all for row in rows)
    for way in WAYS:
        answers = [row[way] for row in rows]
        total = sum(one.to_all for one in answers)
        yield {
            "figure": f"{name}: {way}",
            "cases": len(rows),
            "tokenizer": tokenizer,
            "tokens_mean": round(mean(one.tokens for one in answers)),
            "tokens_median": round(median(one.tokens for one in answers)),
            "present_pct": round(100 * mean(one.present for one in answers), 1),
            "bodies_pct": round(100 * mean(one.bodies for one in answers), 1),
            "to_all_mean": round(mean(one.to_all for one in answers)),
            "to_all_median": round(median(one.to_all for one in answers)),
            "to_all_of_whole_files_pct": round(100 * total / whole, 1),
            "dearer_than_whole_files_pct": round(
                100 * mean(row[way].to_all > row["whole files"].to_all for row in rows), 1
            ),
        }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path)
    parser.add_argument("--work", required=True, type=pathlib.Path, help="indexes (eval_trees.py)")
    parser.add_argument("--tables", help="directory with a real tokenizer's table")
    parser.add_argument("--sets", nargs="*", default=SETS)
    parser.add_argument("--limit", type=int, default=0, help="cases of each set, spread evenly")
    parser.add_argument("--details", type=pathlib.Path, help="one JSON line per case")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    tokenizer, count = counter(arguments.tables)
    trees = Trees(arguments.repos, arguments.work)
    for name in arguments.sets:
        chosen = cases(arguments.eval / "localisation", name)
        if arguments.limit:
            chosen = chosen[:: max(1, len(chosen) // arguments.limit)][: arguments.limit]
        rows = list(measure_cases(trees, chosen, count))
        if arguments.details:
            with open(arguments.details, "a", encoding="utf-8") as file:
                for case, row in rows:
                    each = {way: answer._asdict() for way, answer in row.items()}
                    file.write(json.dumps({"set": name, "id": case["instance_id"], **each}) + "\n")
        lines = list(figures(name, tokenizer, [row for _, row in rows]))
        results.publish("token_savings", lines, save=arguments.save)


if __name__ == "__main__":
    main()
