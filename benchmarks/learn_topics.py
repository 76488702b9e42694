"""Learns the weights with which topics are recognised (`topics/weights.py`).

    python -m benchmarks.learn_topics --eval DIR [--found FILE] [--find TREE | --folds | --edges] [--write] [--save]

The weights start at the round numbers below and move to where the labelled streams are recognised best on
average while every weight is shaken by a fifth: an optimum on an edge loses there. Moving away from the start
costs. `--folds` learns again with half of the streams, the developers or the 44 prompts left out and measures those;
`--edges` measures each weight 20 % higher and lower. FILE has a line for each prompt of the developers with
the files that retrieval finds for it in their project; `--find TREE` writes it.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import random
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks import ROOT
from benchmarks.lib import results
from benchmarks.lib.topic_replay import replay
from benchmarks.lib.topic_streams import (
    MINUTE,
    Item,
    JointCounts,
    Stream,
    Tally,
    joint_counts,
    read_sets,
    splice,
)
from sightline.context.prompt_code import offer_code
from sightline.context.select import Situation
from sightline.engine import open_engine
from sightline.events.sources import MOST_FOUND
from sightline.index.refresh import refresh
from sightline.measure.workplace import temporary_store
from sightline.topics.prompt_features import clean
from sightline.topics.weights import WEIGHTS, Weights
from sightline.workspace.source import Sources

FILE = ROOT / "src" / "sightline" / "topics" / "weights.py"
# Where learning starts: what one would say without data.
START = Weights(
    stay=2.0,
    stay_habit=1.0,
    in_session=-0.5,
    elsewhere=-4.0,
    start_last=1.0,
    start_other=-3.0,
    start_habit=1.0,
    pause=0.5,
    leaves=4.0,
    returns=1.0,
    short=2.0,
    joins=0.5,
    opens=1.0,
    many_terms=1.0,
    link=1.0,
    word=1.0,
    unknown_word=0.3,
    novelty=1.0,
    ticket=2.0,
    other_ticket=1.0,
    named_file=2.0,
    code=0.5,
    reply=1.0,
    unknown_reply=0.15,
    file=1.0,
    new_files=1.5,
    other_files=2.0,
)
# The documented example: five prompts without a session, about two topics.
DOCUMENTED = Stream(
    "documented",
    tuple(
        Item(text, gold, place * MINUTE, "")
        for place, (text, gold) in enumerate(
            (
                ("Add JWT authentication to the REST API", "accounts"),
                ("Fix session expiry bug", "accounts"),
                ("Add refresh token rotation", "accounts"),
                ("Create users table migration", "database"),
                ("Add index on email column", "database"),
            )
        )
    ),
)
NAMES = Weights._fields
# Sessions joined for learning: other groups than those that are measured (`quality_topics`).
SPLICES = ((4, 11), (7, 12))
MEASURED_SPLICES = ((5, 1), (8, 3))
SHAKEN = 0.2
GENERATIONS, POPULATION, BEST = 24, 40, 10
# Percentage points that a weight costs which is e times its start, on average over all.
RIDGE = 8.0


class Data(NamedTuple):
    """The labelled streams by family."""

    streams: tuple[Stream, ...] = ()
    developers: tuple[Stream, ...] = ()
    spliced: tuple[Stream, ...] = ()
    prompts_44: tuple[Stream, ...] = ()
    documented: tuple[Stream, ...] = ()


class Agreement(NamedTuple):
    """How well the topics of some streams agree with their labels."""

    placed: Tally
    settled: Tally
    joints: JointCounts

    def row(self) -> dict[str, float]:
        """The figures in percent."""
        joints = self.joints.row()
        return {
            "at the prompt": round(self.placed.f1("pairs"), 1),
            "settled": round(self.settled.f1("pairs"), 1),
            "new-topic F1": round(self.settled.f1("new"), 1),
            "changes precision": joints["precision"],
            "changes recall": joints["recall"],
        }


def agreement(streams: Sequence[Stream], weights: Weights) -> Agreement:
    """Replay these streams with these weights."""
    placed, settled, joints = Tally(), Tally(), JointCounts()
    for stream in streams:
        gold = [item.gold for item in stream.items]
        topics = replay(stream, weights)
        placed.add(gold, topics.placed)
        settled.add(gold, topics.settled)
        joints += joint_counts(stream, topics.settled)
    return Agreement(placed, settled, joints)


def score(data: Data, weights: Weights) -> float:
    """The mean over the families of what is wanted of each, in percent."""
    values = []
    if data.streams:
        one = agreement(data.streams, weights)
        values += [one.placed.f1("pairs"), one.settled.f1("pairs")]
    if data.developers:
        one = agreement(data.developers, weights)
        values += [one.settled.f1("pairs"), one.settled.f1("new")]
    if data.spliced:
        one = agreement(data.spliced, weights)
        row = one.joints.row()
        both = row["precision"] + row["recall"]
        changes = 2 * row["precision"] * row["recall"] / both if both else 0.0
        values.append((changes + one.settled.f1("pairs")) / 2)
    for streams in (data.prompts_44, data.documented):
        if streams:
            values.append(agreement(streams, weights).settled.f1("pairs"))
    return sum(values) / len(values)


def learn(data: Data, seed: int = 1) -> Weights:
    """The mean of the best of many shaken weights, again and again."""
    data = data._replace(spliced=spliced(data.developers, SPLICES))
    chance = random.Random(seed)
    centre = [0.0] * len(NAMES)
    for generation in range(GENERATIONS):
        candidates = []
        for _ in range(POPULATION // 2):
            noise = [chance.gauss(0.0, SHAKEN) for _ in NAMES]
            candidates += [
                [c + n for c, n in zip(centre, noise, strict=True)],
                [c - n for c, n in zip(centre, noise, strict=True)],
            ]
        scored = [(score(data, _moved(one)) - _cost(one), one) for one in candidates]
        scored.sort(key=lambda pair: -pair[0])
        best = [one for _, one in scored[:BEST]]
        centre = [sum(column) / len(best) for column in zip(*best, strict=True)]
        mean = sum(value for value, _ in scored) / len(scored)
        print(f"generation {generation + 1}: shaken {mean:.1f}", file=sys.stderr, flush=True)
    return _rounded(_moved(centre))


def _moved(steps: Sequence[float]) -> Weights:
    return Weights(*(w * math.exp(step) for w, step in zip(START, steps, strict=True)))


def _cost(steps: Sequence[float]) -> float:
    return RIDGE * sum(step * step for step in steps) / len(steps)


def _rounded(weights: Weights) -> Weights:
    return Weights(*(round(w, 2) for w in weights))


def read_data(folder: pathlib.Path, found: Mapping[str, Sequence[str]]) -> Data:
    """The visible streams; with the code found for the developers' prompts."""
    sets = read_sets(folder)
    developers = tuple(_with_found(stream, found) for stream in sets["developer_prompts"])
    return Data(tuple(sets["sessions"]), developers, (), tuple(sets["developer_44"]), (DOCUMENTED,))


