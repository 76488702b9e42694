"""How well memories are found: python -m benchmarks.quality_memory --eval DIR

DIR contains memory/ (conversations.jsonl, questions.jsonl, developer_sessions.jsonl, developer_questions.jsonl,
memory_words.jsonl, memory_noise.jsonl), capture/ and neutral_prompts.jsonl; parts that are missing are skipped.
Every question goes through the product's own recall, on stores filled by its own import. The same run
computes the baselines: plain BM25, BM25 with stems, BM25 with stems and a window of one turn on each side,
and grep (how many of the question's words a turn contains). Results are per conversation, so that a change
that helps one and hurts another is visible. The lists of synonyms and the rules of capture were written with
these sets in view: expect less elsewhere, and between the two runs by words, with and without those lists.
"""

from __future__ import annotations

import argparse
import calendar
import json
import math
import os
import pathlib
import re
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from typing import Any

from benchmarks.lib import results
from benchmarks.lib.capture_labels import capture
from benchmarks.lib.memory_words import questions, told
from sightline.engine import Engine, open_engine
from sightline.memory.exchange import import_lines
from sightline.store import memory as store
from sightline.text.word_lists import STOP_WORDS
from sightline.text.word_root import root
from sightline.text.words import words
from sightline.tools.recall import MemoryQuery, recall, recall_sessions

MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
PARTS = ("conversations", "words", "capture")
Ranker = Callable[[str], list[int]]


