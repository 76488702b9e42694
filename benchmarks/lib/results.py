"""Prints and stores results: JSON lines with facts about the machine, one file per benchmark.

A new line replaces the one with the same name (`figures.name_of`); `report` reads them.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sqlite3
import time
from collections.abc import Iterable
from typing import Any

from benchmarks import ROOT, SOURCE
from benchmarks.lib import figures


def add_save_option(parser: argparse.ArgumentParser) -> None:
    """The `--save` option of every benchmark, unless the sources of another checkout are measured."""
    parser.set_defaults(save=False)
    if SOURCE == ROOT / "src":
        parser.add_argument(
            "--save", action="store_true", help="store the figures in benchmarks/results"
        )


def publish(benchmark: str, lines: Iterable[figures.Line], *, save: bool) -> None:
    """Print the lines as JSON and store them on request."""
    listed = list(lines)
    for line in listed:
        print(json.dumps(line), flush=True)
    if save:
        store(benchmark, listed)


def store(benchmark: str, lines: Iterable[figures.Line]) -> None:
    """Write these lines to the benchmark's file; lines with other names stay."""
    facts = machine()
    stored = figures.lines_of(benchmark)
    stored |= {figures.name_of(line): {**line, **facts} for line in lines}
    path = figures.RESULTS / f"{benchmark}.jsonl"
    text = "".join(json.dumps(line) + "\n" for line in stored.values())
    path.write_text(text, encoding="utf-8")


def machine() -> dict[str, Any]:
    """The facts about the machine that a figure depends on."""
    return {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "date": time.strftime("%Y-%m-%d"),
    }


def percentile(values: Iterable[float], share: int) -> float:
    """The value that a given percentage of the values does not exceed."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, round(share / 100 * (len(ranked) - 1)))]
