"""Learns the weights with which topics are recognised (`topics/matching/weights.py`).

    python -m benchmarks.learn_topics --eval DIR [--transcripts FOLDER] [--found FILE]
        [--find TREE | --folds | --edges] [--write] [--save]

A conditional logit: every prompt of the labelled streams is a decision between the topics so far and a new one,
once when it arrives and once when its turn ended, with all earlier prompts in their gold topics; the weights make
the gold topics likely. They are pulled towards round numbers and stay between two fifths and two and a half times
those. `--transcripts` has the developers' transcripts: their prompts are learned as they are in the streams and
again with replies and files. `--folds` learns with one stream, one developer (or half of a large one) or the 44
prompts left out and measures what was left out; `--edges` measures each weight 20 % higher and lower. FILE has a
line for each prompt of the developers with the files that retrieval finds for it in their project; `--find TREE`
writes it.
"""

from __future__ import annotations

import argparse
import json
import pathlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmarks import ROOT
from benchmarks.lib import results
from benchmarks.lib.topic_examples import Example, examples_of
from benchmarks.lib.topic_fit import Weighed, ascend
from benchmarks.lib.topic_replay import replay
from benchmarks.lib.topic_streams import (
    JointCounts,
    Stream,
    Tally,
    joint_counts,
    read_sets,
    splice,
)
from benchmarks.lib.topic_transcripts import with_transcripts
from sightline.context.prompt_code import offer_code
from sightline.context.select import Situation
from sightline.engine import open_engine
from sightline.events.sources import MOST_FOUND
from sightline.index.refresh import refresh
from sightline.measure.workplace import temporary_store
from sightline.topics.matching.weights import WEIGHTS, Weights
from sightline.topics.prompts.prompt_text import clean
from sightline.workspace.source import Sources

FILE = ROOT / "src" / "sightline" / "topics" / "matching" / "weights.py"
# Where learning starts: what one would say without data.
START = Weights(
    stay=2.0,
    stay_habit=1.0,
    in_session=-0.5,
    elsewhere=-4.0,
    start_last=0.4,
    start_other=-4.1,
    start_habit=1.0,
    pause=0.5,
    leaves=4.0,
    returns=0.5,
    takes_up=2.5,
    short=2.0,
    joins=0.5,
    opens=1.0,
    many_terms=1.0,
    link=1.0,
    refers=0.3,
    asks=0.3,
    start_plan=0.5,
    plan=1.0,
    chores=0.5,
    unsaid=0.5,
    reply_said=1.0,
    answers=0.5,
    closed=0.5,
    word=1.0,
    unknown_word=0.3,
    word_mean=0.5,
    novelty=1.0,
    subject=0.5,
    ticket=2.0,
    about_ticket=3.0,
    new_ticket=0.5,
    other_ticket=1.0,
    named_file=1.0,
    code=0.5,
    reply=0.5,
    talk=1.0,
    start_file=0.7,
    file=1.0,
    file_share=1.0,
    new_files=1.5,
    other_files=2.0,
    file_words=0.5,
)
NAMES = Weights._fields
# Sessions joined for learning: other groups than those that are measured (`quality_topics`).
SPLICES = ((4, 11), (7, 12))
MEASURED_SPLICES = ((5, 1), (8, 3))
# How much each family counts, and in it a prompt that only arrived, one that changes the topic of
# joined sessions, and one of a developer that takes up an earlier topic.
STREAMS, DEVELOPERS, SPLICED, PROMPTS_44 = 2.5, 1.0, 1.3, 1.5
ARRIVED, CHANGED, TAKEN_UP = 0.4, 1.6, 1.5
# A developer with more sessions than this is learned as two, the earlier and the later half.
LARGE = 30


class Family(NamedTuple):
    """Streams of one kind, what they count, and what their changes and returns count."""

    streams: tuple[Stream, ...]
    share: float
    changes: float = 1.0
    returns: float = 1.0


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


