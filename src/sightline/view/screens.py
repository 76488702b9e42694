"""The screens of the page by name, and questions about single things that a live page asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sightline import __version__
from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.store import topics as topic_store
from sightline.topics.threads.split_groups import proposed_groups
from sightline.view import hints, impact, injections, memories
from sightline.view.costs import costs
from sightline.view.index_summary import index_summary
from sightline.view.topics import topic_streams
from sightline.workspace.privacy import is_paused

SCREENS: dict[str, Callable[[Engine], Any]] = {
    "injections": injections.injection_rows,
    "memories": memories.memory_rows,
    "topics": topic_streams,
    "index": index_summary,
    "costs": costs,
}


def head(engine: Engine, mode: str) -> dict[str, Any]:
    """What every screen shows: the project, its state, and how the page was made."""
    return {
        "mode": mode,
        "project": engine.project.name,
        "root": engine.project.root,
        "paused": is_paused(engine.project, engine.home),
        "made": engine.now(),
        "version": __version__,
    }


def screen(engine: Engine, name: str) -> Any:
    """The values of one screen."""
    if name not in SCREENS:
        raise UsageError(f"no screen called {name!r}", hint=", ".join(SCREENS))
    return SCREENS[name](engine)


def _injection(engine: Engine, query: Mapping[str, str]) -> Any:
    return injections.injection_detail(engine, query.get("id", ""))


def _code(engine: Engine, query: Mapping[str, str]) -> Any:
    return memories.memory_code(engine, query.get("id", ""))


def _impact(engine: Engine, query: Mapping[str, str]) -> Any:
    depth = query.get("depth", "")
    return impact.impact(
        engine, query.get("symbol", ""), int(depth) if depth.isdigit() else impact.DEPTH
    )


def _symbols(engine: Engine, query: Mapping[str, str]) -> Any:
    return impact.symbol_names(engine, query.get("part", ""))


def _told_symbols(engine: Engine, query: Mapping[str, str]) -> Any:
    return impact.told_symbols(engine, 12)


def _split(engine: Engine, query: Mapping[str, str]) -> Any:
    """The prompts of a topic, and the groups it could be split into."""
    topic_id = query.get("topic", "")
    topic = topic_store.topic(engine.memory, engine.project.id, topic_id)
    turns = topic_store.turns(engine.memory, topic_id)
    title = topic.title if topic else ""
    return {
        "turns": [{"number": turn.number, "role": turn.role, "text": turn.text} for turn in turns],
        "groups": [
            {"title": group.title, "turns": list(group.turns)}
            for group in proposed_groups(engine.memory, title, turns)
        ],
    }


def _functions(engine: Engine, query: Mapping[str, str]) -> Any:
    return hints.functions(engine, query.get("path", ""))


def _hint(engine: Engine, query: Mapping[str, str]) -> Any:
    line = query.get("line", "")
    return hints.hint(engine, query.get("path", ""), int(line) if line.isdigit() else 0)


QUESTIONS: dict[str, Callable[[Engine, Mapping[str, str]], Any]] = {
    "injection": _injection,
    "code": _code,
    "impact": _impact,
    "symbols": _symbols,
    "told_symbols": _told_symbols,
    "split": _split,
    "functions": _functions,
    "hint": _hint,
}
