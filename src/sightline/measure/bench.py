"""Everything `sightline bench` measures on one repository, with a temporary store."""

import os
import tempfile
from typing import Any

from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.measure import delivery, speed
from sightline.measure.past_commits import PastTasks, is_code, past_tasks
from sightline.measure.workplace import EarlierTree, NoEarlierTree, ReportProgress, temporary_store
from sightline.store.code import reader

# How many prompts the hook is measured with, and how many questions are asked.
HOOK_RUNS = 18
MOST_QUESTIONS = 30


def measure(root: str, *, tasks: int, budget: int, progress: ReportProgress) -> dict[str, Any]:
    """The cost of indexing, questions, the hook and tokens on this repository; saves nothing."""
    past = past_tasks(root, tasks, is_code)
    with temporary_store() as home:
        progress("indexing", 0, 1)
        index = speed.index_cost(root, home)
        engine = open_engine(root, home=home)
        try:
            questions = [task.text for task in past.tasks][:MOST_QUESTIONS] or name_questions(
                engine
            )
            latencies = speed.query_latencies(engine, questions, progress)
            prompts = [text.splitlines()[0] for text in questions]
            prompts = (prompts * HOOK_RUNS)[:HOOK_RUNS]
            hook = speed.hook_latency(root, home, prompts, progress) if prompts else None
        finally:
            engine.close()
        tokens = token_costs(root, home, past, budget=budget, progress=progress)
    return {"index": index, "questions": latencies, "hook": hook, "tokens": tokens}


def name_questions(engine: Engine) -> list[str]:
    """Questions for a repository without usable commits, made from its symbols."""
    return [f"how does {symbol.name} work" for symbol in speed.sample_symbols(engine)]


def token_costs(
    root: str, home: str, past: PastTasks, *, budget: int, progress: ReportProgress
) -> dict[str, Any]:
    """The four delivery methods on past commits, on the tree as it was before all of them."""
    if not past.tasks:
        return {"tasks": 0, "note": "no past commits with a message and changed source files"}
    with tempfile.TemporaryDirectory(prefix="sightline-bench-") as folder:
        try:
            tree = EarlierTree(root, os.path.join(folder, "tree"))
            tree.check_out(past.base)
        except NoEarlierTree as error:
            return {"tasks": 0, "note": error.message}
        engine = open_engine(tree.root, home=home)
        try:
            refresh(engine.project, engine.settings, progress=progress, home=home)
            sources = [f.path for f in reader.all_files(engine.index) if f.role == "source"]
            files = delivery.read_files(tree.root, [path for path in sources if is_code(path)])
            outcomes = []
            for number, task in enumerate(past.tasks):
                progress("past commits", number, len(past.tasks))
                outcome = delivery.deliver(engine, files, task, budget=budget)
                outcomes += [outcome] if outcome else []
        finally:
            engine.close()
    return {
        "tasks": len(outcomes),
        "left_out": len(past.tasks) - len(outcomes),
        "base": past.base,
        "budget": budget,
        "ways": delivery.summary(outcomes),
        "each": [_outcome_value(outcome) for outcome in outcomes],
    }


def _outcome_value(outcome: delivery.Outcome) -> dict[str, Any]:
    return {
        "commit": outcome.task.commit[:12],
        "subject": outcome.task.text.splitlines()[0][:100],
        "files": len(outcome.gold),
        **{
            one.method: {"found": len(one.files), "tokens": one.tokens}
            for one in outcome.deliveries
        },
    }
