"""How well code is found: python -m benchmarks.quality_localisation --eval DIR --repos DIR

The --eval folder contains python.jsonl, multilingual.jsonl and developer_prompts.jsonl; the --repos folder
contains bare clones as owner+name. Every question goes through the product's own retrieval and capsules, on
the index of the repository at the case's base commit, and through the baselines of
`localisation_baselines.py` on the same candidates. R is the share of the gold that was found, over all cases
with gold, and separately for questions that name a gold file or function and for those that name neither.
Nothing in the product is tuned here. Only ids and ranks of a case are stored, never its text.
"""

from __future__ import annotations

import argparse
import json
import pathlib
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.lib import results
from benchmarks.lib.eval_trees import Case, CommitSources, Trees, cases, is_gold
from benchmarks.lib.gold_lines import Lines, delivered, fix_lines, function_lines
from benchmarks.lib.localisation_baselines import FUNCTIONS, Baselines, Reader
from sightline.context.capsule import pack
from sightline.context.ranking.retrieval import find
from sightline.store.code import reader as code
from sightline.store.sqlite.database import Database
from sightline.topics.prompts.prompt_features import task_of

SETS = ("python", "multilingual", "developer_prompts")
BUDGETS = (2_000, 4_000, 8_000)
# Larger budgets, to see how many tokens it takes until all lines of the fix are delivered.
MORE_BUDGETS = (1_000, 16_000, 32_000)
FILES_AT, FUNCTIONS_AT = (1, 5, 10), (10, 20)
NOT_FOUND = 0
PRODUCT, SKETCH = "sightline", "sketch"


def ranks(ranked: Sequence[Any], gold: Iterable[str], same: Any) -> list[int]:
    """The rank of each gold item, starting at 1; 0 if it is missing."""
    return [
        next((at for at, one in enumerate(ranked, 1) if same(one, wanted)), NOT_FOUND)
        for wanted in gold
    ]


def names_gold(case: Case) -> bool:
    """Whether the text names a gold file or function."""
    text = case["problem_statement"]
    files = {path.rpartition("/")[2] for path in case["gold_files"]}
    functions = {re.split(r"[.:]+", name)[-1] for name in case["gold_functions"]}
    return any(base in text for base in files) or any(
        re.search(rf"\b{re.escape(name)}\b", text) for name in functions
    )


def is_the_gold(key: tuple[str, str], gold: str) -> bool:
    """Whether a function, by path and qualified name, is this gold one."""
    return is_gold(*key, gold)


def sightline_answer(
    index: Database, sources: CommitSources, case: Case, fix: Lines
) -> dict[str, Any]:
    """Sightline's answer: ranks of the gold, and the share of it and of its lines in capsules."""
    text = case["problem_statement"]
    task = task_of(text)
    started = time.perf_counter()
    search = find(index, text, task)
    seconds = time.perf_counter() - started
    best = [one for one in search.ranking.symbols if one.symbol.kind in FUNCTIONS][:300]
    known = {one.id: one for one in code.symbols(index, [one.symbol.id for one in best])}
    keys = [known[one.symbol.id] for one in best if one.symbol.id in known]
    functions = list(dict.fromkeys((one.path, one.qualified) for one in keys))
    answer: dict[str, Any] = {
        "files": ranks([r.file.path for r in search.ranking.files], case["gold_files"], str.__eq__),
        "functions": ranks(functions, case["gold_functions"], is_the_gold),
        "find_ms": round(seconds * 1000, 1),
    }
    whole = function_lines(index, case)
    until = 0
    for budget in sorted((*BUDGETS, *(MORE_BUDGETS if fix else ()))):
        started = time.perf_counter()
        capsule = pack(index, sources, search, task, budget, now=int(time.time() * 1000))  # type: ignore[arg-type]
        seconds = time.perf_counter() - started
        if fix and not until and delivered(capsule, fix).recall == 1.0:
            until = budget
        if budget not in BUDGETS:
            continue
        assert capsule.text_tokens <= budget and capsule.total_tokens <= budget
        paths = {item.symbol.path for item in capsule.items}
        states = []
        for gold in case["gold_functions"]:
            same = [i for i in capsule.items if is_gold(i.symbol.path, i.symbol.qualified, gold)]
            states.append(2 if any(i.is_pivot for i in same) else 1 if same else 0)
        answer[f"in {budget}"] = {
            "files": [int(path in paths) for path in case["gold_files"]],
            "functions": states,
            "pack_ms": round(seconds * 1000, 1),
            "fix": delivered(capsule, fix) if fix else None,
            "whole": delivered(capsule, whole) if whole else None,
        }
    answer["until"] = until if fix else None
    return answer


