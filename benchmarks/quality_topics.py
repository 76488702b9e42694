"""How well topics are recognised on labelled streams, compared with simpler methods (see docs/guides/topics.md).

    python -m benchmarks.quality_topics --eval DIR [--sweep] [--json]

DIR contains *.jsonl files: one stream per line, `items` in order, each with `text`, `topic` (gold) and,
where known, `session`, `files` and a time (`ts`, `ts_ms`). Every prompt goes through the real tracker and a
real store. The files of a prompt are those its answer changed, so only later prompts know them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import pathlib
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from benchmarks.lib import results
from sightline.model.session import SessionKey
from sightline.settings.load import load
from sightline.store.sqlite.database import open_database
from sightline.text.stem import tokenise
from sightline.topics.placement import term_counts
from sightline.topics.prompt_features import clean, extract_features
from sightline.topics.scores import Profile, Rarity, profile_of, similarity
from sightline.topics.tracker import Submission, touch, track

MINUTE = 60_000
TRIVIAL = "misc"  # The gold topic of trivial prompts; results without them are measured too.


class Item(NamedTuple):
    text: str
    gold: str
    at: int
    session: str
    files: tuple[str, ...]


class Outcome(NamedTuple):
    """Topics assigned to the items of one stream, and the prediction after each.

    `shape` describes the forest: actions taken, and its size at the end.
    """

    topics: list[str]
    next: list[str]
    shape: Counter[str] = Counter()


Method = Callable[[Sequence[Item]], Outcome]


def read_streams(path: pathlib.Path) -> list[tuple[str, list[Item]]]:
    streams = []
    for line in path.read_text(encoding="utf-8").splitlines():
        stream = json.loads(line)
        streams.append((stream["stream"], [read_item(item) for item in stream["items"]]))
    return streams


def read_item(item: dict[str, Any]) -> Item:
    return Item(
        item["text"],
        str(item["topic"]),
        time_of(item),
        item.get("session", ""),
        tuple(item.get("files", ())),
    )


def time_of(item: dict[str, Any]) -> int:
    if "ts_ms" in item:
        return int(item["ts_ms"])
    if "T" in item["ts"]:
        moment = datetime.datetime.fromisoformat(item["ts"].replace("Z", "+00:00"))
        return int(moment.timestamp() * 1000)
    hours, minutes = item["ts"].split(":")
    return (int(hours) * 60 + int(minutes)) * MINUTE


# Methods


def sightline(**settings: str) -> Method:
    """Sightline itself, with settings as environment variables."""

    def run(items: Sequence[Item]) -> Outcome:
        with tempfile.TemporaryDirectory() as folder:
            memory = open_database(os.path.join(folder, "memory.db"), "memory")
            memory.statement("PRAGMA synchronous=OFF")
            chosen = load(None, {"HOME": folder, "SIGHTLINE_HOME": folder, **settings})
            turns, nexts, shape = [], [], Counter[str]()
            for item in items:
                key = SessionKey("bench", item.session) if item.session else None
                tracked = track(memory, chosen, Submission("bench", item.text, item.at, key))
                turns.append(tracked.turn if tracked else 0)
                if tracked:
                    shape[tracked.decision.action] += 1
                    state = tracked.state
                    touch(memory, tracked.topic, now=item.at, files=item.files)
                    recent = sorted(
                        tracked.state.topics.values(), key=lambda topic: (-topic.used, topic.id)
                    )
                    foretold = tracked.state.chain.predict(0.0, [topic.id for topic in recent])
                    nexts.append(foretold[0][0] if foretold else "")
                else:
                    nexts.append("")
            given = dict(memory.statement("SELECT number, topic FROM turn WHERE role = 'prompt'"))
            memory.close()
        shape["in forest"] = len(state.forest.roots)
        shape["levels"] = 1 + max((n.depth for n in state.forest.nodes.values()), default=0)
        topics = [
            given.get(turn) or f"open {item.session or at}"
            for at, (turn, item) in enumerate(zip(turns, items, strict=True))
        ]
        return Outcome(topics, nexts, shape)

    return run


def by_session(items: Sequence[Item]) -> Outcome:
    return Outcome([item.session for item in items], [""] * len(items))


def by_gap(minutes: int) -> Method:
    def run(items: Sequence[Item]) -> Outcome:
        topics, current, last = [], 0, None
        for item in items:
            if last is not None and item.at - last > minutes * MINUTE:
                current += 1
            topics.append(str(current))
            last = item.at
        return Outcome(topics, [""] * len(items))

    return run


def by_bm25(threshold: float, k1: float = 1.2, b: float = 0.75) -> Method:
    """The topic whose words score best by BM25, if the score per word reaches a threshold."""

    def run(items: Sequence[Item]) -> Outcome:
        counts_by_topic: list[Counter[str]] = []
        topics = []
        for item in items:
            words = tokenise(item.text)
            mean = (
                sum(sum(words_.values()) for words_ in counts_by_topic) / len(counts_by_topic)
                if counts_by_topic
                else 1.0
            )
            best, at = 0.0, -1
            for place, counts in enumerate(counts_by_topic):
                score = 0.0
                length = 1 - b + b * sum(counts.values()) / (mean or 1.0)
                for word in set(words):
                    if counts[word]:
                        held = sum(1 for other in counts_by_topic if other[word])
                        idf = math.log(1 + (len(counts_by_topic) - held + 0.5) / (held + 0.5))
                        tf = counts[word]
                        score += idf * tf * (k1 + 1) / (tf + k1 * length)
                if score > best:
                    best, at = score, place
            if at < 0 or best / max(1, len(set(words))) < threshold:
                counts_by_topic.append(Counter())
                at = len(counts_by_topic) - 1
            counts_by_topic[at].update(words)
            topics.append(str(at))
        return Outcome(topics, [""] * len(items))

    return run


# Measures


def pairs(count: int) -> int:
    return count * (count - 1) // 2


class Tally:
    """Counts summed over streams."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, items: Sequence[Item], outcome: Outcome) -> None:
        gold = [item.gold for item in items]
        both = Counter(zip(gold, outcome.topics, strict=True))
        self.counts["pairs both"] += sum(map(pairs, both.values()))
        self.counts["pairs gold"] += sum(map(pairs, Counter(gold).values()))
        self.counts["pairs found"] += sum(map(pairs, Counter(outcome.topics).values()))
        self.counts["pairs"] += pairs(len(gold))
        for name, places in (("new", firsts), ("switch", switches)):
            wanted, got = places(gold), places(outcome.topics)
            self.counts[f"{name} both"] += len(wanted & got)
            self.counts[f"{name} gold"] += len(wanted)
            self.counts[f"{name} found"] += len(got)
        self._add_next(gold, outcome)

    def _add_next(self, gold: Sequence[str], outcome: Outcome) -> None:
        """Count whether a return to an earlier topic was predicted."""
        held: dict[str, Counter[str]] = {}
        seen: set[str] = set()
        for at in range(len(gold) - 1):
            held.setdefault(outcome.topics[at], Counter())[gold[at]] += 1
            seen.add(gold[at])
            if gold[at + 1] == gold[at] or gold[at + 1] not in seen:
                continue
            self.counts["returns"] += 1
            foretold = held.get(outcome.next[at])
            if foretold:
                self.counts["foretold"] += foretold.most_common(1)[0][0] == gold[at + 1]

    def f1(self, name: str) -> float:
        both, gold, found = (self.counts[f"{name} {part}"] for part in ("both", "gold", "found"))
        return 200 * both / (gold + found) if gold + found else 100.0

    def precision(self) -> float:
        return 100 * self.counts["pairs both"] / max(1, self.counts["pairs found"])

    def rand(self) -> float:
        c = self.counts
        chance = c["pairs gold"] * c["pairs found"] / max(1, c["pairs"])
        most = (c["pairs gold"] + c["pairs found"]) / 2
        return 100.0 if most == chance else 100 * (c["pairs both"] - chance) / (most - chance)

    def row(self) -> dict[str, float]:
        foretold = 100 * self.counts["foretold"] / max(1, self.counts["returns"])
        values = {
            "adjusted Rand": self.rand(),
            "pairwise F1": self.f1("pairs"),
            "pairwise precision": self.precision(),
            "new-topic F1": self.f1("new"),
            "switch F1": self.f1("switch"),
            "next-topic top-1": foretold,
        }
        return {name: round(value, 1) for name, value in values.items()}