def rows(path: pathlib.Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def milliseconds(text: str) -> int:
    match = re.match(r"(\d+):(\d+) (am|pm) on (\d+) (\w+), (\d+)", text)
    if match is None:
        return calendar.timegm(time.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")) * 1000
    hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0)
    month = MONTHS.index(match[5][:3].lower()) + 1
    return calendar.timegm((int(match[6]), month, int(match[4]), hour, int(match[2]), 0)) * 1000


def plain(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def stems(text: str) -> list[str]:
    return [root(word.split("'")[0]) for word in words(text) if word not in STOP_WORDS]


def bm25(documents: list[list[str]], tokens: Callable[[str], list[str]]) -> Ranker:
    """Standard BM25 with k1 1.2, b 0.75."""
    postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for number, document in enumerate(documents):
        for word, count in Counter(document).items():
            postings[word].append((number, count))
    lengths = [len(document) for document in documents]
    average = sum(lengths) / max(1, len(lengths)) or 1

    def rank(question: str) -> list[int]:
        scores = [0.0] * len(documents)
        for word in dict.fromkeys(tokens(question)):
            matches = postings.get(word, ())
            weight = math.log(1 + (len(documents) - len(matches) + 0.5) / (len(matches) + 0.5))
            for number, count in matches:
                norm = 1.2 * (0.25 + 0.75 * lengths[number] / average)
                scores[number] += weight * count * 2.2 / (count + norm)
        return sorted((n for n, s in enumerate(scores) if s), key=lambda n: (-scores[n], n))

    return rank


def grep(texts: list[str]) -> Ranker:
    """Turns by how many of the question's words they contain."""
    lower = [text.lower() for text in texts]

    def rank(question: str) -> list[int]:
        wanted = [word for word in dict.fromkeys(plain(question)) if word not in STOP_WORDS]
        hits = [sum(word in text for word in wanted) for text in lower]
        return sorted((n for n, hit in enumerate(hits) if hit), key=lambda n: (-hits[n], n))

    return rank


def windows(documents: list[list[str]], sessions: list[str]) -> list[list[str]]:
    joined = []
    for at, document in enumerate(documents):
        near = [
            n for n in (at - 1, at + 1) if 0 <= n < len(documents) and sessions[n] == sessions[at]
        ]
        joined.append(document + [word for n in near for word in documents[n]])
    return joined


class Figures:
    """Averaged hits and recalls."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = defaultdict(list)

    def turns(self, ranked: list[Any], gold: set[Any], label: str) -> None:
        for most in (1, 5, 10, 20):
            hits = len(gold & set(ranked[:most]))
            self.values[f"{label} R@{most}"].append(hits / len(gold))
            self.values[f"{label} hit@{most}"].append(float(hits > 0))
        first = next((at for at, one in enumerate(ranked) if one in gold), None)
        self.values[f"{label} MRR"].append(0.0 if first is None else 1 / (first + 1))

    def mean(self) -> dict[str, float]:
        return {name: round(100 * sum(v) / len(v), 1) for name, v in self.values.items()}


def engine_at(path: pathlib.Path) -> Engine:
    path.mkdir(parents=True)
    (path / ".sightline.toml").write_text("")
    return open_engine(str(path))


def line(number: int, text: str, created: int, session: str, **more: str) -> str:
    record = {"id": f"obs-{number:08x}", "kind": "observation", "status": "raw", "text": text}
    return json.dumps(record | {"created": created, "session": session} | more)


def conversations(folder: pathlib.Path, home: pathlib.Path) -> Iterable[dict[str, Any]]:
    turns: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(folder / "conversations.jsonl"):
        turns[row["conv"]].append(row)
    questions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows(folder / "questions.jsonl"):
        if row["evidence"]:
            questions[row["conv"]].append(row)
    figures: dict[str, dict[str, Figures]] = defaultdict(lambda: defaultdict(Figures))
    seconds: list[float] = []
    for place, (name, said) in enumerate(turns.items()):
        engine = engine_at(home / name)
        lines = [
            line(place * 10_000 + n, row["text"], milliseconds(row["date"]) + n, name + row["session"], author=row["speaker"])
            for n, row in enumerate(said)
        ]  # fmt: skip
        done = import_lines(engine.memory, lines, now=0, project=engine.project.id)
        assert done.added == len(lines), done
        texts = [row["text"] for row in said]
        sessions = [row["session"] for row in said]
        stemmed = [stems(text) for text in texts]
        others: dict[str, Ranker] = {
            "grep": grep(texts),
            "BM25 plain": bm25([plain(text) for text in texts], plain),
            "BM25 stems": bm25(stemmed, stems),
            "BM25 stems, window": bm25(windows(stemmed, sessions), stems),
        }
        for asked in questions[name]:
            gold = set(asked["evidence"])
            gold_sessions = set(asked["evidence_sessions"])
            begin = time.process_time()
            matches = recall(engine, MemoryQuery(text=asked["question"], limit=20))
            seconds.append(time.process_time() - begin)
            numbers = [int(one.memory.id[4:], 16) - place * 10_000 for one in matches]
            grouped = recall_sessions(engine, MemoryQuery(text=asked["question"], limit=10))
            mine = {
                "turn": [said[n]["id"] for n in numbers],
                "session": [one.memory.session.removeprefix(name) for one in grouped],
            }
            ranked = {"recall": mine}
            for label, rank in others.items():
                order = rank(asked["question"])
                ranked[label] = {
                    "turn": [said[n]["id"] for n in order],
                    "session": list(dict.fromkeys(sessions[n] for n in order)),
                }
            for label, lists in ranked.items():
                for scope in ("all", name):
                    figures[scope][label].turns(lists["turn"], gold, "turn")
                    figures[scope][label].turns(lists["session"], gold_sessions, "session")
        engine.close()
    for scope, by_label in figures.items():
        for label, one in by_label.items():
            yield {"set": "conversations", "part": scope, "ranker": label, **one.mean()}
    seconds.sort()
    yield {
        "set": "conversations",
        "recall ms": [round(1000 * seconds[int(len(seconds) * q)], 2) for q in (0.5, 0.95)],
    }


def developers(folder: pathlib.Path, home: pathlib.Path) -> Iterable[dict[str, Any]]:
    sessions = rows(folder / "developer_sessions.jsonl")
    asked = rows(folder / "developer_questions.jsonl")
    engine = engine_at(home / "developers")
    lines, number = [], 0
    for row in sessions:
        start = milliseconds(row["start"])
        for at, prompt in enumerate(row["prompts"]):
            number += 1
            lines.append(
                line(
                    number,
                    prompt[:100_000],
                    start + at * 60_000,
                    row["session"],
                    branch=row["branch"],
                )
            )
    done = import_lines(engine.memory, lines, now=0, project=engine.project.id)
    assert not done.problems, done.problems[:3]
    whole = [" \n".join(row["prompts"]) for row in sessions]
    ids = [row["session"] for row in sessions]
    others = {
        "grep": grep(whole),
        "BM25 plain": bm25([plain(text) for text in whole], plain),
        "BM25 stems": bm25([stems(text) for text in whole], stems),
    }
    for field in ("query", "query_long"):
        figures: dict[str, Figures] = defaultdict(Figures)
        for row in asked:
            gold = set(row["sessions"])
            matches = recall_sessions(engine, MemoryQuery(text=row[field], limit=100))
            figures["recall"].turns([one.memory.session for one in matches], gold, "session")
            for label, rank in others.items():
                figures[label].turns([ids[n] for n in rank(row[field])], gold, "session")
        for label, one in figures.items():
            yield {"set": "developer sessions", "part": field, "ranker": label, **one.mean()}
    stored = store.newest(engine.memory, None, limit=1)
    assert stored
    engine.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--only", action="append", choices=PARTS, help="only this part; repeatable")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    wanted = arguments.only or PARTS
    folder = arguments.eval / "memory" if (arguments.eval / "memory").is_dir() else arguments.eval
    lines = []
    with tempfile.TemporaryDirectory() as home:
        os.environ["SIGHTLINE_HOME"] = str(pathlib.Path(home) / "home")
        os.environ["XDG_CONFIG_HOME"] = str(pathlib.Path(home) / "config")
        base = pathlib.Path(home)
        parts: list[Iterable[dict[str, Any]]] = []
        if "conversations" in wanted:
            parts += [part(folder, base) for part in (conversations, developers)]
        if "words" in wanted and (folder / "memory_words.jsonl").is_file():
            parts += [part(folder, base) for part in (questions, told)]
        if "capture" in wanted and (folder.parent / "capture" / "labels.json").is_file():
            parts.append(capture(folder.parent / "capture"))
        for figures in parts:
            for figure in figures:
                print(json.dumps(figure), flush=True)
                lines.append(figure)
    if arguments.save:
        results.store("quality_memory", lines)


if __name__ == "__main__":
    main()
