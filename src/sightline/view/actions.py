"""The actions of the live page: each calls a tool or what the command line calls, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from sightline.engine import Engine
from sightline.errors import UsageError
from sightline.tools import catalog, person_actions

Values = dict[str, Any]


class Action(NamedTuple):
    """One action: the names of its values, and the function that returns a sentence."""

    values: tuple[str, ...]
    run: Callable[[Engine, Values], str]


def act(engine: Engine, name: str, values: Values) -> str:
    """Run the named action; a sentence that says what happened."""
    action = ACTIONS.get(name)
    if action is None:
        raise UsageError(f"no action called {name!r}", hint=", ".join(ACTIONS))
    missing = [value for value in action.values if value not in values]
    if missing:
        raise UsageError(f"{name} needs {', '.join(missing)}")
    return action.run(engine, values)


def _rate(engine: Engine, values: Values) -> str:
    useful = bool(values["useful"])
    person_actions.rate_item(engine, str(values["kind"]), str(values["key"]), useful=useful)
    return "rated useful" if useful else "rated not useful: it will be shown less often"


def _rate_topic(engine: Engine, values: Values) -> str:
    arguments = {"thread_id": values["topic"], "useful": bool(values["useful"])}
    return catalog.run(engine, "ai_rate_context", arguments, None).text


def _keep(engine: Engine, values: Values) -> str:
    return f"kept {person_actions.keep_memory(engine, str(values['id'])).id}"


def _edit(engine: Engine, values: Values) -> str:
    return (
        f"changed {person_actions.edit_memory(engine, str(values['id']), str(values['text'])).id}"
    )


def _drop(engine: Engine, values: Values) -> str:
    return f"dropped {person_actions.drop_memory(engine, str(values['id'])).id}"


def _restore(engine: Engine, values: Values) -> str:
    return f"restored {person_actions.restore_memory(engine, str(values['id'])).id}"


def _merge_memories(engine: Engine, values: Values) -> str:
    merged = person_actions.merge_memories(
        engine, str(values["id"]), str(values["into"]), str(values.get("text") or "")
    )
    return f"merged {values['id']} into {merged.id}"


def _merge_topics(engine: Engine, values: Values) -> str:
    arguments = {"survivor_id": values["into"], "absorbed_id": values["topic"]}
    return catalog.run(engine, "ai_merge", arguments, None).text


def _split_topic(engine: Engine, values: Values) -> str:
    groups = [",".join(str(number) for number in group) for group in values["groups"]]
    arguments = {
        "thread_id": values["topic"],
        "confirm": True,
        "message_groups": groups,
        "titles": [str(title) for title in values.get("titles") or ()],
    }
    return catalog.run(engine, "ai_split", arguments, None).text


def _undo(engine: Engine, values: Values) -> str:
    change = person_actions.undo_topic_change(engine).change
    return f"undone: {change}" if change else "nothing to undo"


def _pause(engine: Engine, values: Values) -> str:
    return "paused" if person_actions.pause(engine) else "was already paused"


def _resume(engine: Engine, values: Values) -> str:
    return "resumed" if person_actions.resume(engine) else "was not paused"


ACTIONS = {
    "rate": Action(("kind", "key", "useful"), _rate),
    "rate_topic": Action(("topic", "useful"), _rate_topic),
    "keep": Action(("id",), _keep),
    "edit": Action(("id", "text"), _edit),
    "drop": Action(("id",), _drop),
    "restore": Action(("id",), _restore),
    "merge_memories": Action(("id", "into"), _merge_memories),
    "merge_topics": Action(("topic", "into"), _merge_topics),
    "split_topic": Action(("topic", "groups"), _split_topic),
    "undo": Action((), _undo),
    "pause": Action((), _pause),
    "resume": Action((), _resume),
}