def agreement(
    parts: Iterable[tuple[Sequence[Stream], Weights]],
) -> Agreement:
    """Replay streams, each with the weights beside them."""
    placed, settled, joints = Tally(), Tally(), JointCounts()
    for streams, weights in parts:
        for stream in streams:
            gold = [item.gold for item in stream.items]
            topics = replay(stream, weights)
            placed.add(gold, topics.placed)
            settled.add(gold, topics.settled)
            joints += joint_counts(stream, topics.settled)
    return Agreement(placed, settled, joints)


class Data(NamedTuple):
    """The labelled streams; each developer as in the set, and with replies and files."""

    streams: tuple[Stream, ...] = ()
    developers: tuple[tuple[Stream, ...], ...] = ()
    prompts_44: tuple[Stream, ...] = ()

    def families(self) -> list[Family]:
        """What is learned from; joined sessions are made of the developers'."""
        families = [Family(self.streams, STREAMS), Family(self.prompts_44, PROMPTS_44)]
        for version in zip(*self.developers, strict=True):
            families.append(Family(version, DEVELOPERS, returns=TAKEN_UP))
            joined = tuple(one for stream in version for one in spliced([stream], SPLICES))
            families.append(Family(joined, SPLICED, changes=CHANGED))
        return [family for family in families if family.streams]


def weighed(family: Family, examples: Mapping[str, Sequence[Example]]) -> list[Weighed]:
    """The examples of a family, each with its share; all together have the family's."""
    shares = []
    for stream in family.streams:
        for example in examples[_key(stream)]:
            share = 1.0 if example.is_settled or not stream.items[0].reply else ARRIVED
            share *= 1.0 if example.kind == "own" else family.changes
            share *= family.returns if example.kind == "other" else 1.0
            shares.append(Weighed(example, share))
    whole = sum(one.share for one in shares)
    return [one._replace(share=one.share / whole * family.share) for one in shares]


class Learner:
    """Learns weights; remembers the examples of each stream."""

    def __init__(self) -> None:
        self.examples: dict[str, list[Example]] = {}
        self.last = list(START)

    def learn(self, data: Data) -> Weights:
        """The weights that make the gold topics likely: the optimum is one, wherever it starts."""
        rows: list[Weighed] = []
        for family in data.families():
            for stream in family.streams:
                if _key(stream) not in self.examples:
                    self.examples[_key(stream)] = examples_of(stream)
            rows += weighed(family, self.examples)
        self.last = ascend(rows, START, self.last)
        return Weights(*(round(weight, 2) for weight in self.last))


def _key(stream: Stream) -> str:
    return f"{stream.name} {len(stream.items)} {sum(len(item.reply) for item in stream.items)}"


def read_data(
    folder: pathlib.Path, found: Mapping[str, Sequence[str]], transcripts: str = ""
) -> Data:
    """The visible streams, the developers' with the code found for their prompts."""
    sets = read_sets(folder)
    plain = [part for one in sets["developer_prompts"] for part in _halves(_with_found(one, found))]
    versions = [plain, *([with_transcripts(plain, transcripts)] if transcripts else [])]
    developers = tuple(zip(*versions, strict=True))
    return Data(tuple(sets["sessions"]), developers, tuple(sets["developer_44"]))


