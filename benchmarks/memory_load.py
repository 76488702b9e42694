"""Cost of many memories: python -m benchmarks.memory_load [--memories 100000] [--save]

Fills a store with memories of generated sentences (words by Zipf's law, identifiers, sessions of 25) and
measures in-process CPU milliseconds: search, sessions, what the prompt hook asks (offer), what a command about
to run asks (known failures), the facts of a tool answer, and saving one more memory. Prints one JSON line per
figure, and a fixed loop that shows how busy the machine was.
"""

from __future__ import annotations

import argparse
import os
import random
import tempfile
import time
from collections.abc import Callable
from itertools import accumulate
from typing import Any

from benchmarks.lib import results
from sightline.memory.draft import draft
from sightline.memory.keeper import save
from sightline.memory.offer import Prompt, known_failures, offer
from sightline.memory.search import Scope, search, search_sessions
from sightline.memory.tool_calls import frame_for_call
from sightline.memory.vocabulary import search_words
from sightline.model.memory import Memory
from sightline.settings.load import load
from sightline.store import memory as store
from sightline.store.sqlite.database import Database, open_database

NOW = 1_770_000_000_000
KINDS = ("observation", "decision", "fact", "failure", "bug_fix", "pattern")
SYLLABLES = [
    "ba",
    "co",
    "di",
    "fu",
    "ga",
    "he",
    "ki",
    "lo",
    "mu",
    "na",
    "pe",
    "ri",
    "so",
    "tu",
    "va",
    "we",
    "xi",
    "yo",
    "za",
    "dra",
    "ste",
    "plo",
    "cra",
]


class Language:
    """Generated words, a few frequent and most rare, as in natural language."""

    def __init__(self, seed: int, size: int = 40_000) -> None:
        self.random = random.Random(seed)
        made: dict[str, None] = {}
        while len(made) < size:
            made["".join(self.random.choices(SYLLABLES, k=self.random.choice((2, 3, 3, 4))))] = None
        self.words = list(made)
        # The offset represents stop words, which no search contains: no root occurs in more than 8 % of texts.
        self.weights = list(accumulate(1 / (rank + 50) for rank in range(size)))

    def sentence(self, length: int) -> str:
        words = self.random.choices(self.words, cum_weights=self.weights, k=length)
        if self.random.random() < 0.4:
            words.append("_".join(self.random.choices(self.words, k=2)))
        return " ".join(words)


def fill(database: Database, language: Language, count: int) -> None:
    for start in range(0, count, 5_000):
        with database.transaction():
            for number in range(start, min(count, start + 5_000)):
                kind = KINDS[number % len(KINDS)] if number % 3 == 0 else "observation"
                memory = Memory(
                    id=f"obs-{number:08x}",
                    kind=kind,
                    text=language.sentence(language.random.choice((8, 15, 25, 60))),
                    created=NOW - number * 60_000,
                    project="aa" if number % 5 else "bb",
                    session=f"s{number // 25}",
                    status="raw" if kind == "observation" else "active",
                    fields={"command": language.sentence(4)} if kind == "failure" else {},
                )
                store.add(database, memory, search_words(memory))


def loop() -> None:
    total = 0
    for number in range(100_000):
        total += number & 3


def measure(name: str, runs: list[Callable[[], Any]]) -> dict[str, Any]:
    times = []
    for run in runs:
        begin = time.process_time()
        run()
        times.append((time.process_time() - begin) * 1000)
    times.sort()
    quantile = [round(times[min(len(times) - 1, int(len(times) * q))], 2) for q in (0.5, 0.95, 1)]
    return {"figure": name, "p50_ms": quantile[0], "p95_ms": quantile[1], "max_ms": quantile[2]}


def figures(database: Database, language: Language, questions: int) -> list[dict[str, Any]]:
    settings = load()
    asked = [language.sentence(language.random.choice((3, 6, 10, 14))) for _ in range(questions)]
    scope = Scope(("aa", ""))

    def save_decision(text: str) -> Any:
        return save(database, draft("decision", text, now=NOW, project="aa"), now=NOW)

    tasks: dict[str, Callable[[str], Any]] = {
        "search": lambda text: search(database, text, now=NOW, scope=scope),
        "search everywhere": lambda text: search(database, text, now=NOW),
        "search one kind": lambda text: search(
            database, text, now=NOW, scope=Scope(("aa",), ("pattern",))
        ),
        "search sessions": lambda text: search_sessions(database, text, now=NOW, scope=scope),
        "prompt hook: offer": lambda text: offer(database, settings, Prompt("aa", text, NOW)),
        "tool hook: known failures": lambda text: known_failures(database, "aa", text, (), NOW),
        "tool answer: facts": lambda text: frame_for_call(
            database, "aa", {"query": text}, settings, NOW
        ),
        "keep one decision": save_decision,
    }
    lines = [measure("fixed loop of 100,000", [loop] * 20)]
    for name, task in tasks.items():
        lines.append(measure(name, [lambda text=text, task=task: task(text) for text in asked]))
    return [*lines, measure("fixed loop of 100,000, after", [loop] * 20)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--questions", type=int, default=300)
    results.add_save_option(parser)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ["SIGHTLINE_HOME"] = folder
        path = os.path.join(folder, "memory.db")
        database = open_database(path, "memory")
        language = Language(7)
        begin = time.process_time()
        fill(database, language, arguments.memories)
        seconds = time.process_time() - begin
        database.statement("PRAGMA wal_checkpoint(TRUNCATE)")
        size = round(os.path.getsize(path) / 1e6, 1)
        lines = [
            {
                "figure": "filling",
                "memories": arguments.memories,
                "cpu_s": round(seconds, 1),
                "megabytes": size,
            }
        ]
        lines += figures(database, language, arguments.questions)
        database.close()
    saved = [{"memories": arguments.memories} | figure for figure in lines]
    results.publish("memory_load", saved, save=arguments.save)


if __name__ == "__main__":
    main()
