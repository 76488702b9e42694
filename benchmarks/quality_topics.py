"""How well topics are recognised on labelled streams, compared with simpler methods (see docs/guides/topics.md).

    python -m benchmarks.quality_topics --eval DIR [--transcripts FOLDER] [--process] [--similarity] [--save]

DIR contains *.jsonl files, and in `sessions` one file per stream. A prompt has its text, its gold topic, a
time and, where known, its session, the files its turn touched and the reply. Everything goes through the
hook's handlers with session ids, as an assistant sends it: the prompt, each edit, the end of the turn.
`--process` starts the installed hook for every event; the clock is then the machine's, as in the figures
"a second apart", and what the assistant is told must be the same. `--transcripts` has the developers'
transcripts: their prompts are measured again with the replies and files of their turns, as an assistant
sends them; the streams have files for a third of the prompts and no replies.
"""

from __future__ import annotations

import argparse
import math
import pathlib
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from benchmarks.lib import results
from benchmarks.lib.topic_hook import ProcessHook, run_stream
from benchmarks.lib.topic_streams import (
    MINUTE,
    Item,
    JointCounts,
    ReturnCounts,
    Stream,
    Tally,
    at_once,
    joint_counts,
    read_sets,
    return_counts,
    splice,
)
from benchmarks.lib.topic_transcripts import with_transcripts
from sightline.text.stem import tokenise
from sightline.topics.placement import term_counts
from sightline.topics.prompts.prompt_features import extract_features
from sightline.topics.prompts.prompt_text import clean
from sightline.topics.scores import Profile, Rarity, profile_of, similarity

Method = Callable[[Sequence[Item]], list[str]]
TFIDF = {"SIGHTLINE_FOCUS_MATCHER": "tfidf"}
# The sets that are also sent through hook processes.
PROCESSES = ("sessions", "developer_44")
# Streams that nothing was learned from, in a folder of this name.
OTHER = "other_streams"
# Spliced sessions: how many to one id, shuffled by which seeds.
SPLICES = ((5, 1), (8, 3))


# Ways to find topics


def by_session(items: Sequence[Item]) -> list[str]:
    return [item.session for item in items]


def by_gap(minutes: int) -> Method:
    def run(items: Sequence[Item]) -> list[str]:
        topics, current, last = [], 0, None
        for item in items:
            if last is not None and item.at - last > minutes * MINUTE:
                current += 1
            topics.append(str(current))
            last = item.at
        return topics

    return run


def by_bm25(threshold: float, k1: float = 1.2, b: float = 0.75) -> Method:
    """The topic whose words score best by BM25, if the score per word reaches a threshold."""

    def run(items: Sequence[Item]) -> list[str]:
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
        return topics

    return run


METHODS: dict[str, Method] = {
    "session id alone": by_session,
    "BM25 nearest topic": by_bm25(0.5),
    "time gap 30 min": by_gap(30),
    "time gap 120 min": by_gap(120),
}


def measure_set(name: str, streams: Sequence[Stream]) -> list[dict[str, Any]]:
    """The result lines of one set of streams."""
    placed, settled, documented, next_topic = Tally(), Tally(), Tally(), Tally()
    for stream in streams:
        gold = [item.gold for item in stream.items]
        outcome = run_stream(stream, {})
        placed.add(gold, outcome.placed)
        settled.add(gold, outcome.settled)
        next_topic.add_next(gold, outcome)
        documented.add(gold, run_stream(stream, TFIDF).settled)
    rows = {
        "sightline at the prompt": placed,
        "sightline": settled,
        "documented TF-IDF": documented,
    }
    lines = [{"figure": f"{name}: {label}", **tally.row()} for label, tally in rows.items()]
    counts = next_topic.counts
    lines.append(
        {
            "figure": f"{name}, next topic: sightline",
            "changes": counts["changes"],
            "foretold": counts["foretold"],
            "right": counts["foretold right"],
        }
    )
    for label, method in METHODS.items():
        tally = Tally()
        for stream in streams:
            tally.add([item.gold for item in stream.items], method(stream.items))
        lines.append({"figure": f"{name}: {label}", **tally.row()})
    return lines


def measure_at_once(name: str, streams: Sequence[Stream]) -> list[dict[str, Any]]:
    """The same prompts a second apart, so that the clock tells nothing."""
    placed, settled = Tally(), Tally()
    for stream in map(at_once, streams):
        gold = [item.gold for item in stream.items]
        outcome = run_stream(stream, {})
        placed.add(gold, outcome.placed)
        settled.add(gold, outcome.settled)
    return [
        {"figure": f"{name}, a second apart: sightline at the prompt", **placed.row()},
        {"figure": f"{name}, a second apart: sightline", **settled.row()},
    ]