def _halves(stream: Stream) -> list[Stream]:
    """A developer with many sessions as two: the earlier half of the sessions and the later."""
    sessions = list(dict.fromkeys(item.session for item in stream.items))
    if len(sessions) <= LARGE:
        return [stream]
    early = set(sessions[: len(sessions) // 2])
    halves = (
        tuple(item for item in stream.items if (item.session in early) == is_early)
        for is_early in (True, False)
    )
    return [Stream(f"{stream.name}-{part}", items) for part, items in enumerate(halves, 1)]


def spliced(developers: Sequence[Stream], groups: Sequence[tuple[int, int]]) -> tuple[Stream, ...]:
    """The developers' sessions joined under one session id."""
    return tuple(
        one._replace(name=f"{developers[0].name} {one.name}")
        for group, seed in groups
        for one in splice(developers, group, seed)
    )


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
    learner = Learner()
    whole = learner.learn(data)
    left = []
    for stream in data.streams:
        rest = tuple(other for other in data.streams if other is not stream)
        left.append(((stream,), learner.learn(data._replace(streams=rest))))
    lines = [{"figure": "streams, each left out", **agreement(left).row()}]
    weights = []
    for developer in data.developers:
        others = tuple(other for other in data.developers if other is not developer)
        weights.append(learner.learn(data._replace(developers=others)))
    for at, version in enumerate(zip(*data.developers, strict=True)):
        name = VERSIONS[at]
        alone = [([stream], weights[place]) for place, stream in enumerate(version)]
        joined = [(spliced(one, MEASURED_SPLICES), learned) for one, learned in alone]
        lines.append({"figure": f"{name}, each left out", **agreement(alone).row()})
        lines.append({"figure": f"{name} joined, each left out", **agreement(joined).row()})
    without = learner.learn(data._replace(prompts_44=()))
    lines.append({"figure": "44 prompts left out", **agreement([(data.prompts_44, without)]).row()})
    return [*lines, *in_sample(data, whole)]


VERSIONS = ("developers", "developers with replies and files")


def measured(data: Data) -> dict[str, Sequence[Stream]]:
    """The streams of each figure by its name."""
    sets: dict[str, Sequence[Stream]] = {"streams": data.streams, "44 prompts": data.prompts_44}
    for name, version in zip(VERSIONS, zip(*data.developers, strict=True), strict=False):
        sets[name] = version
        sets[f"{name} joined"] = [
            one for stream in version for one in spliced([stream], MEASURED_SPLICES)
        ]
    return sets


def in_sample(data: Data, weights: Weights) -> list[dict[str, Any]]:
    """The same figures with the weights learned from everything."""
    return [
        {"figure": f"{name}, in sample", **agreement([(streams, weights)]).row()}
        for name, streams in measured(data).items()
    ]


def score(data: Data, weights: Weights) -> float:
    """The mean of what is wanted of each set of streams, in percent."""
    values = []
    for name, streams in measured(data).items():
        row = agreement([(streams, weights)]).row()
        values.append(row["settled"])
        if name == "streams":
            values.append(row["at the prompt"])
        if name.endswith("joined"):
            both = row["changes precision"] + row["changes recall"]
            product = row["changes precision"] * row["changes recall"]
            values.append(2 * product / both if both else 0.0)
    return sum(values) / len(values)


def edges(data: Data, weights: Weights) -> list[dict[str, Any]]:
    """The score, and by how much it changes if one weight is a fifth lower or higher."""
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
    parser.add_argument("--transcripts", default="", help="folder of the developers' transcripts")
    parser.add_argument("--found", type=pathlib.Path, help="the code found for each prompt")
    parser.add_argument("--find", metavar="TREE", help="write --found from the developers' project")
    parser.add_argument(
        "--folds", action="store_true", help="learn and measure with parts left out"
    )
    parser.add_argument("--edges", action="store_true", help="measure each weight higher and lower")
    parser.add_argument(
        "--write", action="store_true", help="write the weights to topics/matching/weights.py"
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
    data = read_data(folder, dict(map(json.loads, lines)), arguments.transcripts)
    measure: Callable[[], list[dict[str, Any]]]
    if arguments.folds:
        measure = lambda: folds(data)  # noqa: E731
    elif arguments.edges:
        measure = lambda: edges(data, WEIGHTS)  # noqa: E731
    else:
        weights = Learner().learn(data)
        print("\n".join(f"{name} {value}" for name, value in weights._asdict().items()))
        if arguments.write:
            write(weights)
        measure = lambda: in_sample(data, weights)  # noqa: E731
    results.publish("learn_topics", measure(), save=arguments.save)


if __name__ == "__main__":
    main()