def firsts(topics: Sequence[str]) -> set[int]:
    seen: dict[str, int] = {}
    for at, topic in enumerate(topics):
        seen.setdefault(topic, at)
    return set(seen.values())


def switches(topics: Sequence[str]) -> set[int]:
    return {at for at in range(1, len(topics)) if topics[at] != topics[at - 1]}


def measure(
    streams: Sequence[tuple[str, list[Item]]], method: Method, *, without: str = ""
) -> dict[str, float]:
    tally = Tally()
    for _, items in streams:
        outcome = method(items)
        positions = [at for at, item in enumerate(items) if item.gold != without]
        tally.add(
            [items[at] for at in positions],
            Outcome(
                [outcome.topics[at] for at in positions], [outcome.next[at] for at in positions]
            ),
        )
    return tally.row()


def methods_for(streams: Sequence[tuple[str, list[Item]]]) -> dict[str, Method]:
    methods: dict[str, Method] = {
        "sightline": sightline(),
        "documented TF-IDF": sightline(SIGHTLINE_FOCUS_MATCHER="tfidf"),
        "BM25 nearest topic": by_bm25(0.5),
        "time gap 30 min": by_gap(30),
        "time gap 120 min": by_gap(120),
    }
    if all(item.session for _, items in streams for item in items):
        methods["session id alone"] = by_session
    return methods


