"""How well silence and injection are chosen: python -m benchmarks.quality_restraint --eval DIR --repos DIR

Silence: off-topic prompts, trivial prompts, and prompts of daily work that need no code
(working_prompts.txt), sent to several projects (`--project PATH`, indexed before) that contain real memories.
Injection: developers' prompts on the index of their repository at the base commit (--repos: bare clones as
owner+name); what would be sent, at most 1,500 tokens, is compared with what was then changed. Only counts
are stored, never the text of a case.
"""

from __future__ import annotations

import argparse
import json
import os
import pathlib
import sys
import tempfile
from typing import Any

from benchmarks import ROOT
from benchmarks.lib import results
from benchmarks.lib.eval_trees import Case, CommitSources, Trees, cases, is_gold
from sightline.context.frame_text import compose
from sightline.context.prompt_code import offer_code
from sightline.context.select import Situation
from sightline.engine import Lifetime, open_engine
from sightline.memory.draft import draft
from sightline.memory.keeper import add_plain
from sightline.memory.offer import Prompt, offer
from sightline.model.frame import CODE
from sightline.settings.load import load
from sightline.store.sqlite.database import Database, open_database
from sightline.topics.tracker import parse_prompt
from sightline.workspace.source import Sources

WORKING = ROOT / "benchmarks" / "working_prompts.txt"
TOKENS, CHARACTERS = 1_500, 9_000
DAY_MS = 86_400_000
NOW = 1_900_000_000_000
PROJECT = "restraint"


