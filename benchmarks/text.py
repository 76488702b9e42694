"""Cost of splitting words and redacting: python -m benchmarks.text TREE [--save]

Reads every text file of a tree and measures CPU time per megabyte: splitting all identifiers with an empty and
with a full cache, masking secrets, and a plain word search as the yardstick. Also counts how many lines masking
changes. One JSON line per figure.
"""

from __future__ import annotations

import argparse
import pathlib
import re
import time
from collections.abc import Callable

from benchmarks.lib import results
from sightline.text import words
from sightline.text.secrets.redact import redact

ENDINGS = (
    *(".py", ".go", ".ts", ".tsx", ".js", ".rs", ".c", ".h", ".java", ".rb", ".cs", ".php"),
    *(".md", ".txt", ".json", ".yml", ".toml"),
)


def read(tree: str) -> list[str]:
    texts = []
    for path in sorted(pathlib.Path(tree).rglob("*")):
        if path.suffix in ENDINGS and path.is_file() and ".git" not in path.parts:
            try:
                texts.append(path.read_text(encoding="utf-8"))
            except (OSError, UnicodeDecodeError):
                continue
    return texts


def cpu(work: Callable[[str], object], texts: list[str]) -> float:
    begin = time.process_time()
    for text in texts:
        work(text)
    return time.process_time() - begin


def changed_lines(texts: list[str]) -> tuple[int, int]:
    """The number of non-empty lines, and how many of them masking changes."""
    total = changed = 0
    for text in texts:
        before, after = text.splitlines(), redact(text).splitlines()
        total += sum(1 for line in before if line.strip())
        if before != after:
            kept = set(after)
            changed += sum(1 for line in before if line.strip() and line not in kept)
    return total, changed


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("tree")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    texts = read(arguments.tree)
    size = sum(map(len, texts)) / 1e6
    steps: list[tuple[str, Callable[[str], object]]] = [
        ("finding words (yardstick)", re.compile(r"[A-Za-z0-9_]+").findall),
        ("code_words, empty memo", words.code_words),
        ("code_words, full memo", words.code_words),
        ("code_text, full memo", words.code_text),
        ("redact", redact),
    ]
    facts = {
        "tree": pathlib.Path(arguments.tree).name,
        "megabytes": round(size, 1),
    }
    lines = []
    for name, work in steps:
        spent = cpu(work, texts)
        figure = {
            "figure": name,
            "cpu_s": round(spent, 2),
            "ms_per_MB": round(spent * 1e3 / size, 1),
        }
        lines.append({**figure, **facts})
    total, changed = changed_lines(texts)
    figure = {
        "figure": "lines redact changes",
        "lines": total,
        "changed": changed,
        "changed_pct": round(100 * changed / max(1, total), 3),
    }
    lines.append({**figure, **facts})
    results.publish("text", lines, save=arguments.save)


if __name__ == "__main__":
    main()
