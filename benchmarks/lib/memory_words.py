"""Memories asked for in other words: hits of recall, and what the hook tells for tasks and near misses."""

from __future__ import annotations

import json
import pathlib
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, NamedTuple

from sightline.engine import Engine, Similar, open_engine
from sightline.memory import keeper
from sightline.memory.draft import draft
from sightline.memory.offer import Prompt, offer
from sightline.memory.search import Scope, search
from sightline.memory.semantic.meaning import Meaning, missing_packages
from sightline.memory.vocabulary import question_roots
from sightline.store import memory as store
from sightline.text.synonyms import related_to
from sightline.tools.recall import MemoryQuery, recall
from sightline.topics.tracker import parse_prompt

# Without and, if the extra is installed, with finding by meaning.
SEMANTIC: tuple[Similar | None, ...] = (None,) if missing_packages() else (None, Meaning().similar)
NOW = 1_790_000_000_000
DAY = 86_400_000


class Material(NamedTuple):
    """The memories and distractors of every project."""

    memories: list[dict[str, Any]]
    noise: list[dict[str, Any]]


def read(folder: pathlib.Path) -> Material:
    return Material(*(_rows(folder / f"memory_{name}.jsonl") for name in ("words", "noise")))


def _rows(path: pathlib.Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def fill(engine: Engine, material: Material, project: str, asked_as: int | None) -> dict[str, str]:
    """Save a project's memories and distractors; returns the label of each id."""
    labels = {}
    day = 0
    for row in material.memories:
        if row["project"] != project:
            continue
        day += 1
        reason = row.get("reason", "")
        fields = {"rationale": reason} if reason and row["kind"] == "decision" else {}
        text = row["content"] if fields or not reason else f"{row['content']} ({reason})"
        wordings = (row["questions"][asked_as],) if asked_as is not None else ()
        labels[_save(engine, row["kind"], text, day, fields, wordings)] = row["id"]
    for row in material.noise:
        if row["project"] == project:
            day += 1
            labels[_save(engine, "fact", row["content"], day, {}, ())] = row["id"]
    return labels


def _save(
    engine: Engine,
    kind: str,
    text: str,
    day: int,
    fields: dict[str, Any],
    wordings: tuple[str, ...],
) -> str:
    memory = draft(
        kind,
        text,
        now=NOW - (100 - day) * DAY,
        project=engine.project.id,
        fields=fields,
        asked_as=wordings,
    )
    return keeper.save(engine.memory, memory, now=NOW, anyway=True).memory.id


# How a memory's two questions are used: which one is given as another wording, which one is asked.
RUNS = (("words", ((None, 0), (None, 1))), ("asked_as", ((0, 1), (1, 0))))
# The lists of synonyms were written by one who knew the questions: this run is made without them.
NO_LISTS = "words without synonym lists"


def questions(folder: pathlib.Path, home: pathlib.Path) -> Iterable[dict[str, Any]]:
    """Hits of recall by words, with one of the two questions given as another wording, by meaning."""
    material = read(folder)
    projects = list(dict.fromkeys(row["project"] for row in material.memories))
    for similar in SEMANTIC:
        for label, runs in RUNS if similar else ((NO_LISTS, RUNS[0][1]), *RUNS):
            hits: dict[str, list[tuple[bool, bool]]] = defaultdict(list)
            for number, (given, asked) in enumerate(runs):
                for project in projects:
                    engine = _engine(home / f"{label}{number}{bool(similar)}" / project)
                    engine.similar = similar
                    labels = fill(engine, material, project, given)
                    for row in material.memories:
                        if row["project"] != project:
                            continue
                        found = _found(engine, row["questions"][asked], label == NO_LISTS)
                        ranked = [labels[id] for id in found]
                        hit = (ranked[:1] == [row["id"]], row["id"] in ranked)
                        language = row["langs"]["questions"][asked]
                        same = language == row["langs"]["content"]
                        across = "same language" if same else "cross language"
                        for part in ("all", f"project {project}", across):
                            hits[part].append(hit)
                    engine.close()
            for part, values in hits.items():
                yield {
                    "set": "memory words",
                    "part": part,
                    "ranker": label + (" and meaning" if similar else ""),
                    "questions": len(values),
                    "hit@1": round(100 * sum(first for first, _ in values) / len(values), 1),
                    "hit@3": round(100 * sum(third for _, third in values) / len(values), 1),
                }


def _found(engine: Engine, question: str, without_lists: bool) -> list[str]:
    """The ids of the first three memories, as recall finds them or with related words only."""
    if not without_lists:
        return [one.memory.id for one in recall(engine, MemoryQuery(text=question, limit=3))]
    related = {word: related_to(word) for word in question_roots(question)}
    scope = Scope((engine.project.id, ""))
    hits = search(engine.memory, question, now=NOW, scope=scope, limit=3, others=related)
    return [one.id for one in store.of_numbers(engine.memory, [hit.number for hit in hits])]


def _engine(path: pathlib.Path) -> Engine:
    """A project with a store of its own: words of other projects do not count."""
    path.mkdir(parents=True)
    (path / ".sightline.toml").write_text("")
    return open_engine(str(path), home=str(path.parent / f"{path.name}-home"))


def told(folder: pathlib.Path, home: pathlib.Path) -> Iterable[dict[str, Any]]:
    """What the hook's source of memories offers for task prompts, near misses and neutral prompts."""
    material = read(folder)
    neutral_file = folder.parent / "neutral_prompts.jsonl"
    neutral = [row["text"] for row in _rows(neutral_file)] if neutral_file.is_file() else []
    for similar in SEMANTIC:
        right: list[bool] = []
        wrong: list[bool] = []
        silent: list[bool] = []
        told_at_all = 0
        for project in dict.fromkeys(row["project"] for row in material.memories):
            engine = _engine(home / f"told{bool(similar)}" / project)
            engine.similar = similar
            labels = fill(engine, material, project, None)
            for row in material.memories:
                if row["project"] == project:
                    for_task = _offered(engine, labels, row["task_prompt"])
                    told_at_all += len(for_task)
                    right.append(row["id"] in for_task)
                    wrong.append(row["id"] in _offered(engine, labels, row["near_miss"]))
            for prompt in neutral:
                parsed = parse_prompt(prompt)
                trivial = parsed is None or parsed.features.is_trivial
                silent.append(trivial or not _offered(engine, labels, prompt))
            engine.close()
        yield {
            "set": "memory words",
            "ranker": "told by the hook" + (" and meaning" if similar else ""),
            "right for the task": round(100 * sum(right) / len(right), 1),
            "told for the near miss": round(100 * sum(wrong) / len(wrong), 1),
            "told per task": round(told_at_all / len(right), 2),
            "neutral prompts silent": round(100 * sum(silent) / max(1, len(silent)), 1),
        }


def _offered(engine: Engine, labels: dict[str, str], prompt: str) -> list[str]:
    similar = engine.similar
    parsed = parse_prompt(prompt)
    resumes = parsed is not None and parsed.features.cues.resumes
    offered = offer(
        engine.memory,
        engine.settings,
        Prompt(engine.project.id, prompt, NOW, resumes),
        similar=similar(engine.memory, prompt, (engine.project.id, "")) if similar else None,
    )
    return [labels[item.key] for item in offered.items]
