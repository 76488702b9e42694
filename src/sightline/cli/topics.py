"""`sightline status`, `inspect`, `dry-run`, `reset` and `undo`: the topics of a project."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace

from sightline.cli import terminal
from sightline.cli.command import Command, no_arguments
from sightline.cli.overview import untrusted_text
from sightline.cli.project import engine_of
from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.memory import keeper
from sightline.model.session import SessionKey
from sightline.store import memory as memories
from sightline.store import topics as store
from sightline.store import turns
from sightline.store.locations import memory_path
from sightline.text.wording import counted
from sightline.tools import sharing
from sightline.tools.person_actions import undo_topic_change
from sightline.topics.scores import Chain
from sightline.topics.state import TopicState, empty_state, limits_of, load_state
from sightline.topics.telling import dry_run_report, focus_block, report
from sightline.topics.threads import undo as undoing
from sightline.topics.tracker import Submission, dry_run
from sightline.workspace.git_files import own_branch
from sightline.workspace.privacy import is_paused

NO_TOPICS = "no topics yet: they appear as you send prompts to an assistant in this project"
RESET = "[Focus] Reset complete. All tracking data cleared."
_CONFIG_KEYS = (
    *("memorySize", "decayRate", "similarity.extend", "similarity.branch", "similarity.nest"),
    *("contextLimit", "bubbleUpTerms", "maxSourcesPerNode", "guideSize", "transitionBoost"),
    *("predictionAbove", "matcher"),
)


def _status(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    state = _state(engine)
    now = engine.now()
    paused = is_paused(engine.project, engine.home)
    block = focus_block.render(state, now)
    text = block if state.prompts else f"{block}\n{NO_TOPICS}"
    if paused:
        notice = "paused: nothing is injected or recorded here until sightline resume"
        text = f"{terminal.paint(notice, 'yellow')}\n{text if state.prompts else ''}".rstrip()
    value = {
        "block": block,
        "paused": paused,
        "prompts": state.prompts,
        "nodes": len(state.forest.nodes),
        "memorySize": state.forest.shape.most_nodes,
        "trees": [
            {"id": tree.topic, "label": state.forest.root(tree.topic).content, "score": tree.score}
            for tree in focus_block.ranked_topics(state, now)
        ],
        "next": [
            {"id": topic, "probability": probability} for topic, probability in state.predictions()
        ],
        "lastTopic": state.last_topic,
    }
    state_of_sharing = sharing.sharing_state(engine)
    value["untrusted_memory_files"] = 0 if state_of_sharing.is_on else state_of_sharing.files
    if value["untrusted_memory_files"]:
        text = f"{text}\n{untrusted_text(state_of_sharing.files)}"
    engine.close()
    terminal.report(arguments, value, text)
    return 0


def _inspect(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    state = _state(engine)
    counts = store.transitions(engine.memory, engine.project.id) if _has_store(engine) else {}
    config = {key: engine.settings.values()[f"focus.{key}"] for key in _CONFIG_KEYS}
    chain = Chain(counts, state.last_topic)
    changes = turns.change_points(engine.memory, engine.project.id) if _has_store(engine) else []
    named = {topic for change in changes for topic in change.topics}
    topics = store.topics_named(engine.memory, engine.project.id, named) if named else []
    titles = {topic.id: topic.title for topic in topics}
    inspection = report.Inspection(state, chain, config, engine.now(), tuple(changes), titles)
    value = report.inspection_json(inspection)
    engine.close()
    terminal.report(arguments, value, report.inspection_text(inspection))
    return 0


def _dry_run_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("prompt", help="the prompt you would type")
    parser.add_argument(
        "--session", metavar="ID", default="", help="the session it belongs to (the newest one)"
    )
    parser.add_argument(
        "--agent", metavar="NAME", default="claude", help="the assistant of that session (claude)"
    )


def _dry_run(arguments: Namespace) -> int:
    engine = engine_of(arguments)
    key = SessionKey(arguments.agent, arguments.session) if arguments.session else None
    if key is None and _has_store(engine):
        # As the hook would answer: an assistant always names its session.
        key = turns.newest_session(engine.memory, engine.project.id)
    branch = own_branch(engine.project)
    submission = Submission(engine.project.id, arguments.prompt, engine.now(), key, branch)
    run = dry_run(engine.memory if _has_store(engine) else None, engine.settings, submission)
    if run.prompt is None:
        raise UsageError(
            "prompt is empty after cleaning",
            hint="text that programs insert between tags does not count as a prompt",
        )
    value = dry_run_report.dry_run_json(run)
    text = dry_run_report.dry_run_text(run)
    engine.close()
    terminal.report(arguments, value, text)
    return 0


def _reset_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--all", action="store_true", help="also clear memories, pins, focus and ratings"
    )


def _reset(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    memory, project, now = engine.memory, engine.project.id, engine.now()
    undoing.forget_old(memory, engine.settings, now=now)
    with memory.transaction():
        forgotten = _forget_memories(engine, now) if arguments.all else []
        removed = undoing.reset(
            memory, project, now=now, everything=arguments.all, memories=forgotten
        )
    engine.close()
    days = engine.settings.integer("topics.undo_days")
    cleared = counted(removed, "turn")
    if arguments.all:
        cleared += f", {counted(len(forgotten), 'memory')}, focus and ratings"
    text = f"{RESET}\n{cleared} removed; sightline undo restores them within {days} days"
    value = {"turns": removed, "memories": len(forgotten), "undo_days": days}
    terminal.report(arguments, value, text)
    return 0


def _forget_memories(engine: Engine, now: int) -> list[str]:
    numbers = memories.everything(engine.memory, engine.project.id)
    ids = [memory.id for memory in memories.of_numbers(engine.memory, numbers)]
    for id in ids:
        keeper.forget(engine.memory, id, now=now, person=True)
    return ids


def _undo(arguments: Namespace) -> int:
    engine = engine_of(arguments, writes=True)
    change, restored = undo_topic_change(engine)
    engine.close()
    if restored:
        change += f" and {counted(restored, 'memory')}"
    text = f"undone: {change}" if change else "nothing to undo"
    terminal.report(arguments, {"undone": change or None}, text)
    return 0


def _state(engine: Engine) -> TopicState:
    limits = limits_of(engine.settings)
    if not _has_store(engine):
        return empty_state(engine.project.id, limits)
    return load_state(engine.memory, engine.project.id, limits)


def _has_store(engine: Engine) -> bool:
    """Whether the memory database exists; reading topics must not create it."""
    return os.path.exists(memory_path(engine.home))


COMMANDS = (
    Command(
        name="status",
        summary="show what you are working on: the topic block as an assistant sees it",
        example="sightline status",
        arguments=no_arguments,
        run=_status,
    ),
    Command(
        name="inspect",
        summary="show every topic with its scores, words and changes, the guide and the transition chain",
        example="sightline inspect\nsightline inspect --json",
        arguments=no_arguments,
        run=_inspect,
    ),
    Command(
        name="dry-run",
        summary="show which topic a prompt would belong to and why, without changing anything",
        example='sightline dry-run "rotate the refresh tokens"',
        arguments=_dry_run_arguments,
        run=_dry_run,
    ),
    Command(
        name="reset",
        summary="clear the topics of this project; undo restores them",
        example="sightline reset\nsightline reset --all",
        arguments=_reset_arguments,
        run=_reset,
    ),
    Command(
        name="undo",
        summary="undo the last merge, split, archiving, compaction or reset of topics",
        example="sightline undo",
        arguments=no_arguments,
        run=_undo,
    ),
)