def baselines(all_baselines: Baselines, case: Case) -> dict[str, Any]:
    answers: dict[str, Any] = {}
    for name, ranked in all_baselines.rankings().items():
        functions = ranks(ranked.functions, case["gold_functions"], is_the_gold)
        answers[name] = {
            "files": ranks(ranked.files, case["gold_files"], str.__eq__),
            "functions": functions,
        }
        if name == SKETCH:
            for budget in BUDGETS:
                shown, bodies = all_baselines.packed(ranked.functions, budget)
                answers[name][f"in {budget}"] = {
                    "functions": [
                        0 if not at or at > shown else 2 if at <= bodies else 1 for at in functions
                    ]
                }
    return answers


def indexed_share(index: Database, case: Case) -> tuple[float, float | None]:
    """The share of the gold files and functions that the index contains."""
    paths = {row[0] for row in index.statement("SELECT path FROM file WHERE role = 'source'")}
    files = statistics.mean(path in paths for path in case["gold_files"])
    if not case["gold_functions"]:
        return files, None
    wanted = sorted({gold.partition("::")[0] for gold in case["gold_functions"]})
    marks = ",".join("?" * len(wanted))
    keys = index.statement(
        "SELECT f.path, s.qualified FROM symbol s JOIN file f ON f.id = s.file_id"
        f" WHERE f.path IN ({marks})",
        wanted,
    )
    there = [any(is_gold(*key, gold) for key in keys) for gold in case["gold_functions"]]
    return files, statistics.mean(there)


def share(places: Sequence[int], most: int) -> float:
    return sum(0 < place <= most for place in places) / len(places)


def figures(answers: list[dict[str, Any]]) -> dict[str, float]:
    """Means over cases, in percent."""
    values: dict[str, list[float]] = defaultdict(list)
    for answer in answers:
        for at in FILES_AT:
            values[f"files R@{at}"].append(share(answer["files"], at))
        for budget in BUDGETS:
            for name in ("fix", "whole"):
                lines = answer.get(f"in {budget}", {}).get(name)
                if lines is not None:
                    recall, precision = lines
                    values[f"{name} lines in {budget}"].append(recall)
                    values[f"{name} precision in {budget}"].append(precision)
        if answer.get("until") is not None:
            for budget in sorted((*BUDGETS, *MORE_BUDGETS)):
                values[f"all lines in {budget}"].append(0 < answer["until"] <= budget)
        if not answer["functions"]:
            continue
        for at in FUNCTIONS_AT:
            values[f"functions R@{at}"].append(share(answer["functions"], at))
        for budget in BUDGETS:
            held = answer.get(f"in {budget}")
            if held is not None:
                states = held["functions"]
                values[f"present in {budget}"].append(sum(s > 0 for s in states) / len(states))
                values[f"with body in {budget}"].append(sum(s > 1 for s in states) / len(states))
                if "files" in held:
                    values[f"files in {budget}"].append(statistics.mean(held["files"]))
    return {name: round(100 * statistics.mean(shares), 1) for name, shares in values.items()}