def measure_processes(name: str, streams: Sequence[Stream]) -> list[dict[str, Any]]:
    """The same through the installed hook, a process for each event."""
    placed, settled = Tally(), Tally()
    counts = ReturnCounts()
    for stream in streams:
        gold = [item.gold for item in stream.items]
        outcome = run_stream(stream, {}, ProcessHook)
        placed.add(gold, outcome.placed)
        settled.add(gold, outcome.settled)
        counts += return_counts(stream, outcome)
    return [
        {"figure": f"{name}, hook processes: sightline at the prompt", **placed.row()},
        {"figure": f"{name}, hook processes: sightline", **settled.row()},
        {"figure": f"{name}, hook processes: lines of topics", **counts.row()},
    ]


def measure_splices(
    streams: Sequence[Stream], of: str = "spliced sessions"
) -> list[dict[str, Any]]:
    """Whether changes are found where sessions were joined, within one prompt."""
    counts = JointCounts()
    for group, seed in SPLICES:
        for stream in splice(streams, group, seed):
            counts += joint_counts(stream, run_stream(stream, {}).settled)
    return [{"figure": f"{of}, changes within one prompt: sightline", **counts.row()}]


def measure_with_turns(streams: Sequence[Stream]) -> list[dict[str, Any]]:
    """Developers with the replies and files of their turns, and their sessions joined."""
    name = "developer_prompts, with replies and files"
    placed, settled = Tally(), Tally()
    for stream in streams:
        gold = [item.gold for item in stream.items]
        outcome = run_stream(stream, {})
        placed.add(gold, outcome.placed)
        settled.add(gold, outcome.settled)
    return [
        {"figure": f"{name}: sightline at the prompt", **placed.row()},
        {"figure": f"{name}: sightline", **settled.row()},
        *measure_splices(streams, "spliced sessions with replies and files"),
    ]


def measure_returns(streams: Sequence[Stream], of: str = "returns") -> list[dict[str, Any]]:
    """Whether returning to a topic brings its line, and no other."""
    counts = ReturnCounts()
    for stream in streams:
        counts += return_counts(stream, run_stream(stream, {}))
    return [{"figure": f"{of}, lines of topics: sightline", **counts.row()}]


# How similar two topics are (ruling 48)


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


def calibration(streams: Sequence[Stream]) -> dict[str, tuple[int, int]]:
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


def measure(sets: dict[str, list[Stream]], turns: Sequence[Stream] = ()) -> list[dict[str, Any]]:
    """Every result line; `turns` are the developers with their replies and files."""
    lines = []
    for name, streams in sets.items():
        lines += measure_set(name, streams)
        if name != "chat":
            lines += measure_at_once(name, streams)
    if "developer_prompts" in sets:
        lines += measure_splices(sets["developer_prompts"])
    if turns:
        lines += measure_with_turns(turns)
    if "sessions" in sets:
        lines += measure_returns([*sets["sessions"], *sets.get("developer_44", [])])
    if OTHER in sets:
        lines += measure_returns(sets[OTHER], f"{OTHER}, returns")
    return lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--eval", required=True, type=pathlib.Path, help="folder of streams")
    parser.add_argument("--only", default="", help="only the set of this name")
    parser.add_argument("--transcripts", help="folder of the developers' transcripts")
    parser.add_argument("--process", action="store_true", help="through hook processes instead")
    parser.add_argument("--similarity", action="store_true", help="how alike topics are instead")
    results.add_save_option(parser)
    arguments = parser.parse_args()
    folder = arguments.eval / "topics" if (arguments.eval / "topics").is_dir() else arguments.eval
    sets = read_sets(folder)
    if arguments.only:
        sets = {arguments.only: sets[arguments.only]}
    if arguments.similarity:
        for name, streams in sets.items():
            told = ", ".join(f"{k}: {a} of {b}" for k, (a, b) in calibration(streams).items())
            print(f"{name}: pairs that belong together, {told}")
        return
    if arguments.process:
        chosen = {name: sets[name] for name in PROCESSES if name in sets}
        lines = [line for pair in chosen.items() for line in measure_processes(*pair)]
        results.publish("quality_topics", lines, save=arguments.save)
        return
    developers = sets.get("developer_prompts", [])
    turns = with_transcripts(developers, arguments.transcripts) if arguments.transcripts else []
    results.publish("quality_topics", measure(sets, turns), save=arguments.save)


if __name__ == "__main__":
    main()
