"""Everything `sightline bench` measures on one repository, in a store that is thrown away."""

import os
import tempfile
from collections.abc import Callable
from typing import Any

from sightline.engine import Engine, open_engine
from sightline.index.refresh import refresh
from sightline.measure import delivery, speed
from sightline.measure.grep import read_files
from sightline.measure.past_commits import Past, is_code, past_tasks
from sightline.measure.workplace import EarlierTree, NoEarlierTree, own_store
from sightline.store.code import reader

Progress = Callable[[str, int, int], None]
HOOKS = 18
QUESTIONS = 30


def measure(root: str, *, tasks: int, budget: int, progress: Progress) -> dict[str, Any]:
    """Index, questions, hook and tokens on this repository; nothing of it is kept."""
    past = past_tasks(root, tasks, is_code)
    with own_store() as home:
        progress("indexing", 0, 1)
        indexing = speed.index_cost(root, home)
        engine = open_engine(root, home=home)
        try:
            questions = [task.text for task in past.tasks][:QUESTIONS] or names(engine)
            asking = speed.query_latencies(engine, questions, progress)
            prompts = [text.splitlines()[0] for text in questions]
            prompts = (prompts * HOOKS)[:HOOKS]
            hook = speed.hook_latency(root, home, prompts, progress) if prompts else None
        finally:
            engine.close()
        tokens = earlier_tokens(root, home, past, budget=budget, progress=progress)
    return {"index": indexing, "questions": asking, "hook": hook, "tokens": tokens}


def names(engine: Engine) -> list[str]:
    """What to ask where no past says anything: names of the repository itself."""
    return [f"how does {one.name} work" for one in speed.sample_names(engine)]


def earlier_tokens(
    root: str, home: str, past: Past, *, budget: int, progress: Progress
) -> dict[str, Any]:
    """The four ways on past commits, on the tree as it was before all of them."""
    if not past.tasks:
        return {"tasks": 0, "note": "no past commits with a message and changed source files"}
    with tempfile.TemporaryDirectory(prefix="sightline-bench-") as folder:
        try:
            tree = EarlierTree(root, os.path.join(folder, "tree"))
            tree.stand_at(past.base)
        except NoEarlierTree as error:
            return {"tasks": 0, "note": error.message}
        engine = open_engine(tree.root, home=home)
        try:
            refresh(engine.project, engine.settings, progress=progress, home=home)
            sources = [f.path for f in reader.all_files(engine.index) if f.role == "source"]
            files = read_files(tree.root, [path for path in sources if is_code(path)])
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
        "each": [_row(outcome) for outcome in outcomes],
    }


def _row(outcome: delivery.Outcome) -> dict[str, Any]:
    return {
        "commit": outcome.task.commit[:12],
        "subject": outcome.task.text.splitlines()[0][:100],
        "files": len(outcome.gold),
        **{
            delivered.way: {"found": len(delivered.found), "tokens": delivered.tokens}
            for delivered in outcome.ways
        },
    }