def summary(name: str, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    lines = []
    strata = {
        "all": rows,
        "names gold": [row for row in rows if row["named"]],
        "names neither": [row for row in rows if not row["named"]],
    }
    for stratum, chosen in strata.items():
        if not chosen:
            continue
        for ranker in (PRODUCT, *chosen[0]["baselines"]):
            answers = [
                row["product"] if ranker == PRODUCT else row["baselines"][ranker] for row in chosen
            ]
            line = {"set": name, "stratum": stratum, "ranker": ranker, "cases": len(chosen)}
            lines.append({**line, **figures(answers)})
    there = [row["indexed"] for row in rows]
    functions = [one[1] for one in there if one[1] is not None]
    lines[0]["gold files indexed"] = round(100 * statistics.mean(one[0] for one in there), 1)
    lines[0]["gold functions indexed"] = round(100 * statistics.mean(functions), 1)
    times = sorted(row["product"]["find_ms"] + row["product"]["in 4000"]["pack_ms"] for row in rows)
    lines[0]["ms p50"] = times[len(times) // 2]
    lines[0]["ms p95"] = times[int(len(times) * 0.95)]
    return lines


def measure_cases(
    name: str, arguments: argparse.Namespace, trees: Trees
) -> Iterable[dict[str, Any]]:
    chosen = cases(arguments.eval, name)
    if arguments.sample and arguments.sample < len(chosen):
        step = len(chosen) / arguments.sample
        chosen = [chosen[int(at * step)] for at in range(arguments.sample)]
    if arguments.ready:
        chosen = [one for one in chosen if trees.index_path(one).exists()]
    reader, repo = Reader(), ""
    for prepared in trees.prepare(chosen, checkout=False):
        case = prepared.case
        if case["repo"] != repo:
            reader, repo = Reader(), case["repo"]
        clone = trees.clone_of(repo)
        assert clone is not None
        sources = CommitSources(clone, case["base_commit"])
        row = {
            "set": name,
            "id": case["instance_id"],
            "named": names_gold(case),
            "indexed": indexed_share(prepared.index, case),
            "product": sightline_answer(prepared.index, sources, case, fix_lines(clone, case)),
            "baselines": {},
        }
        if not arguments.fast:
            files = reader.files(prepared.index, sources.read)
            commits = reader.commits(prepared.index)
            all_baselines = Baselines(prepared.index, files, commits, case["problem_statement"])
            row["baselines"] = baselines(all_baselines, case)
        sources.close()
        yield row


def shown(line: dict[str, Any]) -> str:
    def of(*names: str) -> str:
        return " / ".join(f"{line[name]:.1f}" if name in line else "–" for name in names)

    return (
        f"{line['set']:18}{line['stratum']:14}{line['ranker']:16}{line['cases']:4}"
        f"  files {of(*(f'files R@{n}' for n in FILES_AT))}"
        f"  functions {of(*(f'functions R@{n}' for n in FUNCTIONS_AT))}"
        f"  present {of(*(f'present in {n}' for n in BUDGETS))}"
        f"  with body {of(*(f'with body in {n}' for n in BUDGETS))}"
        f"  fix lines {of(*(f'fix lines in {n}' for n in BUDGETS))}"
        f" precision {of(*(f'fix precision in {n}' for n in BUDGETS))}"
        f"  whole functions {of(*(f'whole lines in {n}' for n in BUDGETS))}"
        f" precision {of(*(f'whole precision in {n}' for n in BUDGETS))}"
        f"  all {of(*(f'all lines in {n}' for n in sorted((*BUDGETS, *MORE_BUDGETS))))}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--work", type=pathlib.Path, help="where trees and indexes are kept")
    parser.add_argument("--set", choices=SETS, action="append", help="only this set")
    parser.add_argument("--sample", type=int, default=0, help="this many cases of each set")
    parser.add_argument("--ready", action="store_true", help="only cases indexed before")
    parser.add_argument("--fast", action="store_true", help="without the baselines")
    results.add_save_option(parser)
    parser.add_argument("--details", type=pathlib.Path, help="ids and ranks, as JSON lines")
    arguments = parser.parse_args()
    if (arguments.eval / "localisation").is_dir():
        arguments.eval = arguments.eval / "localisation"
    trees = Trees(arguments.repos, arguments.work or arguments.repos / "sightline-eval")
    for name in arguments.set or SETS:
        rows = list(measure_cases(name, arguments, trees))
        lines = summary(name, rows)
        for line in lines:
            print(shown(line), flush=True)
        if arguments.details:
            with arguments.details.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
        if arguments.save:
            results.store("quality_localisation", lines)


if __name__ == "__main__":
    main()
