"""Where results are kept: JSON lines with the facts of the machine, one file per benchmark.

A new line takes the place of the one with the same `figure`; `report.py` reads them.
"""

from __future__ import annotations

import json
import os
import pathlib
import platform
import sqlite3
import time
from collections.abc import Iterable
from typing import Any

RESULTS = pathlib.Path(__file__).resolve().parent / "results"


def machine() -> dict[str, Any]:
    """What a figure depends on besides the program."""
    return {
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "date": time.strftime("%Y-%m-%d"),
    }


def keep(benchmark: str, lines: Iterable[dict[str, Any]]) -> None:
    """Write these figures into the benchmark's file; those of other names stay."""
    path = RESULTS / f"{benchmark}.jsonl"
    facts = machine()
    kept = {}
    if path.exists():
        for text in path.read_text(encoding="utf-8").splitlines():
            kept[json.loads(text)["figure"]] = text
    for line in lines:
        kept[line["figure"]] = json.dumps({**line, **facts})
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(kept.values()) + "\n", encoding="utf-8")