SWEEPS = {
    "similarity.branch": ("0.1", "0.25", "0.4", "0.6", "0.8"),
    "similarity.extend": ("0.25", "0.55", "0.8"),
    "similarity.nest": ("0.5", "0.8", "2"),
    "transitionBoost": ("0", "0.2", "1"),
    "memorySize": ("20", "100", "300"),
    "decayRate": ("0", "0.05", "0.5"),
}


def sweep_settings(key: str, value: str, matcher: str) -> dict[str, str]:
    """The settings with one of them changed; extend is never below branch."""
    chosen = {key: value, "matcher": matcher}
    if key == "similarity.branch" and float(value) > 0.55:
        chosen["similarity.extend"] = value
    return {
        "SIGHTLINE_FOCUS_" + name.replace(".", "_").upper(): text for name, text in chosen.items()
    }


def sweep(streams: Sequence[tuple[str, list[Item]]], matcher: str) -> dict[str, dict[str, float]]:
    """The effect of each setting by itself."""
    rows = {}
    for key, values in SWEEPS.items():
        for value in values:
            method = sightline(**sweep_settings(key, value, matcher))
            tally, shape, topics = Tally(), Counter[str](), 0
            for _, items in streams:
                outcome = method(items)
                tally.add(items, outcome)
                shape += outcome.shape
                topics += len(set(outcome.topics))
            scores = tally.row()
            placed = sum(shape[action] for action in ("new", "branch", "extend"))
            rows[f"`{key}` {value}"] = {
                "topics": topics,
                "pairwise F1": scores["pairwise F1"],
                "new-topic F1": scores["new-topic F1"],
                "extend %": round(100 * shape["extend"] / placed, 1),
                "in forest": shape["in forest"],
                "levels": shape["levels"],
            }
    return rows


# Similarity of topics (ruling 48)


def units_of(items: Sequence[Item]) -> list[tuple[str, Profile]]:
    """Parts of streams with one topic each: sessions, or runs of prompts on one topic."""
    pieces: dict[str, list[Item]] = {}
    run = 0
    for at, item in enumerate(items):
        run += at > 0 and item.gold != items[at - 1].gold
        pieces.setdefault(item.session or str(run), []).append(item)
    units = []
    for piece in pieces.values():
        gold = Counter(item.gold for item in piece).most_common(1)[0][0]
        terms: Counter[str] = Counter()
        touches: set[tuple[str, str]] = set()
        for item in piece:
            reading = extract_features(clean(item.text))
            terms.update(term_counts(reading))
            touches |= {("file", file) for file in (*item.files, *reading.files)}
            touches |= {("ticket", ticket) for ticket in reading.tickets}
        profile = profile_of(terms, touches)
        if profile.terms and (len(piece) > 1 or item.session):
            units.append((gold, profile))
    return units


