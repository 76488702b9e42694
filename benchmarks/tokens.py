"""Accuracy of the token estimate: python -m benchmarks.tokens --tables DIR --check TREE ...

Cuts excerpts of 150 to 4,000 characters from the files of the given trees, counts their tokens with three real
tokenizers (o200k and cl100k through `tiktoken`, an older Claude table through `tokenizers`; DIR contains their
tables, as some packages for language models include them), and compares. `--fit TREE ...` fits the costs to
other trees and prints them. One JSON line per kind of text on stdout.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import pathlib
import random
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median, quantiles

from benchmarks.lib import results
from sightline.text.tokens import COSTS, estimate_tokens, piece_class, pieces

KINDS = {
    ".py": "Python",
    ".go": "Go",
    ".ts": "TypeScript",
    ".tsx": "TypeScript",
    ".js": "JavaScript",
    ".vue": "JavaScript",
    ".rs": "Rust",
    ".c": "C",
    ".h": "C",
    ".java": "Java",
    ".rb": "Ruby",
    ".cs": "C#",
    ".php": "PHP",
    ".md": "prose",
    ".txt": "prose",
    ".json": "JSON",
    ".yml": "YAML",
    ".yaml": "YAML",
    ".html": "HTML",
    ".css": "CSS",
    ".toml": "TOML",
    ".sh": "shell",
}
SKIPPED = {".git", "node_modules", "locale", "vendor"}
LENGTHS = (150, 300, 600, 1500, 4000)
TOKENIZERS = ("o200k", "cl100k", "claude")


@dataclass(frozen=True)
class Excerpt:
    kind: str
    text: str
    counts: dict[str, int]

    @property
    def mean(self) -> float:
        return sum(self.counts.values()) / len(self.counts)


class Tokenizers:
    """The real tokenizers."""

    def __init__(self, tables: str) -> None:
        os.environ["TIKTOKEN_CACHE_DIR"] = tables
        import tiktoken
        from tokenizers import Tokenizer

        self.o200k = tiktoken.get_encoding("o200k_base")
        self.cl100k = tiktoken.get_encoding("cl100k_base")
        (path,) = pathlib.Path(tables).glob("*tokenizer.json")
        self.claude = Tokenizer.from_file(str(path))

    def counts(self, text: str) -> dict[str, int]:
        return {
            "o200k": len(self.o200k.encode(text, disallowed_special=())),
            "cl100k": len(self.cl100k.encode(text, disallowed_special=())),
            "claude": len(self.claude.encode(text).ids),
        }


def kind_of(path: pathlib.Path) -> str | None:
    """The language of a file; documentation under content/<language>/ is prose of that language."""
    kind = KINDS.get(path.suffix)
    if "content" in path.parts and kind == "prose":
        language = path.parts[path.parts.index("content") + 1]
        return "prose" if language == "en" else f"prose {language}"
    return kind


def excerpts(
    trees: Iterable[str], tokenizers: Tokenizers, per_kind: int, half: int
) -> list[Excerpt]:
    """Up to `per_kind` excerpts of each kind; a tree named twice gives a different half each time."""
    by_kind: dict[str, list[pathlib.Path]] = {}
    for tree in trees:
        for path in sorted(pathlib.Path(tree).rglob("*")):
            kind = kind_of(path)
            if kind and not SKIPPED & set(path.parts) and path.is_file():
                mine = hashlib.blake2b(str(path).encode()).digest()[0] % 2 == half
                if mine or "content" not in path.parts:
                    by_kind.setdefault(kind, []).append(path)
    chance = random.Random(half)
    chosen: list[Excerpt] = []
    for kind, paths in sorted(by_kind.items()):
        chance.shuffle(paths)
        texts = [text for path in paths if (text := excerpt(path, chance))][:per_kind]
        chosen += [Excerpt(kind, text, tokenizers.counts(text)) for text in texts]
    return chosen


def excerpt(path: pathlib.Path, chance: random.Random) -> str:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ""
    length = chance.choice(LENGTHS)
    start = chance.randrange(max(1, len(text) - length))
    cut = text[start : start + length].partition("\n")[2]
    longest = max(map(len, cut.splitlines() or [""]))
    return cut if len(cut) >= 100 and longest <= 1000 else ""


def fit_costs(sample: list[Excerpt]) -> dict[str, float]:
    """The costs with the least squared relative error, non-negative, slightly regularised towards 0.8."""
    names = list(COSTS)
    rows = []
    for one in sample:
        counts = Counter(map(piece_class, pieces(one.text)))
        rows.append([counts[name] / one.mean for name in names])
    size = range(len(names))
    products = [[sum(row[i] * row[j] for row in rows) for j in size] for i in size]
    sums = [sum(row[i] for row in rows) + 0.0008 for i in size]
    costs = [0.8] * len(names)
    for _ in range(300):
        for i in size:
            own = products[i][i] + 0.001
            slope = sum(products[i][j] * costs[j] for j in size) + 0.001 * costs[i] - sums[i]
            costs[i] = max(0.0, costs[i] - slope / own)
    return {name: round(cost, 2) for name, cost in zip(names, costs, strict=True)}


def figures(sample: list[Excerpt]) -> Iterable[dict[str, object]]:
    """The error of our estimate and of characters / 4, by kind and in total."""
    kinds: dict[str, list[Excerpt]] = {}
    for one in sample:
        kinds.setdefault(one.kind, []).append(one)
    shown = {kind: group for kind, group in sorted(kinds.items()) if len(group) >= 10}
    code = [one for kind, group in shown.items() if not kind.startswith("prose") for one in group]
    for kind, group in {**shown, "all code": code, "all": sample}.items():
        errors = [estimate_tokens(one.text) / one.mean - 1 for one in group]
        quarters = [len(one.text) / 4 / one.mean - 1 for one in group]
        totals = sum(estimate_tokens(one.text) for one in group)
        yield {
            "figure": f"token estimate, {kind}",
            "excerpts": len(group),
            "median_error_pct": percent(median(map(abs, errors))),
            "p90_error_pct": percent(quantiles(map(abs, errors), n=10)[-1]),
            "total_error_pct": percent(totals / sum(one.mean for one in group) - 1),
            **{
                f"total_against_{name}_pct": percent(
                    totals / sum(one.counts[name] for one in group) - 1
                )
                for name in TOKENIZERS
            },
            "chars_over_four_median_error_pct": percent(median(map(abs, quarters))),
            "chars_over_four_total_error_pct": percent(
                sum(len(one.text) / 4 for one in group) / sum(one.mean for one in group) - 1
            ),
        }


def percent(share: float) -> float:
    return round(100 * share, 1)


def speed(sample: list[Excerpt]) -> dict[str, object]:
    text = "".join(one.text for one in sample)[:1_000_000]
    estimate_tokens(text)
    begin = time.process_time()
    estimate_tokens(text)
    spent = time.process_time() - begin
    return {"figure": "token estimate, CPU", "ms_per_10_KB": round(spent * 1e7 / len(text), 2)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--tables", required=True, help="directory with the tokenizers' tables")
    parser.add_argument("--fit", nargs="*", default=[], help="trees to fit the costs on")
    parser.add_argument("--check", nargs="*", default=[], help="trees to measure the error on")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    tokenizers = Tokenizers(arguments.tables)
    if arguments.fit:
        print(json.dumps(fit_costs(excerpts(arguments.fit, tokenizers, 150, 1)), indent=1))
    if not arguments.check:
        return
    sample = excerpts(arguments.check, tokenizers, 120, 0)
    names = sorted(pathlib.Path(tree).name for tree in arguments.check)
    lines = [{**figure, "trees": names} for figure in (*figures(sample), speed(sample))]
    results.publish("tokens", lines, save=arguments.save)


if __name__ == "__main__":
    main()
