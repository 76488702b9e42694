"""Labelled streams of prompts, spliced sessions, and how well topics agree with the labels."""

from __future__ import annotations

import datetime
import json
import pathlib
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

MINUTE = 60_000
# A stream without sessions is one session.
ONE_SESSION = "one-session"


class Item(NamedTuple):
    """A prompt with its gold topic; files and reply are known only when its turn ended."""

    text: str
    gold: str
    at: int
    session: str
    files: tuple[str, ...] = ()
    reply: str = ""
    # The files with the code that retrieval finds for the prompt, where the tree is known.
    found: tuple[str, ...] = ()


class Stream(NamedTuple):
    """Prompts in order, of one developer or one channel."""

    name: str
    items: tuple[Item, ...]


class Outcome(NamedTuple):
    """The topics given to the prompts of one stream, and the next topic foretold after each.

    `placed` is the topic at the prompt, `settled` the one after its turn ended; `lines` are the
    topics whose line came with each prompt. `shape` counts what the forest looks like.
    """

    settled: list[str]
    placed: list[str]
    lines: list[tuple[str, ...]]
    foretold: list[str]
    shape: Counter[str] = Counter()


def read_streams(path: pathlib.Path) -> list[Stream]:
    """The streams of a file: one per line with its `items`, or one prompt per line."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    if rows and "items" not in rows[0]:
        return [Stream(path.stem, tuple(_item(row, row.get("session", "")) for row in rows))]
    return [
        Stream(
            row["stream"],
            tuple(_item(item, _session_of(item)) for item in row["items"]),
        )
        for row in rows
    ]


def read_sets(folder: pathlib.Path) -> dict[str, list[Stream]]:
    """The sets of streams in a folder, by name; each folder below is one set."""
    sets = {path.stem: read_streams(path) for path in sorted(folder.glob("*.jsonl"))}
    for below in sorted(path for path in folder.iterdir() if path.is_dir()):
        files = sorted(below.glob("*.jsonl"))
        sets[below.name] = [stream for path in files for stream in read_streams(path)]
    return {name: streams for name, streams in sets.items() if streams}


def _session_of(item: dict[str, Any]) -> str:
    """A developer's stream without sessions is one session; a chat of many people has none."""
    return str(item.get("session", "" if "speaker" in item else ONE_SESSION))


def _item(row: dict[str, Any], session: str) -> Item:
    return Item(
        row.get("text") or row.get("prompt", ""),
        str(row["topic"]),
        _time_of(row),
        session,
        tuple(row.get("files", ())),
        row.get("reply", ""),
    )


def _time_of(row: dict[str, Any]) -> int:
    if "ts_ms" in row:
        return int(row["ts_ms"])
    if "T" in row["ts"]:
        moment = datetime.datetime.fromisoformat(row["ts"].replace("Z", "+00:00"))
        return int(moment.timestamp() * 1000)
    hours, minutes = row["ts"].split(":")
    return (int(hours) * 60 + int(minutes)) * MINUTE


def at_once(stream: Stream) -> Stream:
    """The same prompts a second apart: no evidence from the clock."""
    items = [item._replace(at=1_000 * place) for place, item in enumerate(stream.items)]
    return Stream(stream.name, tuple(items))


# Spliced sessions: where one session of a developer ends and another begins is known.

SPLICED_LEAST, SPLICED_MOST = 3, 15
PAUSE = 6 * MINUTE


def splice(streams: Sequence[Stream], group: int, seed: int) -> list[Stream]:
    """Sessions of one topic each, in groups under one session id, a few minutes apart."""
    sessions = [
        piece
        for stream in streams
        for piece in _sessions(stream)
        if len(piece) >= SPLICED_LEAST and len({item.gold for item in piece}) == 1
    ]
    random.Random(seed).shuffle(sessions)
    spliced = []
    while len(chosen := _of_different_topics(sessions, group)) > 1:
        spliced.append(_joined(chosen, f"spliced {seed}-{len(spliced)}"))
    return spliced


def _sessions(stream: Stream) -> list[list[Item]]:
    pieces: dict[str, list[Item]] = {}
    for item in stream.items:
        pieces.setdefault(item.session, []).append(item)
    return list(pieces.values())


def _of_different_topics(sessions: list[list[Item]], group: int) -> list[list[Item]]:
    chosen: list[list[Item]] = []
    for piece in list(sessions):
        if len(chosen) < group and piece[0].gold not in {other[0].gold for other in chosen}:
            chosen.append(piece)
            sessions.remove(piece)
    return chosen


def _joined(pieces: Sequence[Sequence[Item]], name: str) -> Stream:
    items: list[Item] = []
    at = 0
    for piece in pieces:
        last = piece[0].at - PAUSE
        for item in piece[:SPLICED_MOST]:
            at += min(max(0, item.at - last), 30 * MINUTE)
            last = item.at
            items.append(item._replace(session=name, at=at))
    return Stream(name, tuple(items))


# Measures


def pairs(count: int) -> int:
    """How many pairs so many things make."""
    return count * (count - 1) // 2


