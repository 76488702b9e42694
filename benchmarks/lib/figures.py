"""Reads the checked-in results: the newest line under each name, and single values of it.

The report, the plots and the figures in the documents all come from here.
"""

from __future__ import annotations

import json
import re
from typing import Any

from benchmarks import ROOT

RESULTS = ROOT / "benchmarks" / "results"
# Keys that describe the machine and the time, not the measurement.
FACTS = frozenset(
    [
        "python",
        "sqlite",
        "system",
        "date",
        "load",
        "processor",
        "cores",
        "at",
        "machine",
        "mcp",
        "tokenizer",
        "target",
        "trees",
    ]
)
# Keys that identify a line without a `figure`.
NAMES = (
    *("figure", "name", "tree", "set", "part", "stratum", "ranker", "method", "budget", "memories"),
    *("seed", "read", "action"),
)
Line = dict[str, Any]


def benchmarks() -> list[str]:
    """The benchmarks that have results."""
    return sorted(path.stem for path in RESULTS.glob("*.jsonl"))


def lines_of(benchmark: str) -> dict[str, Line]:
    """The newest line under each name, in the order of first appearance."""
    path = RESULTS / f"{benchmark}.jsonl"
    texts = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lines = [json.loads(text) for text in texts if text.strip()]
    if lines and "verdict" in lines[0]:
        return count_judgements(lines)
    return {name_of(line): line for line in lines}


def count_judgements(lines: list[Line]) -> dict[str, Line]:
    """Manual judgements, counted by sample."""
    rows: dict[str, Line] = {}
    for line in lines:
        row = rows.setdefault(line["sample"], {"figure": line["sample"], "judged": 0, "right": 0})
        row["judged"] += 1
        row["right"] += line["verdict"] == "right"
    for row in rows.values():
        row["right_pct"] = round(100 * row["right"] / row["judged"], 1)
    return rows


def name_of(line: Line) -> str:
    """The name of a result line."""
    names = ("figure", "tree") if "figure" in line else NAMES
    return " · ".join(str(line[key]) for key in names if isinstance(line.get(key), str | int))


def measured_values(line: Line) -> Line:
    """The measured values; nested values have dotted names."""
    flat: Line = {}
    for key, value in line.items():
        if key in FACTS or key in NAMES:
            continue
        if isinstance(value, dict):
            flat |= {f"{key}.{inner}": each for inner, each in value.items()}
        else:
            flat[key] = value
    return flat


def value_of(benchmark: str, name: str, key: str) -> Any:
    """One value, or None if it was not measured."""
    line = lines_of(benchmark).get(name)
    return None if line is None else measured_values(line).get(key)


def numbers_in(benchmark: str) -> list[float]:
    """Every number in a benchmark's newest lines, including those in names."""
    numbers: list[float] = []
    for name, line in lines_of(benchmark).items():
        numbers += [float(text.replace(",", "")) for text in re.findall(r"\d[\d,]*\.?\d*", name)]
        todo = [line]
        while todo:
            value: Any = todo.pop()
            if isinstance(value, dict):
                todo += value.values()
            elif isinstance(value, list):
                todo += value
            elif isinstance(value, int | float) and not isinstance(value, bool):
                numbers.append(float(value))
    return numbers
