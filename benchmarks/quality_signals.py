"""Contribution of each ranking signal: python -m benchmarks.quality_signals --eval DIR --repos DIR

For every case of `quality_localisation.py`, the evidence is gathered once and ranked with the whole table and
with each signal disabled. The difference is the signal's contribution in points of recall, over all sets and
for each set. Repositories have equal weight, however many cases they have.
"""

from __future__ import annotations

import argparse
import pathlib
import statistics
from collections import defaultdict
from typing import Any

from benchmarks import ROOT
from benchmarks.lib import results
from benchmarks.lib.eval_trees import Case, Trees, cases
from benchmarks.lib.localisation_baselines import FUNCTIONS
from benchmarks.quality_localisation import SETS, is_the_gold, ranks, share
from sightline.context.ranking.rank import SIGNALS, Ranking, Signal, rank
from sightline.context.ranking.retrieval import find
from sightline.store.code import reader
from sightline.store.sqlite.database import Database
from sightline.topics.prompts.prompt_features import task_of

Recalls = dict[str, float]
PAGE = ROOT / "docs" / "guides" / "questions.md"
BEGIN, END = (
    "<!-- signals: written by benchmarks/quality_signals.py --docs -->",
    "<!-- end of signals -->",
)
COLUMNS = ("files R@1", "files R@5", "functions R@10", "functions R@50")


def tables() -> dict[str, tuple[Signal, ...]]:
    """The whole table, and one without each signal."""
    tables_by_label: dict[str, tuple[Signal, ...]] = {"": SIGNALS}
    for signal in SIGNALS:
        silent = signal._replace(weight=0.0, vague=0.0)
        tables_by_label[f"{signal.of} {signal.name}"] = tuple(
            silent if one == signal else one for one in SIGNALS
        )
    return tables_by_label


def recalls(
    index: Database, ranking: Ranking, case: Case, known: dict[int, tuple[str, str]]
) -> Recalls:
    """The recall of a ranking; `known` contains symbols that were read before."""
    places = ranks([one.file.path for one in ranking.files[:20]], case["gold_files"], str.__eq__)
    shares = {f"files R@{most}": share(places, most) for most in (1, 5)}
    if case["gold_functions"]:
        best = [one for one in ranking.symbols if one.symbol.kind in FUNCTIONS][:60]
        missing = [one.symbol.id for one in best if one.symbol.id not in known]
        for symbol in reader.symbols(index, missing):
            known[symbol.id] = (symbol.path, symbol.qualified)
        keys = [known[one.symbol.id] for one in best]
        places = ranks(list(dict.fromkeys(keys)), case["gold_functions"], is_the_gold)
        shares |= {f"functions R@{most}": share(places, most) for most in (10, 50)}
    return shares


def measure_set(
    name: str, arguments: argparse.Namespace, trees: Trees
) -> dict[str, dict[str, Any]]:
    """The recalls by repository, for every table."""
    by_label: dict[str, dict[str, Any]] = defaultdict(lambda: defaultdict(list))
    chosen = [one for one in cases(arguments.eval, name) if trees.index_path(one).exists()]
    for prepared in trees.prepare(chosen[:: arguments.every], checkout=False):
        text = prepared.case["problem_statement"]
        evidence = find(prepared.index, text, task_of(text)).evidence
        known: dict[int, tuple[str, str]] = {}
        for label, table in tables().items():
            one = recalls(prepared.index, rank(evidence, table), prepared.case, known)
            by_label[label][prepared.case["repo"]].append(one)
    return by_label


def mean(by_repository: dict[str, list[Recalls]]) -> Recalls:
    """The mean over repositories, in percent."""
    values: dict[str, list[float]] = defaultdict(list)
    for rows in by_repository.values():
        for key in sorted({key for row in rows for key in row}):
            values[key].append(statistics.mean(row[key] for row in rows if key in row))
    return {key: 100 * statistics.mean(shares) for key, shares in values.items()}


def page_with_table(page: str, lines: list[dict[str, Any]]) -> str:
    """The page with the table of signals, weights and contributions."""
    bought = {line["figure"]: line for line in lines}
    rows = ["| candidate | signal | weight | counts when | " + " | ".join(COLUMNS) + " |"]
    rows.append("|---|---|---|---|" + "---|" * len(COLUMNS))
    for one in SIGNALS:
        weight = f"{one.weight:g}" + (f" + {one.vague:g}" if one.vague else "")
        line = bought.get(f"{one.of} {one.name}", {})
        gains = [f"{line[name]:+.1f}" if line.get(name) else "–" for name in COLUMNS]
        cells = (one.of, one.name, weight, one.sentence, *gains)
        rows.append("| " + " | ".join(cells) + " |")
    whole = [f"{bought['all of them'][name]:.1f}" for name in COLUMNS]
    rows.append("| | all of them | | | " + " | ".join(whole) + " |")
    head, _, rest = page.partition(BEGIN)
    return "\n".join(
        (
            head + BEGIN,
            "",
            "<!-- figures: quality_signals -->",
            *rows,
            "",
            END + rest.partition(END)[2],
        )
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--work", type=pathlib.Path, help="where trees and indexes are kept")
    parser.add_argument("--every", type=int, default=1, help="evaluate only every Nth case")
    results.add_save_option(parser)
    parser.add_argument("--docs", action="store_true", help=f"update the table in {PAGE.name}")
    arguments = parser.parse_args()
    if (arguments.eval / "localisation").is_dir():
        arguments.eval = arguments.eval / "localisation"
    trees = Trees(arguments.repos, arguments.work or arguments.repos / "sightline-eval")
    together: dict[str, dict[str, Any]] = defaultdict(dict)
    for name in SETS:
        for label, by_repository in measure_set(name, arguments, trees).items():
            together[label].update(by_repository)
    weights = {f"{s.of} {s.name}": {"weight": s.weight, "vague": s.vague} for s in SIGNALS}
    whole = mean(together[""])
    lines: list[dict[str, Any]] = [
        {"figure": "all of them", **{key: round(value, 1) for key, value in whole.items()}}
    ]
    for label, by_repository in together.items():
        if label:
            less = mean(by_repository)
            gains = {key: round(whole[key] - less[key], 2) for key in whole}
            lines.append({"figure": label, **weights[label], **gains})
    results.publish("quality_signals", lines, save=arguments.save)
    if arguments.docs:
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page_with_table(page, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