class Tally:
    """Counts that add up over streams."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def add(self, gold: Sequence[str], topics: Sequence[str]) -> None:
        """Compare the topics given to some prompts with their gold topics."""
        both = Counter(zip(gold, topics, strict=True))
        self.counts["pairs both"] += sum(map(pairs, both.values()))
        self.counts["pairs gold"] += sum(map(pairs, Counter(gold).values()))
        self.counts["pairs found"] += sum(map(pairs, Counter(topics).values()))
        self.counts["pairs"] += pairs(len(gold))
        for name, places in (("new", firsts), ("switch", switches)):
            wanted, got = places(gold), places(topics)
            self.counts[f"{name} both"] += len(wanted & got)
            self.counts[f"{name} gold"] += len(wanted)
            self.counts[f"{name} found"] += len(got)

    def add_next(self, gold: Sequence[str], outcome: Outcome) -> None:
        """Where a topic was foretold and the person then left: was it the one that came?"""
        held: dict[str, Counter[str]] = {}
        for place in range(len(gold) - 1):
            held.setdefault(outcome.settled[place], Counter())[gold[place]] += 1
            if gold[place + 1] == gold[place]:
                continue
            self.counts["changes"] += 1
            foretold = held.get(outcome.foretold[place])
            if foretold:
                self.counts["foretold"] += 1
                self.counts["foretold right"] += foretold.most_common(1)[0][0] == gold[place + 1]

    def f1(self, name: str) -> float:
        """The F1 of pairs, new topics or switches, in percent."""
        both, gold, found = (self.counts[f"{name} {part}"] for part in ("both", "gold", "found"))
        return 200 * both / (gold + found) if gold + found else 100.0

    def rand(self) -> float:
        """The adjusted Rand index, in percent."""
        c = self.counts
        chance = c["pairs gold"] * c["pairs found"] / max(1, c["pairs"])
        most = (c["pairs gold"] + c["pairs found"]) / 2
        return 100.0 if most == chance else 100 * (c["pairs both"] - chance) / (most - chance)

    def row(self) -> dict[str, float]:
        """Every measure by its name."""
        precision = 100 * self.counts["pairs both"] / max(1, self.counts["pairs found"])
        values = {
            "adjusted Rand": self.rand(),
            "pairwise F1": self.f1("pairs"),
            "pairwise precision": precision,
            "new-topic F1": self.f1("new"),
            "switch F1": self.f1("switch"),
        }
        return {name: round(value, 1) for name, value in values.items()}


def firsts(topics: Sequence[str]) -> set[int]:
    """The places at which each topic appears first."""
    seen: dict[str, int] = {}
    for place, topic in enumerate(topics):
        seen.setdefault(topic, place)
    return set(seen.values())


def switches(topics: Sequence[str]) -> set[int]:
    """The places at which the topic is another than before."""
    return {place for place in range(1, len(topics)) if topics[place] != topics[place - 1]}


class JointCounts(NamedTuple):
    """Joints of spliced sessions and changes that were found, each within one prompt."""

    joints: int = 0
    joints_found: int = 0
    changes: int = 0
    changes_right: int = 0

    def __add__(self, other: object) -> JointCounts:
        assert isinstance(other, JointCounts)
        return JointCounts(*(a + b for a, b in zip(self, other, strict=True)))

    def row(self) -> dict[str, float]:
        """Precision and recall in percent."""
        return {
            "precision": round(100 * self.changes_right / max(1, self.changes), 1),
            "recall": round(100 * self.joints_found / max(1, self.joints), 1),
            "joints": self.joints,
        }


def joint_counts(stream: Stream, topics: Sequence[str]) -> JointCounts:
    """How well the changes of topics agree with the joints of one spliced stream."""
    joints, changes = switches([item.gold for item in stream.items]), switches(topics)
    return JointCounts(
        len(joints),
        sum(1 for place in joints if changes & {place - 1, place, place + 1}),
        len(changes),
        sum(1 for place in changes if joints & {place - 1, place, place + 1}),
    )


class ReturnCounts(NamedTuple):
    """Returns to a topic of the session, those with its line, and lines of another topic."""

    returns: int = 0
    right: int = 0
    lines: int = 0
    wrong: int = 0

    def __add__(self, other: object) -> ReturnCounts:
        assert isinstance(other, ReturnCounts)
        return ReturnCounts(*(a + b for a, b in zip(self, other, strict=True)))

    def row(self) -> dict[str, float]:
        """Shares in percent."""
        return {
            "returns with the right line": round(100 * self.right / max(1, self.returns), 1),
            "wrong lines": round(100 * self.wrong / max(1, self.lines), 1),
            "returns": self.returns,
            "lines": self.lines,
        }


def return_counts(stream: Stream, outcome: Outcome) -> ReturnCounts:
    """Whether returning brings the line of the right topic, at the prompt or the next one of it.

    A topic is what most of its earlier prompts are about.
    """
    gold = [item.gold for item in stream.items]
    counts = ReturnCounts()
    for place, (now, lines) in enumerate(zip(gold, outcome.lines, strict=True)):
        about = [_mostly(outcome.settled[:place], gold, line) for line in lines]
        counts += ReturnCounts(lines=len(about), wrong=sum(1 for topic in about if topic != now))
    for place in _returns(stream):
        told = [
            _mostly(outcome.settled[:place], gold, line)
            for later in _same_topic(gold, place)
            for line in outcome.lines[later]
        ]
        counts += ReturnCounts(returns=1, right=gold[place] in told)
    return counts


def _returns(stream: Stream) -> Iterator[int]:
    last: dict[str, str] = {}
    seen: set[str] = set()
    for place, item in enumerate(stream.items):
        if item.gold in seen and last.get(item.session, item.gold) != item.gold:
            yield place
        last[item.session] = item.gold
        seen.add(item.gold)


def _same_topic(gold: Sequence[str], place: int) -> range:
    """This prompt and the next one, if that is about the same."""
    return range(place, place + (2 if gold[place : place + 2] == [gold[place]] * 2 else 1))


def _mostly(topics: Sequence[str], gold: Sequence[str], topic: str) -> str:
    about = Counter(gold[place] for place, other in enumerate(topics) if other == topic)
    return about.most_common(1)[0][0] if about else ""