def calibration(streams: Sequence[tuple[str, list[Item]]]) -> dict[str, tuple[int, int]]:
    """How many of the pairs above a similarity belong together, and how many there are."""
    counts_by_bound = {bound: [0, 0] for bound in (0.75, 0.85, 0.95)}
    for _, items in streams:
        units = units_of(items)
        rarity = Rarity([profile for _, profile in units])
        for (gold, one), (other_gold, other) in combinations(units, 2):
            near = similarity(one, other, rarity)
            for bound, counts in counts_by_bound.items():
                counts[0] += near >= bound and gold == other_gold
                counts[1] += near >= bound
    return {f">= {bound}": (counts[0], counts[1]) for bound, counts in counts_by_bound.items()}


def print_table(title: str, rows: dict[str, dict[str, float]]) -> None:
    names = list(next(iter(rows.values())))
    print(f"\n{title}\n")
    print("| | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for name, row in rows.items():
        print(f"| {name} | " + " | ".join(f"{row[key]:g}" for key in names) + " |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eval", required=True, type=pathlib.Path, help="folder of streams")
    parser.add_argument(
        "--sweep", action="store_true", help="measure the effect of each setting instead"
    )
    parser.add_argument(
        "--similarity", action="store_true", help="measure the similarity of topics instead"
    )
    parser.add_argument(
        "--only", default="", help="only streams whose file or name contains this text"
    )
    parser.add_argument("--each", action="store_true", help="also report each stream separately")
    parser.add_argument("--json", action="store_true", help="print JSON")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    folder = arguments.eval / "topics" if (arguments.eval / "topics").is_dir() else arguments.eval
    report: dict[str, Any] = {}
    for path in sorted(folder.glob("*.jsonl")):
        streams = read_streams(path)
        if arguments.only not in path.name:
            streams = [stream for stream in streams if arguments.only in stream[0]]
        if streams:
            report |= report_on(path.stem, streams, arguments)
    if arguments.json:
        print(json.dumps(report, indent=2))
    if arguments.save:
        results.store("quality_topics", lines_of(report, sweep=arguments.sweep))


def lines_of(report: dict[str, Any], *, sweep: bool) -> list[dict[str, Any]]:
    """The rows as named result lines."""
    if not sweep:
        return [
            {"figure": f"{name}: {label}", **row}
            for name, rows in report.items()
            for label, row in rows.items()
        ]
    return [
        {"figure": f"{name}, matcher {matcher}: {label}", **row}
        for name, swept in report.items()
        for matcher, rows in swept.items()
        for label, row in rows.items()
    ]


def report_on(
    name: str, streams: Sequence[tuple[str, list[Item]]], arguments: argparse.Namespace
) -> dict[str, Any]:
    prompts = sum(len(items) for _, items in streams)
    golds = sum(len({item.gold for item in items}) for _, items in streams)
    title = f"{name}: {len(streams)} streams, {prompts} prompts, {golds} topics"
    if arguments.similarity:
        pairs_found = calibration(streams)
        if not arguments.json:
            shares = ", ".join(f"{k}: {a} of {b}" for k, (a, b) in pairs_found.items())
            print(f"{title}: pairs that belong together, {shares}")
        return {name: pairs_found}
    if arguments.sweep:
        swept = {matcher: sweep(streams, matcher) for matcher in ("best", "tfidf")}
        for matcher, rows in swept.items() if not arguments.json else ():
            print_table(f"{title}, matcher {matcher}", rows)
        return {name: swept}
    rows_by_method = {
        label: measure(streams, method) for label, method in methods_for(streams).items()
    }
    if any(item.gold == TRIVIAL for _, items in streams for item in items):
        for label in ("sightline", "documented TF-IDF"):
            rows_by_method[f"{label}, trivial prompts aside"] = measure(
                streams, methods_for(streams)[label], without=TRIVIAL
            )
    if not arguments.json:
        print_table(title, rows_by_method)
        if arguments.each:
            rows = {stream[0]: measure([stream], sightline()) for stream in streams}
            print_table(f"{name}, sightline on each stream", rows)
    return {name: rows_by_method}


if __name__ == "__main__":
    main()
