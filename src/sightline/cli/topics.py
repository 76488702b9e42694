"""`sightline status`, `inspect`, `dry-run`, `reset` and `undo`: the topic forest of a project."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command, no_arguments
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.model.session import SessionKey
from sightline.store import memory as memories
from sightline.store import topics as store
from sightline.store.locations import memory_path
from sightline.text.numbers import counted
from sightline.topics import focus_block, report
from sightline.topics.chain import Chain
from sightline.topics.state import State, limits_of, load, nothing_yet
from sightline.topics.threads import undo as undoing
from sightline.topics.tracker import dry_run
from sightline.workspace.git_files import own_branch

RESET = "[Focus] Reset complete. All tracking data cleared."
_KEYS = (
    *("memorySize", "decayRate", "similarity.extend", "similarity.branch", "similarity.nest"),
    *("contextLimit", "bubbleUpTerms", "maxSourcesPerNode", "guideSize", "transitionBoost"),
    *("predictionAbove", "matcher"),
)


def _status(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    state = _state(engine)
    now = engine.now()
    text = focus_block.render(state, now)
    value = {
        "block": text,
        "prompts": state.prompts,
        "nodes": len(state.forest.nodes),
        "memorySize": state.forest.shape.most_nodes,
        "trees": [
            {"id": topic, "label": state.forest.root(topic).content, "score": score}
            for score, topic in focus_block.ranked_trees(state, now)
        ],
        "next": [
            {"id": topic, "probability": share} for topic, share in focus_block.predicted(state)
        ],
        "lastTopic": state.last_topic,
    }
    engine.close()
    terminal.report(arguments, value, text)
    return 0


def _inspect(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    state = _state(engine)
    counts = store.transitions(engine.memory, engine.project.id) if _kept(engine) else {}
    config = {key: engine.settings.values()[f"focus.{key}"] for key in _KEYS}
    whole = report.Whole(state, Chain(counts, state.last_topic), config, engine.now())
    value = report.inspected(whole)
    engine.close()
    terminal.report(arguments, value, report.inspect_text(whole))
    return 0


def _dry_run_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("prompt", help="what you would type")
    parser.add_argument("--session", metavar="ID", default="", help="as said in this session")
    parser.add_argument("--agent", metavar="NAME", default="claude", help="of this assistant")


def _dry_run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    key = SessionKey(arguments.agent, arguments.session) if arguments.session else None
    branch = own_branch(engine.project)
    said, state, decision = dry_run(
        engine.memory if _kept(engine) else None,
        engine.project.id,
        arguments.prompt,
        engine.settings,
        now=engine.now(),
        key=key,
        branch=branch,
    )
    if said is None:
        raise UsageError(
            "prompt is empty after cleaning",
            hint="what programs put between tags is not taken for a prompt",
        )
    value = report.dry_run_value(said, decision, state.limits.matcher)
    text = report.dry_run_text(said, state, decision)
    engine.close()
    terminal.report(arguments, value, text)
    return 0


def _reset_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--all", action="store_true", help="memories, pins, focus and ratings as well"
    )


def _reset(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    memory, project, now = engine.memory, engine.project.id, engine.now()
    undoing.forget_old(memory, engine.settings, now=now)
    with memory.transaction():
        gone = _forget_memories(engine, now) if arguments.all else []
        turns = undoing.reset(memory, project, now=now, everything=arguments.all, memories=gone)
    engine.close()
    days = engine.settings.integer("topics.undo_days")
    kept = counted(turns, "turn")
    if arguments.all:
        kept += f", {counted(len(gone), 'memory')}, focus and ratings"
    text = f"{RESET}\n{kept} set aside; sightline undo brings them back within {days} days"
    value = {"turns": turns, "memories": len(gone), "undo_days": days}
    terminal.report(arguments, value, text)
    return 0


def _forget_memories(engine: Engine, now: int) -> list[str]:
    numbers = memories.everything(engine.memory, engine.project.id)
    found = [known.id for known in memories.of_numbers(engine.memory, numbers)]
    for name in found:
        keeper.forget(engine.memory, name, now=now, person=True)
    return found


def _undo(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    memory, project, now = engine.memory, engine.project.id, engine.now()
    with memory.transaction():
        back = undoing.forgotten_memories(memory, project, engine.settings, now=now)
        done = undoing.undo(memory, project, engine.settings, now=now)
        for name in back:
            if memories.buried(memory, name) is not None:
                keeper.restore(memory, name, now=now)
    undoing.forget_old(memory, engine.settings, now=now)
    engine.close()
    if back:
        done += f" and {counted(len(back), 'memory')}"
    text = f"taken back: {done}" if done else "nothing to take back"
    terminal.report(arguments, {"undone": done or None}, text)
    return 0


def _state(engine: Engine) -> State:
    limits = limits_of(engine.settings)
    if not _kept(engine):
        return nothing_yet(engine.project.id, limits)
    return load(engine.memory, engine.project.id, limits)


def _kept(engine: Engine) -> bool:
    """Whether there is a store at all; looking at topics makes none."""
    return os.path.exists(memory_path(engine.home))


COMMANDS = (
    Command(
        name="status",
        summary="what you are working on: the topic block as an assistant sees it",
        example="sightline status",
        arguments=no_arguments,
        run=_status,
    ),
    Command(
        name="inspect",
        summary="the whole topic forest with every score, its words, guide and chain",
        example="sightline inspect\nsightline inspect --json",
        arguments=no_arguments,
        run=_inspect,
    ),
    Command(
        name="dry-run",
        summary="which topic a prompt would belong to and why, without changing anything",
        example='sightline dry-run "rotate the refresh tokens"',
        arguments=_dry_run_arguments,
        run=_dry_run,
    ),
    Command(
        name="reset",
        summary="start the topics of this project anew; undo brings the old ones back",
        example="sightline reset\nsightline reset --all",
        arguments=_reset_arguments,
        run=_reset,
    ),
    Command(
        name="undo",
        summary="take back the last merge, split, archiving, compaction or reset of topics",
        example="sightline undo",
        arguments=no_arguments,
        run=_undo,
    ),
)