def lines_of(path: pathlib.Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def make_memories(memory: Database, folder: pathlib.Path) -> int:
    """Realistic memories: commit messages as decisions, prompts as notes."""
    count = 0
    with memory.transaction():
        for file, kind in (
            ("developer_questions", "decision"),
            ("developer_sessions", "observation"),
        ):
            for number, line in enumerate(lines_of(folder / "memory" / f"{file}.jsonl")):
                for text in texts_in(line)[:6]:
                    now = NOW - (number % 60) * DAY_MS
                    add_plain(memory, draft(kind, text[:1500], now=now, project=PROJECT))
                    count += 1
    return count


def texts_in(line: dict[str, Any]) -> list[str]:
    """The texts of a record, under any of their names."""
    texts = []
    for value in line.values():
        if isinstance(value, str) and " " in value.strip():
            texts.append(value)
        elif isinstance(value, list):
            for one in value:
                text = one.get("text", "") if isinstance(one, dict) else one
                if isinstance(text, str) and " " in text.strip():
                    texts.append(text)
    return texts


def injected_items(
    index: Database, sources: Sources, memory: Database | None, prompt: str
) -> list[Any]:
    """The code and memories that the hook would inject for a prompt in a new session."""
    said = parse_prompt(prompt)
    if said is None or said.features.is_trivial:
        return []
    items = list(offer_code(index, sources, Situation(prompt=said.text)).items)
    if memory is not None:
        items += offer(memory, load(None, {}), Prompt(PROJECT, said.text, NOW)).items
    return list(compose(items, tokens=TOKENS, chars=CHARACTERS).items)


def measure_silence(
    name: str, index: Database, sources: Sources, memory: Database, folder: pathlib.Path
) -> list[dict[str, object]]:
    """How often nothing is injected where nothing should be."""
    sets: dict[str, list[str]] = {}
    for line in lines_of(folder / "neutral_prompts.jsonl"):
        sets.setdefault(line["kind"], []).append(line["text"])
    sets["neutral, all"] = [text for texts in sets.values() for text in texts]
    sets["working"] = [line for line in WORKING.read_text(encoding="utf-8").splitlines() if line]
    results: list[dict[str, object]] = []
    for what, prompts in sets.items():
        said = [injected_items(index, sources, memory, prompt) for prompt in prompts]
        if VERBOSE and what != "neutral, all":
            for prompt, items in zip(prompts, said, strict=True):
                if items:
                    print(
                        name,
                        what,
                        prompt[:80],
                        [(i.kind, i.key) for i in items[:2]],
                        file=sys.stderr,
                    )
        results.append(
            {
                "figure": f"silent on {what} prompts, {name}",
                "silent": round(sum(not items for items in said) / len(said), 4),
                "no_code": round(
                    sum(not any(i.kind == CODE for i in items) for items in said) / len(said), 4
                ),
                "no_memory": round(
                    sum(all(i.kind == CODE for i in items) for items in said) / len(said), 4
                ),
                "prompts": len(said),
            }
        )
    return results


def measure_injections(trees: Trees, chosen: list[Case]) -> list[dict[str, object]]:
    """How often developers' prompts receive code, and the share of what they then changed."""
    spoke = tokens = lines = 0
    shares: list[float] = []
    kept: list[tuple[bool, float]] = []
    for prepared in trees.prepare(chosen, checkout=False):
        case = prepared.case
        clone = trees.clone_of(case["repo"])
        assert clone is not None
        sources = CommitSources(clone, case["base_commit"])
        items = injected_items(prepared.index, sources, None, case["problem_statement"])
        sources.close()
        spoke += bool(items)
        lines += len(items)
        tokens += compose(items, tokens=TOKENS, chars=CHARACTERS).tokens
        gold = case["gold_functions"]
        if gold:
            held = [
                any(is_gold(*s.split("::", 1), wanted) for item in items for s in item.symbols)
                for wanted in gold
            ]
            shares.append(sum(held) / len(held))
            kept.append((bool(items), shares[-1]))
        if VERBOSE:
            print(case["instance_id"], len(items), shares[-1] if gold else "-", file=sys.stderr)
    total = len(chosen)
    return [
        {
            "figure": "developers' prompts",
            "inject_code": round(spoke / total, 4),
            "gold_functions_held": round(sum(shares) / max(1, len(shares)), 4),
            "held_where_code": round(
                sum(share for said, share in kept if said) / max(1, sum(s for s, _ in kept)), 4
            ),
            "mean_items": round(lines / total, 1),
            "mean_tokens": round(tokens / total),
            "prompts": total,
        }
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--eval", required=True, type=pathlib.Path)
    parser.add_argument("--repos", required=True, type=pathlib.Path, help="bare clones")
    parser.add_argument("--work", type=pathlib.Path, help="where indexes are kept")
    parser.add_argument("--project", action="append", default=[], help="an indexed working tree")
    results.add_save_option(parser)
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    globals()["VERBOSE"] = arguments.verbose
    home = os.environ.get("SIGHTLINE_HOME", "")
    lines: list[dict[str, object]] = []
    with tempfile.TemporaryDirectory() as temporary:
        memory = open_database(str(pathlib.Path(temporary, "memory.db")), "memory")
        make_memories(memory, arguments.eval)
        for path in arguments.project:
            engine = open_engine(path, Lifetime.COMMAND, home=home or None)
            sources = Sources(engine.project.root)
            name = pathlib.Path(path).name
            lines += measure_silence(name, engine.index, sources, memory, arguments.eval)
            engine.close()
        work = arguments.work or pathlib.Path(temporary)
        trees = Trees(arguments.repos, work)
        chosen = cases(arguments.eval / "localisation", "developer_prompts")
        for prepared in trees.prepare(chosen[-1:], checkout=False):
            clone = trees.clone_of(chosen[-1]["repo"])
            assert clone is not None
            sources = CommitSources(clone, chosen[-1]["base_commit"])
            name = chosen[-1]["repo"].replace("/", "+")
            lines += measure_silence(name, prepared.index, sources, memory, arguments.eval)
            sources.close()
        lines += measure_injections(trees, chosen)
        memory.close()
    results.publish("quality_restraint", lines, save=arguments.save)


VERBOSE = False

if __name__ == "__main__":
    main()