def spliced(developers: Sequence[Stream], groups: Sequence[tuple[int, int]]) -> tuple[Stream, ...]:
    """The developers' sessions joined under one session id."""
    return tuple(one for group, seed in groups for one in splice(developers, group, seed))


def _with_found(stream: Stream, found: Mapping[str, Sequence[str]]) -> Stream:
    return stream._replace(
        items=tuple(item._replace(found=tuple(found.get(item.text, ()))) for item in stream.items)
    )


def find(tree: str, streams: Sequence[Stream]) -> dict[str, list[str]]:
    """What the hook finds in a tree for each prompt, by its text."""
    found: dict[str, list[str]] = {}
    with temporary_store() as home:
        engine = open_engine(tree, home=home)
        refresh(engine.project, engine.settings, home=home)
        sources = Sources(engine.project.root)
        for item in (item for stream in streams for item in stream.items):
            offer = offer_code(engine.index, sources, Situation(prompt=clean(item.text)))
            ranked = [one.key for one in (*offer.items, *offer.left_out)]
            found[item.text] = list(dict.fromkeys(ranked))[:MOST_FOUND]
        engine.close()
    return found


def folds(data: Data) -> list[dict[str, Any]]:
    """What is left out, learned without it and measured on it."""
    total = Agreement(Tally(), Tally(), JointCounts())
    for first in (0, 1):
        left = data.streams[first::2]
        rest = tuple(stream for stream in data.streams if stream not in left)
        one = agreement(left, learn(data._replace(streams=rest)))
        total.placed.counts.update(one.placed.counts)
        total.settled.counts.update(one.settled.counts)
        total = total._replace(joints=total.joints + one.joints)
    lines = [{"figure": "streams, half of them left out", **total.row()}]
    weights = learn(data._replace(developers=()))
    lines.append({"figure": "developers left out", **agreement(data.developers, weights).row()})
    joined = agreement(spliced(data.developers, MEASURED_SPLICES), weights)
    lines.append({"figure": "spliced, developers left out", **joined.row()})
    weights = learn(data._replace(prompts_44=()))
    lines.append({"figure": "44 prompts left out", **agreement(data.prompts_44, weights).row()})
    return lines


