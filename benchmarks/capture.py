"""Precision of captured memories: python -m benchmarks.capture run|sample|score --repo GITDIR

GITDIR is a clone of a repository whose branch `entire/checkpoints/v1` contains whole transcripts (such
as entireio/cli). `run` captures from every session what the hooks would capture, and counts it. `sample`
prints random captures with their context, to be judged by hand; `record` stores the verdicts. `score`
computes precision from results/capture_precision.jsonl, which contains no text of a transcript; with
--repo it uses only captures that the current rules still produce. Sessions are divided into four parts:
rules are changed using one part and judged on another.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from benchmarks.lib.figures import RESULTS as FOLDER
from sightline.agents.transcript import parse_steps
from sightline.memory.capture.captures import Origin, recognise, save_captures
from sightline.memory.capture.handoff import GitState, session_records
from sightline.model.memory import Memory
from sightline.model.transcript_step import PROMPT, REPLY, Step
from sightline.store.sqlite.database import open_database

RESULTS = FOLDER / "capture_precision.jsonl"
BRANCH = "entire/checkpoints/v1"
NOW = 1_770_000_000_000
PARTS = 4
SESSION_KINDS = ("handoff", "fact")


class Session(NamedTuple):
    """SampledCapture session, from the largest checkpoint that contains it."""

    checkpoint: str
    session: str
    blob: str
    author: str


class SampledCapture(NamedTuple):
    """SampledCapture capture and the steps of its session."""

    session: Session
    memory: Memory
    steps: list[Step]

    @property
    def rule(self) -> str:
        return self.memory.source.partition(":")[2]

    @property
    def hash(self) -> str:
        fields = json.dumps(dict(self.memory.fields), sort_keys=True)
        text = f"{self.memory.kind}\n{self.memory.text}\n{fields}"
        return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()


def git(repo: str, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", repo, *arguments], check=True, capture_output=True)
    return done.stdout.decode("utf-8", "replace")


def sessions(repo: str, part: int | None) -> list[Session]:
    """Every session of the branch once, or those of one part; authors as digests."""
    authors: dict[str, str] = {}
    for line in git(repo, "log", "--format=%an%x1f%s", BRANCH).splitlines():
        name, _, subject = line.partition("\x1f")
        if subject.startswith("Checkpoint: "):
            digest = hashlib.blake2b(name.encode(), digest_size=3).hexdigest()
            authors[subject.removeprefix("Checkpoint: ")] = digest
    best: dict[str, tuple[int, Session]] = {}
    listed = [line.split(None, 4) for line in git(repo, "ls-tree", "-rl", BRANCH).splitlines()]
    blobs = {path: (blob, int(size)) for _, _, blob, size, path in listed if size.isdigit()}
    for path, (blob, size) in sorted(blobs.items()):
        folder, _, name = path.rpartition("/")
        about = blobs.get(folder + "/metadata.json")
        if name != "full.jsonl" or about is None:
            continue
        metadata = json.loads(git(repo, "cat-file", "blob", about[0]))
        session = str(metadata.get("session_id") or folder)
        author = authors.get(str(metadata.get("checkpoint_id")), "")
        if session not in best or size > best[session][0]:
            best[session] = (size, Session(folder, session, blob, author))
    chosen = [one for _, one in best.values()]
    if part is not None:
        chosen = [one for one in chosen if part_of(one.session) == part]
    return sorted(chosen, key=lambda one: one.session)


def part_of(session: str) -> int:
    return hashlib.blake2b(session.encode(), digest_size=1).digest()[0] % PARTS


def captures(repo: str, part: int | None) -> tuple[list[SampledCapture], list[Session]]:
    """What the hooks would capture from these sessions, without near-duplicates."""
    chosen = sessions(repo, part)
    all_captures: list[SampledCapture] = []
    with tempfile.TemporaryDirectory() as folder:
        database = open_database(os.path.join(folder, "memory.db"), "memory")
        for session in chosen:
            steps = parse_steps(git(repo, "cat-file", "blob", session.blob).splitlines())
            origin = Origin("p", "claude-code", session.session, transcript="t")
            memories = save_captures(database, recognise(steps), origin, now=NOW)
            memories += session_records(
                steps,
                now=NOW,
                started=NOW,
                project="p",
                session=session.session,
                agent="claude-code",
                git=GitState(),
            )
            all_captures += [SampledCapture(session, memory, steps) for memory in memories]
        database.close()
    return all_captures, chosen


def count(all_captures: list[SampledCapture], chosen: list[Session]) -> None:
    """The number of captures by kind and rule, and of authors."""
    per = Counter((one.memory.kind, one.rule) for one in all_captures)
    for (kind, rule), number in sorted(per.items()):
        print(json.dumps({"kind": kind, "rule": rule, "captured": number}))
    authors = len({session.author for session in chosen})
    print(json.dumps({"sessions": len(chosen), "authors": authors, "captured": len(all_captures)}))


def show(one: SampledCapture, number: int) -> None:
    """A capture with its context."""
    place = one.memory.origin.rpartition("#")[2]
    print(f"\n=== {number} {one.session.checkpoint} {one.hash} {one.memory.kind}/{one.rule}")
    print(one.memory.text)
    for name, value in one.memory.fields.items():
        if value:
            print(f"   {name}: {value}")
    if one.rule in ("directive", "answer"):
        at = next((n for n, step in enumerate(one.steps) if step.place == place), 0)
        before = [step.text for step in one.steps[:at] if step.kind == REPLY]
        print(f"   [before] …{before[-1][-300:]!r}" if before else "   [before] nothing")
        prompt = next((s.text for s in one.steps[at:] if s.kind == PROMPT and s.place == place), "")
        print(f"   [prompt] {prompt[:600]!r}")


def sample(
    all_captures: list[SampledCapture], seed: int, size: int, kinds: list[str]
) -> list[SampledCapture]:
    wanted = [one for one in all_captures if one.memory.kind in kinds] if kinds else all_captures
    wanted = sorted(wanted, key=lambda one: (one.session.session, one.hash))
    return random.Random(seed).sample(wanted, min(size, len(wanted)))


def score(path: pathlib.Path, current: set[str] | None) -> None:
    """Precision per sample, kind and rule, with a 95 % interval (Wilson).

    With `still`, only captures that the current rules produce count.
    """
    rights: dict[tuple[str, str], list[bool]] = defaultdict(list)
    for line in path.read_text().splitlines():
        row: dict[str, Any] = json.loads(line)
        if current is not None and row["hash"] not in current:
            continue
        row["sample"] = row["sample"] if current is None else "still captured"
        for key in ("all", row["kind"], f"{row['kind']}/{row['rule']}"):
            rights[(row["sample"], key)].append(row["verdict"] == "right")
    for (name, key), verdicts in sorted(rights.items()):
        low, high = interval(sum(verdicts), len(verdicts))
        share = round(sum(verdicts) / len(verdicts), 3)
        figure = {"sample": name, "of": key, "judged": len(verdicts), "precision": share}
        print(json.dumps(figure | {"low": low, "high": high}))


def interval(right: int, total: int) -> tuple[float, float]:
    z, share = 1.96, right / total
    middle = share + z * z / (2 * total)
    reach = z * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    below = 1 + z * z / total
    return round((middle - reach) / below, 3), round((middle + reach) / below, 3)


def record(sampled: list[SampledCapture], verdicts: pathlib.Path, name: str) -> None:
    """Add judgements: lines of `number right|wrong reason` about the sample just drawn."""
    with RESULTS.open("a") as file:
        for line in verdicts.read_text().splitlines():
            number, verdict, reason = [*line.split(None, 2), ""][:3]
            sampled_capture = sampled[int(number) - 1]
            row = {
                "sample": name,
                "checkpoint": sampled_capture.session.checkpoint,
                "kind": sampled_capture.memory.kind,
                "rule": sampled_capture.rule,
                "hash": sampled_capture.hash,
                "verdict": verdict,
                "reason": reason.strip(),
            }
            file.write(json.dumps(row) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("run", "sample", "record", "score"))
    parser.add_argument(
        "--repo",
        action="append",
        help="the git directory with the transcripts; repeatable for score",
    )
    parser.add_argument(
        "--part", type=int, choices=range(PARTS), help="only this part of the sessions"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=160)
    parser.add_argument("--kind", action="append", default=[], help="only this kind; repeatable")
    parser.add_argument("--verdicts", type=pathlib.Path, help="record: number, verdict, reason")
    parser.add_argument("--name", default="", help="record: the name of the sample")
    arguments = parser.parse_args()
    repos = arguments.repo or []
    if arguments.what == "score":
        current = {one.hash for repo in repos for one in captures(repo, arguments.part)[0]}
        score(RESULTS, current if repos else None)
        return
    if len(repos) != 1:
        parser.error("one --repo is needed")
    all_captures, chosen = captures(repos[0], arguments.part)
    if arguments.what == "run":
        count(all_captures, chosen)
        return
    sampled = sample(all_captures, arguments.seed, arguments.size, arguments.kind)
    if arguments.what == "record":
        record(sampled, arguments.verdicts, arguments.name)
        return
    for number, one in enumerate(sampled, 1):
        show(one, number)


if __name__ == "__main__":
    main()