def in_sample(data: Data, weights: Weights) -> list[dict[str, Any]]:
    """The same figures with the weights learned from everything."""
    sets = {
        "streams": data.streams,
        "developers": data.developers,
        "spliced": spliced(data.developers, MEASURED_SPLICES),
        "44 prompts": data.prompts_44,
    }
    return [
        {"figure": f"{name}, in sample", **agreement(streams, weights).row()}
        for name, streams in sets.items()
    ]


def edges(data: Data, weights: Weights) -> list[dict[str, Any]]:
    """The score, and by how much it changes if one weight is a fifth lower or higher."""
    data = data._replace(spliced=spliced(data.developers, MEASURED_SPLICES))
    base = score(data, weights)
    lines: list[dict[str, Any]] = [{"figure": "score", "score": round(base, 1)}]
    for name in NAMES:
        value = getattr(weights, name)
        lower = score(data, weights._replace(**{name: 0.8 * value})) - base
        higher = score(data, weights._replace(**{name: 1.2 * value})) - base
        lines.append({"figure": name, "-20 %": round(lower, 1), "+20 %": round(higher, 1)})
    return lines


def write(weights: Weights) -> None:
    """Put the weights into the module that the product reads."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    for at, line in enumerate(lines):
        name, colon, _ = line.strip().partition(":")
        if colon and name in NAMES:
            lines[at] = f"    {name}: float = {getattr(weights, name)}"
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eval", required=True, type=pathlib.Path, help="folder of streams")
    parser.add_argument("--found", type=pathlib.Path, help="the code found for each prompt")
    parser.add_argument("--find", metavar="TREE", help="write --found from the developers' project")
    parser.add_argument(
        "--folds", action="store_true", help="learn and measure with parts left out"
    )
    parser.add_argument("--edges", action="store_true", help="measure each weight higher and lower")
    parser.add_argument(
        "--write", action="store_true", help="write the weights to topics/weights.py"
    )
    results.add_save_option(parser)
    arguments = parser.parse_args()
    folder = arguments.eval / "topics" if (arguments.eval / "topics").is_dir() else arguments.eval
    if arguments.find:
        found = find(arguments.find, read_sets(folder)["developer_prompts"])
        lines = [json.dumps(pair) for pair in found.items()]
        arguments.found.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    lines = arguments.found.read_text(encoding="utf-8").splitlines() if arguments.found else []
    data = read_data(folder, dict(map(json.loads, lines)))
    measure: Callable[[], list[dict[str, Any]]]
    if arguments.folds:
        measure = lambda: folds(data)  # noqa: E731
    elif arguments.edges:
        measure = lambda: edges(data, WEIGHTS)  # noqa: E731
    else:
        weights = learn(data)
        print("\n".join(f"{name} {value}" for name, value in weights._asdict().items()))
        if arguments.write:
            write(weights)
        measure = lambda: in_sample(data, weights)  # noqa: E731
    results.publish("learn_topics", measure(), save=arguments.save)


if __name__ == "__main__":
    main()
